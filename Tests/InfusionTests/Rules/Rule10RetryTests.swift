import Foundation
import Infusion
import Testing

@globalActor private actor Archive {
  static let shared = Archive()
}
@Archive private final class Shelf: @Archive DefaultInitializable {
  init() {}
}
@MainActor private final class Window: @MainActor DefaultInitializable {
  init() {}
}
private final class Single: Sendable {}
private final class Outer: Sendable {}
/// It gets by without the singleton.
private final class Tolerant: Sendable {
  let failure: InjectionError?
  init(_ failure: InjectionError?) { self.failure = failure }
}
private final class Owner: Injectable, @unchecked Sendable {
  var single: Single!
  static var requires: Requirements { requiring(\.single) }
}
private struct Refused: Error {}

/// Why a creation fails for the first caller, and for nobody else.
private enum Cause: CaseIterable {
  case mainActor, globalActor, nesting, update, shutdown, severalErrors, cycle
  /// The caller sees other bindings.
  case draft, earlierState, otherInjectorOfStore, currentInjector

  var code: InjectionError.Code {
    switch self {
    case .mainActor: .mainActorRequired
    case .globalActor: .actorIsolated
    case .nesting, .cycle: .cyclicDependency
    case .update, .shutdown: .updateInProgress
    case .severalErrors: .several
    case .draft, .earlierState, .otherInjectorOfStore: .providerFailed
    case .currentInjector: .missingBinding
    }
  }

  /// What the creation of the singleton does.
  func create(with injector: Injector, _ other: Injector) throws -> Single {
    switch self {
    case .mainActor: _ = try injector.resolve(Window.self)
    case .globalActor: _ = try injector.resolve(Shelf.self)
    case .nesting: _ = try injector.resolve(Int.self)
    case .draft, .earlierState, .otherInjectorOfStore:
      if try injector.resolveIfBound(Int.self) == nil { throw Refused() }
    case .currentInjector: _ = try inject(Int.self)
    case .cycle: _ = try injector.resolve(Tolerant.self)
    case .update: try injector.update { _ in }
    case .shutdown: try other.shutdown()
    case .severalErrors:
      try injector.update { binder in
        binder.bind(Window.self).asEagerSingleton()
        binder.bind(Window.self, named: "second").asEagerSingleton()
      }
    }
    return Single()
  }

  /// The call in which the creation fails.
  func callInVain(_ injector: Injector, _ other: Injector) throws {
    switch self {
    case .mainActor, .globalActor, .severalErrors, .earlierState, .otherInjectorOfStore:
      _ = try injector.resolve(Single.self)
    case .nesting: _ = try injector.resolve(Outer.self)
    case .cycle:
      if let failure = try injector.resolve(Tolerant.self).failure { throw failure }
    case .currentInjector:
      try Injector.withCurrent(injector) { _ = try injector.resolve(Single.self) }
    case .update, .draft:
      try injector.update { binder in
        if self == .draft { binder.unbind(Int.self) }
        binder.bind(Outer.self).to { injector in
          _ = try injector.resolve(Single.self)
          return Outer()
        }.asEagerSingleton()
      }
    case .shutdown: _ = try other.resolve(Outer.self)
    }
  }

  /// A call in which it succeeds.
  func call(_ injector: Injector, _ other: Injector) async throws {
    switch self {
    case .mainActor, .severalErrors:
      try await MainActor.run { _ = try injector.resolve(Single.self) }
    case .globalActor: try await Archive.shared.resolve(Single.self, from: injector)
    case .nesting, .update, .shutdown, .draft, .earlierState, .cycle:
      _ = try injector.resolve(Single.self)
    case .currentInjector:
      try Injector.withCurrent(other) { _ = try injector.resolve(Single.self) }
    case .otherInjectorOfStore: _ = try other.resolve(Single.self)
    }
  }
}

extension Archive {
  fileprivate func resolve(_ type: Single.Type, from injector: Injector) throws {
    _ = try injector.resolve(type)
  }
}

extension Rule10OnceOnlyTests {
  /// A caller that waits for a creation receives its failure only if its own would fail, too.
  @Test(arguments: Cause.allCases)
  fileprivate func rule10WaiterCreatesTheObjectWhereTheCauseIsTheCallOfTheOther(
    cause: Cause
  ) async throws {
    let (creation, hasFailed) = (AwaitedCreation(), Gate())
    nonisolated(unsafe) var failure: InjectionError?
    let scope = cause == .otherInjectorOfStore ? Scope("s", in: ScopeStore()) : .singleton
    nonisolated(unsafe) var other: Injector!
    // The injectors refer to each other.
    defer { other = nil }
    func bindSingle(_ binder: Binder) {
      binder.bind(Single.self).to { injector in
        creation.waitForOtherCall()
        return try cause.create(with: injector, other)
      }.in(scope)
    }
    let injector = try Injector(options: .init(maximumNesting: cause == .nesting ? 2 : 200)) {
      binder in
      bindSingle(binder)
      binder.bind(Outer.self).to { injector in
        _ = try injector.resolve(Single.self, named: "deeper")
        return Outer()
      }
      binder.bind(Single.self, named: "deeper").to { try $0.resolve(Single.self) }
      binder.bind(Tolerant.self).to { injector in
        do throws(InjectionError) {
          _ = try injector.resolve(Single.self)
          return Tolerant(nil)
        } catch {
          return Tolerant(error)
        }
      }
      if ![.earlierState, .otherInjectorOfStore, .currentInjector].contains(cause) {
        binder.bind(Int.self).to { 1 }
      }
    }
    other = try Injector { binder in
      bindSingle(binder)
      binder.bind(Int.self).to { 1 }
      binder.bind(Outer.self).to { _ in
        _ = try injector.resolve(Single.self)
        return Outer()
      }
    }
    Thread.detachNewThread {
      do { try cause.callInVain(injector, other) } catch { failure = error as? InjectionError }
      hasFailed.open()
    }
    creation.waitForBeginning()
    if cause == .earlierState { try injector.update { $0.bind(Int.self).to { 1 } } }
    creation.otherCallAsks()
    try await cause.call(injector, other)
    hasFailed.wait()
    #expect(failure?.code == cause.code)
  }

  /// The closure looks at the task that happens to run it.
  @Test func rule10CancellationOfATaskConcernsNoCallerThatWaits() async throws {
    let (creation, hasAnswer) = (AwaitedCreation(), Gate())
    let injector = try Injector { binder in
      binder.bind(Single.self).to { () throws -> Single in
        creation.waitForOtherCall()
        try Task.checkCancellation()
        return Single()
      }.in(.singleton)
    }
    nonisolated(unsafe) var single: Single?
    Thread.detachNewThread {
      creation.waitForBeginning()
      creation.otherCallAsks()
      single = try? injector.resolve(Single.self)
      hasAnswer.open()
    }
    let cancelled = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try failure { _ = try injector.resolve(Single.self) }
    }
    #expect(try await cancelled.value.underlying is CancellationError)
    hasAnswer.wait()
    #expect(single != nil)
  }

  /// The steps of the other caller lead elsewhere.
  @Test func rule10WaiterReceivesThePathOfItsOwnRequest() throws {
    let creation = AwaitedCreation()
    let injector = try Injector { binder in
      binder.bind(Owner.self).to { Owner() }.in(.singleton)
      binder.bind(Single.self).to { () throws -> Single in
        creation.waitForOtherCall()
        throw Refused()
      }.in(.singleton)
    }
    let found = onThreads(2) { thread in
      if thread == 0 {
        _ = try injector.resolve(Owner.self)
      } else {
        creation.waitForBeginning()
        creation.otherCallAsks()
        _ = try injector.resolve(Single.self)
      }
    }
    let paths = try (0..<2).map { thread in
      try failure { try found[thread]?.get() }.path.map(\.subject)
    }
    #expect(paths[0] == ["Single", "Owner.single", "resolve(Owner.self)"])
    #expect(paths[1] == ["Single", "resolve(Single.self)"])
  }
}
