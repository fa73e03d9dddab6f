// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The mutex of Musl: a union, which Swift considers unsafe.

@unsafe public struct pthread_mutex_t { public init() {} }
