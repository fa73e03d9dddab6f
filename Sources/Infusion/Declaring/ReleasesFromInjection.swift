/// A class whose singletons are told when their injector lets go of them.
///
/// ```swift
/// final class Connection: ReleasesFromInjection {
///   private(set) var isOpen = true
///   func releaseFromInjection() { isOpen = false }
/// }
/// ```
///
/// It is the counterpart of ``AwakesFromInjection``. The method is called once for each object that
/// an injector has made and kept as a singleton, when the injector does not keep it any more:
///
/// - by ``Injector/shutdown()`` or ``Injector/shutdownGracefully()``, for all singletons of the
///   injector and of its children;
/// - by ``Injector/update(fileID:line:_:)``, for those whose binding is removed or replaced;
/// - by ``Injector/releaseSingletons()`` and ``Injector/reset()``.
///
/// It is called in the reverse order of completion, so an object is released before those that it
/// depends on, and may still use them. It is not called
///
/// - for instances that were bound ready made, and for what a binding says
///   ``BindingBuilder/asIs()`` of: they live elsewhere;
/// - for objects of other scopes, which the injector does not keep;
/// - for an object that another binding, or a parent, keeps as well: that one releases it;
/// - when an injector is dropped without ``Injector/shutdown()``.
///
/// Where it is called:
///
/// - An object of the main actor is released on the main actor. What is let go elsewhere is handed
///   over, with everything that is released after it; the order stays the same.
/// - Everything else is released on the thread that shuts the injector down or changes it; what a
///   request of another thread may still use, on that thread, when the request has ended.
///
/// What is released by nobody's call is reported by the shutdown when it fails. What has to be
/// awaited is a ``ReleasesAsynchronouslyFromInjection``.
public protocol ReleasesFromInjection: AnyObject {
  /// Called when the injector lets go of the object.
  ///
  /// It runs without a lock. Other users of the object may still have it.
  ///
  /// - Throws: Any error. It is reported with the code ``InjectionError/Code/releaseFailed``, and
  ///   keeps no other object from being released.
  func releaseFromInjection() throws
}
