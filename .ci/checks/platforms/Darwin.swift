// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What only Apple's C library has, or declares with types of its own.

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>
public typealias pthread_key_t = UInt

public func pthread_main_np() -> Int32 { 1 }
public func pthread_self() -> pthread_t { fatalError() }
public func pthread_get_stackaddr_np(_ thread: pthread_t) -> UnsafeMutableRawPointer {
  fatalError()
}
public func pthread_get_stacksize_np(_ thread: pthread_t) -> Int { 0 }
public func malloc_size(_ memory: UnsafeRawPointer!) -> Int { 0 }

public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { 0 }
