// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the C libraries of Android and Linux declare with types of their own.

public typealias pthread_t = Int
public typealias pthread_key_t = Int32
public struct pthread_attr_t { public init() {} }

public func pthread_self() -> pthread_t { 0 }
@discardableResult
public func pthread_attr_getstack(
  _ attributes: UnsafePointer<pthread_attr_t>!,
  _ start: UnsafeMutablePointer<UnsafeMutableRawPointer?>!, _ length: UnsafeMutablePointer<Int>!
) -> Int32 { 0 }
@discardableResult
public func pthread_attr_destroy(_ attributes: UnsafeMutablePointer<pthread_attr_t>!) -> Int32 { 0 }

public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?
) -> Int32 { 0 }
