/// Hears what an injector does: how logging, metrics and tracing attach.
///
/// ```swift
/// struct CreationLog: InjectionObserver {
///   func didCreate(_ event: InjectionEvent) {
///     print("made", event.key, "in", event.duration ?? .zero)
///   }
/// }
/// func makeObservedInjector() throws -> Injector {
///   try Injector([GarageModule()], options: Injector.Options(observers: [CreationLog()]))
/// }
/// ```
///
/// Observers are given with ``Injector/Options/observers``, and inherited by children. It costs
/// nothing when there are none.
///
/// Every method is called on the thread that does the work, without a lock. An observer may use the
/// injector itself; nobody is told what it asks for. All methods have an empty default.
public protocol InjectionObserver: Sendable {
  /// A value is about to be made.
  ///
  /// Followed by ``didCreate(_:)`` or ``didFail(_:_:)`` with the same key and depth.
  ///
  /// - Parameter event: What is made. It has no duration yet.
  func willCreate(_ event: InjectionEvent)

  /// A value has been made, injected and awoken.
  ///
  /// - Parameter event: What was made, and how long it took, dependencies included.
  func didCreate(_ event: InjectionEvent)

  /// The properties of an object have been set, and it was awoken.
  ///
  /// For an object that existed the key is its class.
  ///
  /// - Parameter event: What was injected, and how long it took, dependencies included.
  func didInject(_ event: InjectionEvent)

  /// An instance that exists has been handed out: a singleton, say, or what was bound ready made.
  ///
  /// - Parameter event: What was handed out. It has no duration.
  func didReuse(_ event: InjectionEvent)

  /// A value could not be made, or an object not be injected.
  ///
  /// - Parameters:
  ///   - event: What failed, and how long it had taken.
  ///   - error: Why, with the path as far as it is known at this depth.
  func didFail(_ event: InjectionEvent, _ error: InjectionError)
}

extension InjectionObserver {
  /// Does nothing.
  ///
  /// - Parameter event: What is made.
  public func willCreate(_ event: InjectionEvent) {}

  /// Does nothing.
  ///
  /// - Parameter event: What was made.
  public func didCreate(_ event: InjectionEvent) {}

  /// Does nothing.
  ///
  /// - Parameter event: What was injected.
  public func didInject(_ event: InjectionEvent) {}

  /// Does nothing.
  ///
  /// - Parameter event: What was handed out.
  public func didReuse(_ event: InjectionEvent) {}

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - event: What failed.
  ///   - error: Why.
  public func didFail(_ event: InjectionEvent, _ error: InjectionError) {}
}
