extension InjectionError {
  /// The kind of an error.
  ///
  /// A new version may add codes, but never renames one. `Sendable`.
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    private enum Value: String, CaseIterable {
      case actorIsolated
      case alreadyConfigured
      case argumentMismatch
      case awaitRequired
      case boundInChild
      case cancelled
      case captiveDependency
      case cyclicDependency
      case deadlock
      case duplicateBinding
      case eagerNotSingleton
      case injectorReleased
      case injectorShutDown
      case mainActorRequired
      case missingBinding
      case noDefaultInjector
      case notInjected
      case notPrepared
      case notWritable
      case nothingProvided
      case providerFailed
      case releaseFailed
      case several
      case shadowedBinding
      case typeMismatch
      case updateInProgress
      case weakValue
      case wrongRoot
    }

    private let value: Value

    /// Every code, for tests that must not miss one.
    package static var all: [Code] { Value.allCases.map { Code(value: $0) } }

    /// The name of the code in messages.
    public var description: String { value.rawValue }

    /// Something that belongs to an actor was about to be used outside that actor.
    public static let actorIsolated = Code(value: .actorIsolated)
    /// ``Injector/configure(fileID:line:isolation:_:)`` was called although a default injector was
    /// already set.
    public static let alreadyConfigured = Code(value: .alreadyConfigured)
    /// The arguments of a call do not fit the parameters.
    public static let argumentMismatch = Code(value: .argumentMismatch)
    /// ``Injector/shutdown()`` does not await, but the injector keeps an object that has to be
    /// released asynchronously (see ``ReleasesAsynchronouslyFromInjection``).
    public static let awaitRequired = Code(value: .awaitRequired)
    /// Only a child binds a key that a singleton of its parent needs.
    ///
    /// The parent creates the singleton, but does not see the child's bindings.
    public static let boundInChild = Code(value: .boundInChild)
    /// A preparation was cancelled before everything was prepared.
    public static let cancelled = Code(value: .cancelled)
    /// A singleton keeps a value whose scope ends before the singleton does.
    ///
    /// Found by ``Injector/validate(including:)``.
    public static let captiveDependency = Code(value: .captiveDependency)
    /// Something needs itself before it exists, or requests nest without end.
    public static let cyclicDependency = Code(value: .cyclicDependency)
    /// Threads wait for one another's singletons in a ring.
    public static let deadlock = Code(value: .deadlock)
    /// A key is bound twice, and the options forbid that.
    public static let duplicateBinding = Code(value: .duplicateBinding)
    /// An eager or an asynchronous binding has a scope other than ``Scope/singleton``.
    public static let eagerNotSingleton = Code(value: .eagerNotSingleton)
    /// The injector of a handle was deallocated.
    public static let injectorReleased = Code(value: .injectorReleased)
    /// The injector was shut down before the request.
    public static let injectorShutDown = Code(value: .injectorShutDown)
    /// A request off the main actor needs something that belongs there.
    ///
    /// Nothing that belongs to the main actor has run.
    public static let mainActorRequired = Code(value: .mainActorRequired)
    /// Nothing provides a key.
    public static let missingBinding = Code(value: .missingBinding)
    /// There is neither a current nor a default injector.
    public static let noDefaultInjector = Code(value: .noDefaultInjector)
    /// A binding adds requirements to a value that it does not inject: a link, or an instance.
    public static let notInjected = Code(value: .notInjected)
    /// A singleton that is bound with `toAsync` was requested before it was prepared.
    public static let notPrepared = Code(value: .notPrepared)
    /// A listed property cannot be set.
    public static let notWritable = Code(value: .notWritable)
    /// A binding provides nothing where a value is needed.
    public static let nothingProvided = Code(value: .nothingProvided)
    /// Your own code threw an error.
    public static let providerFailed = Code(value: .providerFailed)
    /// A singleton threw an error while it was released (see ``ReleasesFromInjection``).
    public static let releaseFailed = Code(value: .releaseFailed)
    /// Several errors are reported together.
    public static let several = Code(value: .several)
    /// A binding is hidden by a later one.
    ///
    /// Found by ``Injector/validate(including:)``.
    public static let shadowedBinding = Code(value: .shadowedBinding)
    /// A value has a different type than its property or parameter.
    public static let typeMismatch = Code(value: .typeMismatch)
    /// An injector was updated or shut down from inside an update of the same injector, or shut
    /// down by code that creates one of its objects.
    public static let updateInProgress = Code(value: .updateInProgress)
    /// A binding with the scope ``Scope/weak`` provides a value that is not an instance of a class.
    public static let weakValue = Code(value: .weakValue)
    /// The class of a key path is neither the class that lists it nor one of its superclasses.
    public static let wrongRoot = Code(value: .wrongRoot)
  }
}
