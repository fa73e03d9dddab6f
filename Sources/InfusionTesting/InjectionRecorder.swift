public import Infusion

/// Records what an injector creates, injects and hands out, so that a test can check it.
///
/// ```swift
/// let recorder = InjectionRecorder()
/// let injector = try Injector([ShopModule()], options: .init(observers: [recorder]))
/// _ = try injector.resolve(Checkout.self)
/// #expect(recorder.created == [Key(CardReader.self), Key(Gateway.self), Key(Checkout.self)])
/// recorder.expectCreatedOnce(Gateway.self)
/// ```
///
/// The trait `.recordingInjections` gives every test its own recorder, ``current``.
///
/// If several threads use the injector, the entries are in the order in which the work was
/// finished. A link has its own key: if `any Gateway` is linked to `CardGateway`, a request for it
/// creates both, `CardGateway` first. A bound instance is handed out, not created; if the binding
/// injects it once, it counts as created at that time.
///
/// `Sendable`: you can read it while the injector is used.
public final class InjectionRecorder: InjectionObserver {
  /// An event that concerns a key.
  ///
  /// `Sendable`.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The kind of an event.
    ///
    /// `Sendable`.
    public enum Kind: Hashable, Sendable {
      /// A value was created, injected and awoken.
      case created
      /// The properties of an object were set, and it was awoken.
      case injected
      /// An existing instance was handed out.
      case reused
      /// A value could not be created, or an object could not be injected.
      case failed
    }

    /// The kind of the event.
    public let kind: Kind
    /// The key of the event; for an existing object, its class.
    public let key: Key
    /// How long the instance is kept.
    public let scope: Scope
    /// How many objects under construction needed this one.
    public let depth: Int

    /// The kind and the key: `created Gateway`.
    public var description: String { "\(kind) \(key)" }
  }

  private let recorded = Guarded<[Entry]>([])

  /// Creates a recorder, to pass to an injector with `Injector.Options(observers:)`.
  public init() {}

  /// The recorder of the running test.
  ///
  /// It is task-local, like `Injector.current`.
  ///
  /// - Throws: An error that says what to write if the test has no trait `.recordingInjections`.
  public static var current: InjectionRecorder {
    get throws {
      guard let recorder = TestScope.current?.recorder else { throw NoRecorder() }
      return recorder
    }
  }

  /// Everything that happened, in order.
  public var entries: [Entry] { recorded.withLock { $0 } }

  /// The keys of the created values, in the order in which they were finished.
  public var created: [Key] { keys(.created) }

  /// The keys of the injected objects, in the order in which they were finished.
  ///
  /// An object that is created and has properties to inject is both injected and created.
  public var injected: [Key] { keys(.injected) }

  /// Returns how often something was created for a key.
  ///
  /// - Parameters:
  ///   - type: The requested type; `X?` asks for `X`.
  ///   - name: The name of the binding.
  /// - Returns: The number of times.
  public func creationCount<Value>(of type: Value.Type, named name: Name? = nil) -> Int {
    let key = Key.looking(for: type, named: name)
    return created.count { $0 == key }
  }

  /// Returns how often the injector injected an object that it had created for a key, or an
  /// existing object of that class.
  ///
  /// An object is not counted if its class has nothing to inject, and nothing that completes or
  /// awakes the object.
  ///
  /// - Parameters:
  ///   - type: The requested type, where `X?` asks for `X`; for existing objects, their class.
  ///   - name: The name of the binding.
  /// - Returns: The number of times.
  public func injectionCount<Value>(of type: Value.Type, named name: Name? = nil) -> Int {
    let key = Key.looking(for: type, named: name)
    return injected.count { $0 == key }
  }

  /// Forgets all entries so far.
  public func removeAll() {
    // The entries are released outside the lock.
    var released: [Entry] = []
    recorded.withLock { swap(&$0, &released) }
  }

  private func keys(_ kind: Entry.Kind) -> [Key] {
    entries.compactMap { $0.kind == kind ? $0.key : nil }
  }

  private func record(_ kind: Entry.Kind, _ event: InjectionEvent) {
    let entry = Entry(kind: kind, key: event.key, scope: event.scope, depth: event.depth)
    recorded.withLock { $0.append(entry) }
  }
}

extension InjectionRecorder {
  /// Records that a value was created.
  ///
  /// - Parameter event: The created value.
  public func didCreate(_ event: InjectionEvent) { record(.created, event) }

  /// Records that an object was injected.
  ///
  /// - Parameter event: The injected object.
  public func didInject(_ event: InjectionEvent) { record(.injected, event) }

  /// Records that an instance was handed out.
  ///
  /// - Parameter event: The instance that was handed out.
  public func didReuse(_ event: InjectionEvent) { record(.reused, event) }

  /// Records a failure.
  ///
  /// - Parameters:
  ///   - event: The value or object that failed.
  ///   - error: The reason.
  public func didFail(_ event: InjectionEvent, _ error: InjectionError) { record(.failed, event) }
}

/// A test asks for a recorder that it does not have.
private struct NoRecorder: Error, CustomStringConvertible {
  let description = """
    [InfusionTesting/noRecorder] Nothing is recorded in this test or task.

      To fix this, do one of the following:
        • Add the trait to the test, or to a suite around it: .recordingInjections
        • Pass the recorder of the test on; threads and detached tasks do not inherit it
    """
}
