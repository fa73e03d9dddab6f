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
/// object that it has created and kept as a singleton, when one of these calls releases the object:
///
/// - ``Injector/shutdown()`` or ``Injector/shutdownGracefully()``, for all singletons of the
///   injector and of its children;
/// - ``Injector/update(fileID:line:isolation:_:)``, for singletons whose binding is removed or replaced,
///   or, if the update fails, for those that it has created and drops;
/// - the creation of an injector that fails, or that is not kept because there is a default injector
///   already, for the eager singletons that it has created;
/// - ``Injector/releaseSingletons()``, ``Injector/releaseSingletons(of:named:)`` and
///   ``Injector/reset()``.
///
/// Objects are released in the reverse order of completion. So an object is released before the
/// objects that it depends on, and may still use them. The injector does not call the method
///
/// - for existing instances that a module of this injector or of one above binds. They belong to the
///   program, even if a closure returns such an instance as its singleton, and the binding of the
///   instance goes later;
/// - for objects of a binding with ``BindingBuilder/asIs()``, even if a link keeps them: they belong to
///   other code;
/// - for objects of other scopes, which the injector does not keep, or keeps only as elements of a
///   collection that is a singleton. An object that a store has kept
///   belongs to the store, and one of the scope ``Scope/weak`` to what holds it, even if a link or the
///   closure of a singleton passes it on;
/// - for an object that another binding also keeps: the last one releases it;
/// - for an object of another injector that a link or a closure passes on: only the injector that was
///   the first to keep it releases it;
/// - when an injector is deallocated without ``Injector/shutdown()``.
///
/// The method runs on these threads:
///
/// - An object that belongs to the main actor, or that main-actor code has created, is released on
///   the main actor. If the injector stops keeping it on another thread, a task releases it on the
///   main actor, together with everything that is released after it. The order stays the same.
/// - Everything else is released on the thread that shuts the injector down or changes it.
/// - If a request on another thread may still use an object, the object is released on that thread,
///   after the request has ended. If a closure of a preparation may still use an object, the object
///   is released on an arbitrary thread.
///
/// If a release fails and no call waits for it, the shutdown reports the error. A class that has to
/// await conforms to ``ReleasesAsynchronouslyFromInjection``.
public protocol ReleasesFromInjection: AnyObject {
  /// Called when the injector releases the object.
  ///
  /// No lock is held. Other objects may still refer to the object.
  ///
  /// - Throws: Any error. The injector reports it with the code
  ///   ``InjectionError/Code/releaseFailed``, and still releases the other objects.
  func releaseFromInjection() throws
}
