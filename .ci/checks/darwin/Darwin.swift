// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The functions of Apple's C library that the library calls, with the types that Swift gives them there.

public struct pthread_mutex_t { public init() {} }
public struct pthread_cond_t { public init() {} }
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
public func dlsym(
  _ library: UnsafeMutableRawPointer!, _ name: UnsafePointer<CChar>!
) -> UnsafeMutableRawPointer! { nil }

public func pthread_key_create(
  _ key: UnsafeMutablePointer<pthread_key_t>!,
  _ destructor: (@convention(c) (UnsafeMutableRawPointer) -> Void)?
) -> Int32 { 0 }
public func pthread_getspecific(_ key: pthread_key_t) -> UnsafeMutableRawPointer? { nil }
@discardableResult
public func pthread_setspecific(_ key: pthread_key_t, _ value: UnsafeRawPointer?) -> Int32 { 0 }

@discardableResult
public func pthread_mutex_init(
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>!, _ attributes: UnsafeRawPointer?
) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_lock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_unlock(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { 0 }
@discardableResult
public func pthread_mutex_destroy(_ mutex: UnsafeMutablePointer<pthread_mutex_t>!) -> Int32 { 0 }
@discardableResult
public func pthread_cond_init(
  _ condition: UnsafeMutablePointer<pthread_cond_t>!, _ attributes: UnsafeRawPointer?
) -> Int32 { 0 }
@discardableResult
public func pthread_cond_wait(
  _ condition: UnsafeMutablePointer<pthread_cond_t>!,
  _ mutex: UnsafeMutablePointer<pthread_mutex_t>!
) -> Int32 { 0 }
@discardableResult
public func pthread_cond_signal(_ condition: UnsafeMutablePointer<pthread_cond_t>!) -> Int32 { 0 }
@discardableResult
public func pthread_cond_destroy(_ condition: UnsafeMutablePointer<pthread_cond_t>!) -> Int32 { 0 }
@discardableResult
public func sched_yield() -> Int32 { 0 }
