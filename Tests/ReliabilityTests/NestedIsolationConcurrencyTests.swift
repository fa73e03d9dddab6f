import Infusion
import Testing

// On Apple's systems, what runs on the main thread counts as code of the main actor.
#if !canImport(Darwin)
  private final class Errand {}
  private class Frame {}
  @MainActor private final class Window: Frame, @MainActor Injectable {
    var errand: Errand!
    nonisolated override init() {}
    static var requires: [PartialKeyPath<Window>] { [\.errand] }
  }
  /// Needs nothing, so it may be made for the errand.
  @MainActor private final class Pane: Frame, @MainActor Injectable {
    nonisolated override init() {}
    static var requires: [PartialKeyPath<Pane>] { [] }
  }
  /// Forms a cycle with a wall, and is finished before the errand of the wall is made.
  @MainActor private final class Door: Frame, @MainActor Injectable {
    var wall: Wall!
    nonisolated override init() {}
    static var requires: [PartialKeyPath<Door>] { [\.wall] }
  }
  private final class Wall: Injectable {
    var frame: Frame!
    var errand: Errand!
    static var requires: Requirements { requiring(\.frame, \.errand) }
  }
  private final class Needing<Value>: Injectable {
    var value: Value!
    static var requires: Requirements { requiring(\.value) }
  }

  /// An object of the main actor in a call that has not ended.
  private enum Unfinished: CaseIterable {
    case graph, existing, unscoped, singleton, memberOfCycle

    func bind(_ binder: Binder) {
      switch self {
      case .graph: binder.bind(Frame.self).to { pane() }.in(.graph)
      case .existing: break
      case .unscoped: binder.bind(Frame.self).to { window() }
      case .singleton: binder.bind(Frame.self).to { window() }.in(.singleton)
      case .memberOfCycle:
        binder.bind(Frame.self).to { door() }.in(.singleton)
        binder.bind(Wall.self).to { Wall() }.in(.singleton)
      }
    }

    @MainActor func call(_ injector: Injector) throws {
      switch self {
      case .graph: _ = try injector.resolve(Errand.self)
      case .existing:
        let window = Window()
        try injector.injectDependencies(into: window)
        #expect(window.errand != nil)
      case .unscoped, .singleton:
        #expect((try injector.resolve(Frame.self) as? Window)?.errand != nil)
      case .memberOfCycle:
        let wall = try injector.resolve(Wall.self)
        #expect((wall.frame as? Door)?.wall === wall && wall.errand != nil)
        wall.frame = nil
      }
    }

    /// Asks in code of no actor, which begins at once on the same thread.
    func startElsewhere(
      _ injector: Injector, _ note: @escaping @Sendable (() throws -> Void) -> Void
    ) {
      Task.immediate {
        if self == .existing {
          note { _ = try injector.resolve(Window.self) }
          note { try injector.injectDependencies(into: Needing<Window>()) }
        } else {
          note { _ = try injector.resolve(Frame.self) }
          note { try injector.injectDependencies(into: Needing<Frame>()) }
        }
      }
    }
  }

  private nonisolated func window() -> Frame { Window() }
  private nonisolated func pane() -> Frame { Pane() }
  private nonisolated func door() -> Frame { Door() }

  /// A call that begins elsewhere on the thread of the main actor, within a call of that actor.
  struct NestedIsolationConcurrencyTests {
    @Test(arguments: Unfinished.allCases)
    fileprivate func aTaskOfNoActorReceivesNoUnfinishedObjectOfTheMainActor(
      _ unfinished: Unfinished
    ) async throws {
      let codes = Locked<[InjectionError.Code?]>([])
      @Sendable nonisolated func note(_ body: () throws -> Void) {
        let found = code(body)
        codes.with { $0.append(found) }
      }
      try await MainActor.run {
        let injector = try Injector { @Sendable binder in
          unfinished.bind(binder)
          binder.bind(Errand.self).to { injector in
            if unfinished == .graph { _ = try injector.resolve(Frame.self) }
            unfinished.startElsewhere(injector, note)
            return Errand()
          }
        }
        try unfinished.call(injector)
        #expect(codes.current == [.mainActorRequired, .mainActorRequired])
      }
    }
  }
#endif
