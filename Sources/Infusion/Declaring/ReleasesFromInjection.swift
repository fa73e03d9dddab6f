/// A class with a method that runs when an injector releases its singleton.
///
/// ```swift
/// final class Connection: ReleasesFromInjection {
///   private(set) var isOpen = true
///   func releaseFromInjection() { isOpen = false }
/// }
/// ```
///
/// It is the counterpart of ``AwakesFromInjection``. The injector calls the method once for each
/// object that it has created and kept as a singleton, when it stops keeping it:
///
/// - by ``Injector/shutdown()`` or ``Injector/shutdownGracefully()``, for all singletons of the
///   injector and of its children;
/// - by ``Injector/update(fileID:line:_:)``, for those whose binding is removed or replaced;
/// - by ``Injector/releaseSingletons()`` and ``Injector/reset()``.
///
/// The calls come in the reverse order of completion. So an object is released before those that it
/// depends on, and may still use them. The injector does not call the method
///
/// - for instances that were bound ready-made, and for bindings with ``BindingBuilder/asIs()``:
///   they belong to other code;
/// - for objects of other scopes, which the injector does not keep;
/// - for an object that another binding, or a parent, keeps as well: that one releases it;
/// - when an injector is deallocated without ``Injector/shutdown()``.
///
/// The method runs on these threads:
///
/// - An object of the main actor is released on the main actor. If another thread gives it up, a
///   task releases it there, with everything that is released after it. The order stays the same.
/// - Everything else is released on the thread that shuts the injector down or changes it.
/// - What a request of another thread may still use is released on that thread, when the request
///   has ended. What a closure of a preparation may still use is released on any thread.
///
/// If no call waits for a release that fails, the shutdown reports the error. A class that has to
/// await conforms to ``ReleasesAsynchronouslyFromInjection``.
public protocol ReleasesFromInjection: AnyObject {
  /// Called when the injector releases the object.
  ///
  /// No lock is held. Other users of the object may still have it.
  ///
  /// - Throws: Any error. The injector reports it with the code
  ///   ``InjectionError/Code/releaseFailed``, and releases the other objects all the same.
  func releaseFromInjection() throws
}
