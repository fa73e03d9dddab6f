/// Receives the events of an injector, for logging, metrics and tracing.
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
/// Pass observers in ``Injector/Options/observers``. Children inherit them. Without observers, the
/// injector measures nothing.
///
/// | method | is called |
/// |---|---|
/// | `willCreate(_ event: InjectionEvent)` | before a value is created |
/// | `didCreate(_ event: InjectionEvent)` | when it is created, injected and awoken |
/// | `didInject(_ event: InjectionEvent)` | when the properties of an object are set, and it is awoken |
/// | `didReuse(_ event: InjectionEvent)` | when an existing instance is handed out |
/// | `didFail(_ event: InjectionEvent, _ error: InjectionError)` | when the creation of a value fails, or the injection of an object |
///
/// For an object that the closure of ``Injector/create(fileID:line:_:)`` returns, only its injection is
/// observed, as for any existing object.
/// If a binding provides nothing, its value counts as created. If nothing provides a value, its
/// creation does not begin: the observer receives only the failure of what needs the value.
///
/// Every method is called on the thread that does the work. If the result of an asynchronous
/// closure is dropped, `didFail` is called on the thread that drops it. No lock is held, so an
/// observer may itself use the injector; during such a request, the thread calls no observer. All
/// methods have an empty default.
///
/// - Important: Write the parameters exactly as shown here. A method with other parameters, such as
///   `didCreate(_ key: Key)`, is a different method. Nothing calls it, and the compiler does not
///   warn. Only `didFail` may also take `any Error`.
public protocol InjectionObserver: Sendable {
  /// A value is about to be created.
  ///
  /// ``didCreate(_:)`` or ``didFail(_:_:)-(_,InjectionError)`` follows with the same key and depth.
  /// If a preparation has to run a synchronous closure again, this method is called once for each
  /// run, but the end is reported only once, and not at all if what the closure waits for fails.
  ///
  /// - Parameter event: The value that is created. It has no duration yet.
  func willCreate(_ event: InjectionEvent)

  /// A value was created, injected and awoken.
  ///
  /// - Parameter event: The created value, and how long it took, dependencies included.
  func didCreate(_ event: InjectionEvent)

  /// The properties of an object were set, and it was awoken.
  ///
  /// For an existing object the key is its class.
  ///
  /// - Parameter event: The injected object, and how long it took, dependencies included.
  func didInject(_ event: InjectionEvent)

  /// An existing instance was handed out: for example a singleton, an instance that is bound, or the
  /// injector itself.
  ///
  /// - Parameter event: The instance that was handed out. It has no duration.
  func didReuse(_ event: InjectionEvent)

  /// A value could not be created, or an object could not be injected.
  ///
  /// A request may give way to another thread and begin again: its first attempt fails with the
  /// code ``InjectionError/Code/deadlock``, which no caller receives.
  ///
  /// - Parameters:
  ///   - event: The value or object that failed, and how long it had taken.
  ///   - error: The reason, with the path as far as it is known at this depth.
  func didFail(_ event: InjectionEvent, _ error: InjectionError)

  /// A value could not be created, or an object could not be injected.
  ///
  /// It is called on an observer without the method that takes an ``InjectionError``.
  ///
  /// - Parameters:
  ///   - event: The value or object that failed, and how long it had taken.
  ///   - error: An ``InjectionError``.
  func didFail(_ event: InjectionEvent, _ error: any Error)
}

extension InjectionObserver {
  /// Does nothing.
  ///
  /// - Parameter event: The value that is created.
  public func willCreate(_ event: InjectionEvent) {}

  /// Does nothing.
  ///
  /// - Parameter event: The created value.
  public func didCreate(_ event: InjectionEvent) {}

  /// Does nothing.
  ///
  /// - Parameter event: The injected object.
  public func didInject(_ event: InjectionEvent) {}

  /// Does nothing.
  ///
  /// - Parameter event: The instance that was handed out.
  public func didReuse(_ event: InjectionEvent) {}

  /// Calls the method that takes any error.
  ///
  /// - Parameters:
  ///   - event: The value or object that failed.
  ///   - error: The reason.
  public func didFail(_ event: InjectionEvent, _ error: InjectionError) {
    didFail(event, error as any Error)
  }

  /// Does nothing.
  ///
  /// - Parameters:
  ///   - event: The value or object that failed.
  ///   - error: The reason.
  public func didFail(_ event: InjectionEvent, _ error: any Error) {}
}

/// An event that an ``InjectionObserver`` receives.
///
/// `Sendable`.
public struct InjectionEvent: Sendable, CustomStringConvertible {
  /// The key of the value that is created or handed out; for an existing object, its class.
  public let key: Key
  /// How long the instance is kept.
  public let scope: Scope
  /// How many objects under construction need this one; zero for the requested value.
  public let depth: Int
  /// The time since the work on it started; nil before its end, and for an instance that is handed
  /// out.
  public let duration: Duration?

  /// The key, the scope, the depth, and the duration if there is one.
  public var description: String {
    "\(key), \(scope), depth \(depth)" + (duration.map { ", \($0)" } ?? "")
  }
}
