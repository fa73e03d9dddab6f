// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The mutex of Darwin and Android: a structure of numbers.

public struct pthread_mutex_t { public init() {} }
