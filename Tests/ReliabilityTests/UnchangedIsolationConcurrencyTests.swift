import Infusion
import Testing

private protocol Piece: AnyObject {}
private class Root: Piece {}
private class Base: Root, @unchecked Sendable {}
@MainActor private final class Screen: Base, @MainActor Injectable, @unchecked Sendable {
  nonisolated override init() {}
  static var requires: [PartialKeyPath<Screen>] { [] }
}
private nonisolated func screen() -> Base { Screen() }

/// A binding that hands out an object of the main actor as other code has completed it.
private enum Unchanged: CaseIterable {
  case instance, weakInstance, asIs, prepared

  func bind(_ binder: Binder, _ kept: Base) {
    switch self {
    case .instance: binder.bind(Base.self).to(instance: kept)
    case .weakInstance: binder.bind(Base.self).to(weak: kept)
    case .asIs: binder.bind(Base.self).to { kept }.asIs()
    case .prepared: binder.bind(Base.self).toAsync { screen() }
    }
  }

  func contribute(_ binder: Binder, _ kept: Base) {
    switch self {
    case .instance: binder.contribute((any Piece).self).to(instance: kept)
    case .weakInstance: binder.contribute((any Piece).self).to(weak: kept)
    case .asIs: binder.contribute((any Piece).self).to { kept }.asIs()
    case .prepared: binder.contribute((any Piece).self).toAsync { screen() }
    }
  }
}

private enum Keeping: CaseIterable {
  case unscoped, graph, singleton, weak, store

  static let forCollections = allCases.filter { $0 != .weak }

  var scope: Scope {
    switch self {
    case .unscoped: .unscoped
    case .graph: .graph
    case .singleton: .singleton
    case .weak: .weak
    case .store: Scope("kept", in: ScopeStore())
    }
  }
}

/// An object that is handed out unchanged is handed out everywhere, whatever keeps it.
struct UnchangedIsolationConcurrencyTests {
  /// Expects that a request succeeds elsewhere and on the main actor, twice each.
  private func expectEverywhere(
    beginsOnMainActor: Bool, sourceLocation: SourceLocation = #_sourceLocation,
    _ request: @escaping @Sendable () throws -> Void
  ) async {
    for isOnMainActor in [false, true, false, true, false].dropFirst(beginsOnMainActor ? 1 : 0) {
      let found = isOnMainActor ? await MainActor.run { code(request) } : code(request)
      #expect(found == nil, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: Unchanged.allCases, Keeping.allCases)
  fileprivate func aKeptLinkIsHandedOutLikeWhatItLeadsTo(_ unchanged: Unchanged, _ keeping: Keeping)
    async throws
  {
    for beginsOnMainActor in [false, true] {
      for isInChild in [false, true] {
        let (kept, scope) = (screen(), keeping.scope)
        let link: @Sendable (Binder) -> Void = { binder in
          binder.bind(Root.self).to(Base.self) { $0 }.in(scope)
          binder.bind((any Piece).self).to(Root.self) { $0 }.in(scope)
        }
        let parent = try Injector { binder in
          unchanged.bind(binder, kept)
          if !isInChild { link(binder) }
        }
        try await parent.prepare()
        let injector = isInChild ? try parent.makeChild { link($0) } : parent
        await expectEverywhere(beginsOnMainActor: beginsOnMainActor) {
          _ = try injector.resolve((any Piece).self)
        }
        await expectEverywhere(beginsOnMainActor: beginsOnMainActor) {
          _ = try injector.resolve(Root.self)
        }
        withExtendedLifetime(kept) {}
      }
    }
  }

  @Test(arguments: Unchanged.allCases, Keeping.forCollections)
  fileprivate func aKeptCollectionIsHandedOutLikeItsContributions(
    _ unchanged: Unchanged, _ keeping: Keeping
  ) async throws {
    for beginsOnMainActor in [false, true] {
      let (kept, scope) = (screen(), keeping.scope)
      let injector = try Injector { binder in
        unchanged.contribute(binder, kept)
        binder.contribute((any Piece).self).to { screen() }.asIs()
        binder.bind([any Piece].self).in(scope)
      }
      try await injector.prepare()
      await expectEverywhere(beginsOnMainActor: beginsOnMainActor) {
        _ = try injector.resolve([any Piece].self)
      }
      withExtendedLifetime(kept) {}
    }
  }

  @Test(arguments: Unchanged.allCases)
  fileprivate func aCollectionStaysOnTheMainActorIfAnElementIsInjected(_ unchanged: Unchanged)
    async throws
  {
    let kept = screen()
    for keeping in Keeping.forCollections {
      let scope = keeping.scope
      let injector = try Injector { binder in
        unchanged.contribute(binder, kept)
        binder.contribute((any Piece).self).to { screen() }
        binder.bind([any Piece].self).in(scope)
      }
      try await injector.prepare()
      try await MainActor.run { _ = try injector.resolve([any Piece].self) }
      #expect(code { _ = try injector.resolve([any Piece].self) } == .mainActorRequired)
    }
    withExtendedLifetime(kept) {}
  }

  @Test(arguments: Unchanged.allCases)
  fileprivate func aLazyHandleHandsOutWhatItKeepsLikeTheBinding(_ unchanged: Unchanged) async throws
  {
    for beginsOnMainActor in [false, true] {
      let kept = screen()
      let injector = try Injector { binder in
        unchanged.bind(binder, kept)
        unchanged.contribute(binder, kept)
        binder.bind((any Piece).self).to(Base.self) { $0 }
      }
      try await injector.prepare()
      let base = try injector.resolve(Lazy<Base>.self)
      let piece = try injector.resolve(Lazy<any Piece>.self)
      let pieces = try injector.resolve(Lazy<[any Piece]>.self)
      await expectEverywhere(beginsOnMainActor: beginsOnMainActor) { _ = try base.get() }
      await expectEverywhere(beginsOnMainActor: beginsOnMainActor) { _ = try piece.get() }
      await expectEverywhere(beginsOnMainActor: beginsOnMainActor) { _ = try pieces.get() }
      withExtendedLifetime(kept) {}
    }
  }

  /// A closure of no actor makes the array, and its elements are not injected.
  @Test(arguments: Keeping.forCollections)
  fileprivate func anArrayThatAClosureMakesIsHandedOutEverywhere(_ keeping: Keeping) async throws {
    for beginsOnMainActor in [false, true] {
      let scope = keeping.scope
      let injector = try Injector { binder in
        binder.bind([Base].self).to { [screen()] }.in(scope)
        binder.bind([any Piece].self).to { _ in [Base(), screen()] }.in(scope)
        binder.bind([Screen].self).to { [Screen()] }.in(scope)
      }
      let handle = try injector.resolve(Lazy<[Base]>.self)
      let requests: [@Sendable () throws -> Void] = [
        { _ = try injector.resolve([Base].self) },
        { _ = try injector.resolve([any Piece].self) },
        { _ = try injector.resolve([Screen].self) },
        { _ = try handle.get() },
      ]
      for request in requests {
        await expectEverywhere(beginsOnMainActor: beginsOnMainActor, request)
      }
    }
  }

  @Test func anEagerArrayThatAClosureMakesIsHandedOutEverywhere() async throws {
    let makes: [@Sendable () async throws -> Injector] = [
      { try Injector { $0.bind([Base].self).to { [screen()] }.asEagerSingleton() } },
      { try await makeOnMainActor { $0.bind([Base].self).to { [screen()] }.asEagerSingleton() } },
    ]
    for make in makes {
      let injector = try await make()
      await expectEverywhere(beginsOnMainActor: false) { _ = try injector.resolve([Base].self) }
    }
  }
}

@MainActor private func makeOnMainActor(
  _ bind: @escaping @Sendable (Binder) -> Void
) throws -> Injector {
  try Injector { @Sendable in bind($0) }
}
