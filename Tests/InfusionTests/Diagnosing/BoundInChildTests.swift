import Infusion
import Testing

private final class Session {}
private class Repo: Injectable {
  var session: Session!
  class var requires: Requirements { requiring(\.session) }
}
private final class Screen: Injectable {
  var repo: Repo!
  static var requires: [PartialKeyPath<Screen>] { [\.repo] }
}
private final class Lounge: Injectable {
  var session: Session!
  static var requires: Requirements { requiring(\.session) }
}
private final class Item: Injectable {
  var next: Item?
  static var requires: [PartialKeyPath<Item>] { [] }
}
private final class Ticket: Sendable {}
private final class Desk: Injectable {
  var ticket: Ticket!
  static var requires: [PartialKeyPath<Desk>] { [\.ticket] }
}
private final class Hall: Sendable {}
/// Asks another injector than the one that injects it.
private final class Outsider: Injectable, AwakesFromInjection {
  let parent: Injector
  init(_ parent: Injector) { self.parent = parent }
  static var requires: [PartialKeyPath<Outsider>] { [] }
  func awakeFromInjection() throws { _ = try parent.resolve(Repo.self) }
}

/// Which value keeps a request from seeing what the child binds.
///
/// The same key may lead to a singleton in one injector and to another binding in the next. Only
/// the values on the way count.
struct BoundInChildTests {
  @Test(arguments: [false, true])
  func theErrorNamesTheValueThatTheParentKeeps(_ isContribution: Bool) throws {
    let top = try Injector { binder in
      if isContribution {
        binder.contribute(Screen.self).to { Screen() }.in(.singleton)
      } else {
        binder.bind(Screen.self).to { Screen() }.in(.singleton)
      }
      binder.bind(Repo.self).to { Repo() }
    }
    let child = try top.makeChild { binder in
      binder.bind(Session.self).to { Session() }
      binder.bind(Repo.self).to { Repo() }.in(.singleton)
    }
    func check(_ error: InjectionError) {
      let text = error.description
      #expect(error.code == .boundInChild)
      #expect(error.key == Key(Session.self))
      #expect(text.contains("The parent keeps 'Screen'"), "\(text)")
      #expect(
        text.contains(
          isContribution
            ? "Contribute 'Screen' in the child instead: binder.contribute(Screen.self).to { … }"
            : "Bind 'Screen' in the child, too: binder.bind(Screen.self).to { … }"), "\(text)")
    }
    for injector in [child, try child.makeChild()] {
      check(
        try failure {
          if isContribution {
            _ = try injector.resolve([Screen].self)
          } else {
            _ = try injector.resolve(Screen.self)
          }
        })
      try check(#require(throws: InjectionError.self) { try injector.validate() })
    }
  }

  @Test func theErrorNamesAllValuesThatTheParentKeeps() throws {
    let parent = try Injector { binder in
      binder.bind(Screen.self).to { Screen() }.in(.singleton)
      binder.bind(Repo.self).to { Repo() }.in(.singleton)
    }
    func child(_ configure: @escaping (Binder) -> Void = { _ in }) throws -> Injector {
      try parent.makeChild { binder in
        binder.bind(Session.self).to { Session() }
        configure(binder)
      }
    }
    let resolved = try failure { _ = try child().resolve(Screen.self) }.description
    let (repo, screen) = ("binder.bind(Repo.self).to { … }", "binder.bind(Screen.self).to { … }")
    let fixes = [
      "Bind 'Repo' and 'Screen' in the child, too: \(repo).in(.singleton); \(screen).in(.singleton)",
      "Give 'Repo' and 'Screen' a scope in which the child creates them: "
        + "\(repo).in(.graph); \(screen).in(.graph)",
    ]
    for fix in fixes { #expect(resolved.contains(fix), "\(resolved)") }
    let examined = try failure { try child().validate() }.description
    let fix = "Bind 'Repo', and what needs it, in the child, too: \(repo)"
    #expect(examined.contains(fix), "\(examined)")
    let half = try child { $0.bind(Repo.self).to { Repo() } }
    #expect(try failure { _ = try half.resolve(Screen.self) }.code == .boundInChild)
    let whole = try child { binder in
      binder.bind(Repo.self).to { Repo() }
      binder.bind(Screen.self).to { Screen() }
    }
    try whole.validate()
    _ = try whole.resolve(Screen.self)
  }

  @Test func whatTheChildItselfKeepsIsNotNamed() throws {
    let parent = try Injector { $0.bind(Repo.self).to { Repo() }.in(.singleton) }
    let child = try parent.makeChild { binder in
      binder.bind(Session.self).to { Session() }
      binder.bind(Screen.self).to { Screen() }.in(.singleton)
    }
    let error = try failure { _ = try child.resolve(Screen.self) }
    #expect(error.code == .boundInChild)
    #expect(error.description.contains("Bind 'Repo' in the child, too: "), "\(error)")
  }

  @Test func ofSeveralErrorsEachNamesWhatTheParentKeeps() throws {
    let parent = try Injector { binder in
      binder.bind(Int.self).to { injector in
        try injector.update { binder in
          binder.bind(Repo.self).to { Repo() }.asEagerSingleton()
          binder.bind(Lounge.self).to { Lounge() }.asEagerSingleton()
        }
        return 1
      }.in(.singleton)
    }
    let child = try parent.makeChild { $0.bind(Session.self).to { Session() } }
    let error = try failure { _ = try child.resolve(Int.self) }
    #expect(error.errors.map(\.code) == [.boundInChild, .boundInChild], "\(error)")
  }

  @Test func aContributionIsMovedIntoTheChildTogetherWithWhatItNeeds() throws {
    let parent = try Injector { binder in
      binder.contribute(Screen.self).to { Screen() }.in(.singleton)
      binder.bind(Repo.self).to { Repo() }.in(.singleton)
    }
    let child = try parent.makeChild { $0.bind(Session.self).to { Session() } }
    let text = try failure { _ = try child.resolve([Screen].self) }.description
    let fix =
      "Bind 'Repo' and 'Screen' in the child instead: binder.bind(Repo.self).to { … }.in(.singleton); "
    #expect(
      text.contains(fix + "binder.contribute(Screen.self).to { … }.in(.singleton)"), "\(text)")
  }

  @Test func ofManyValuesTheInnermostAreNamed() throws {
    let names = (0..<40).map { Name("\($0)") }
    let parent = try Injector { binder in
      for (name, next) in zip(names, names.dropFirst()) {
        binder.bind(Item.self, named: name).to { Item() }.in(.singleton)
          .injecting(\.next, named: next)
      }
    }
    let child = try parent.makeChild { $0.bind(Item.self, named: names[39]).to { Item() } }
    let text = try failure { _ = try child.resolve(Item.self, named: names[0]) }.description
    let named = (29..<39).reversed().map { "'Item' named \"\($0)\"" }
    #expect(
      text.contains(
        "Bind \(named.joined(separator: " and ")), and what needs them, in the child, too: "),
      "\(text)")
  }

  @Test func ofManyValuesThoseOfEachInjectorAreNamed() throws {
    let names = (0...12).map { Name("\($0)") }
    let top = try Injector { binder in
      for (name, next) in zip(names, names.dropFirst()) {
        binder.bind(Item.self, named: name).to { Item() }.in(.singleton)
          .injecting(\.next, named: next)
      }
    }
    let middle = try top.makeChild { binder in
      binder.bind(Item.self).to { Item() }.in(.singleton).injecting(\.next, named: names[0])
    }
    let child = try middle.makeChild { $0.bind(Item.self, named: names[12]).to { Item() } }
    let text = try failure { _ = try child.resolve(Item.self) }.description
    #expect(text.contains("'Item' named \"2\" and 'Item', and what needs them,"), "\(text)")
  }

  @Test func anIncludedClassThatTheParentKeepsOnDemandIsExamined() throws {
    final class Kept: DefaultInitializable, Injectable, Scoped {
      var session: Session!
      static var requires: Requirements { requiring(\.session) }
      static var scope: Scope { .singleton }
    }
    let child = try Injector().makeChild { $0.bind(Session.self).to { Session() } }
    #expect(try failure { _ = try child.resolve(Kept.self) }.code == .boundInChild)
    #expect(try failure { try child.validate(including: Kept.self) }.code == .boundInChild)
    // The child injects an object that something else has created.
    try child.validate(including: [Kept()])
    try child.injectDependencies(into: Kept())
  }

  @Test func aValueOfALongPathIsNamedEvenWhereItsStepIsLeftOut() throws {
    let names = (0..<60).map { Name("\($0)") }
    let top = try Injector { binder in
      for (name, next) in zip(names, names.dropFirst()) {
        let item = binder.bind(Item.self, named: name).to { Item() }
          .injecting(\.next, named: next)
        if name == names[30] { item.in(.singleton) }
      }
    }
    let child = try top.makeChild { $0.bind(Item.self, named: names[59]).to { Item() } }
    let error = try failure { _ = try child.resolve(Item.self, named: names[0]) }
    #expect(error.code == .boundInChild)
    #expect(error.omittedStepCount > 0)
    #expect(error.description.contains(#"The parent keeps 'Item' named "30""#))
  }

  @Test func aKeyThatLeadsToASingletonElsewhereIsMissing() throws {
    let parent = try Injector { binder in
      binder.bind(Repo.self).to { Repo() }
      binder.bind(Outsider.self).to { Outsider($0) }.in(.singleton)
    }
    let child = try parent.makeChild { binder in
      binder.bind(Session.self).to { Session() }
      binder.bind(Repo.self).to { Repo() }.in(.singleton)
    }
    // The parent makes a `Repo` that it does not keep. It does not make this object.
    for injector in [child, try child.makeChild()] {
      let error = try failure { try injector.injectDependencies(into: Outsider(parent)) }
      #expect(error.code == .missingBinding)
    }
    #expect(try failure { _ = try child.resolve(Outsider.self) }.code == .boundInChild)
  }

  /// The child's binding would help nobody.
  @Test func aKeyThatAnotherInjectorLacksIsMissing() throws {
    let other = try Injector()
    let parent = try Injector { binder in
      binder.bind(Repo.self).to {
        _ = try other.resolve(Session.self)
        return Repo()
      }.in(.singleton)
    }
    let child = try parent.makeChild { $0.bind(Session.self).to { Session() } }
    #expect(try failure { _ = try child.resolve(Repo.self) }.code == .missingBinding)
  }

  @Test func whatTheInjectorThatBindsTheKeyKeepsIsNotNamed() throws {
    let top = try Injector { $0.bind(Repo.self).to { Repo() }.in(.singleton) }
    let middle = try top.makeChild { binder in
      binder.bind(Session.self).to { Session() }
      binder.bind(Outsider.self).to { injector in
        _ = try injector.resolve(Repo.self)
        return Outsider(injector)
      }.in(.singleton)
      binder.bind(Item.self).to {
        _ = try top.resolve(Session.self)
        return Item()
      }.in(.singleton)
    }
    for injector in [middle, try middle.makeChild()] {
      let text = try failure { _ = try injector.resolve(Outsider.self) }.description
      #expect(text.contains("Bind 'Repo' in the child, too"), "\(text)")
      #expect(try failure { _ = try injector.resolve(Item.self) }.code == .missingBinding)
    }
  }

  @Test func validationNamesEachSingletonOfTheParent() throws {
    let parent = try Injector { binder in
      binder.bind(Repo.self).to { Repo() }.in(.singleton)
      binder.bind(Lounge.self).to { Lounge() }.in(.singleton)
    }
    let child = try parent.makeChild { $0.bind(Session.self).to { Session() } }
    let errors = try failure { try child.validate() }.errors
    #expect(errors.map(\.code) == [.boundInChild, .boundInChild])
    #expect(errors.map(\.path.count) == [1, 1])
    for (error, name) in zip(errors, ["Repo", "Lounge"]) {
      #expect(error.description.contains("The parent keeps '\(name)'"), "\(error)")
    }
    let other = try parent.makeChild { binder in
      binder.bind(Session.self).to { Session() }
      binder.bind(Repo.self).to { Repo() }
      binder.bind(Lounge.self).to { Lounge() }
    }
    _ = try other.validate()
  }

  /// How an asynchronous singleton of the parent needs what only the child binds.
  enum Need: CaseIterable {
    case declared
    case resolved
    case awaited
    case property
  }

  @Test(arguments: Need.allCases)
  func anAsynchronousSingletonOfTheParentIsNamed(_ need: Need) async throws {
    let parent = try Injector { binder in
      let desk = binder.bind(Desk.self)
      switch need {
      case .declared: desk.toAsync(uses: Ticket.self) { _ in Desk() }
      case .resolved:
        desk.toAsync { injector in
          _ = try injector.resolve(Ticket.self)
          return Desk()
        }
      case .awaited:
        desk.toAsync { injector in
          _ = try await injector.prepared(Ticket.self)
          return Desk()
        }
      case .property: desk.toAsync { Desk() }
      }
    }
    let child = try parent.makeChild { binder in
      binder.bind(Ticket.self).to { Ticket() }
      binder.bind(Hall.self).toAsync(uses: Key(Desk.self)) { _ in Hall() }
    }
    let requests: [() async throws -> Void] = [
      { _ = try await child.prepared(Desk.self) }, { try await child.prepare() },
    ]
    for request in requests {
      let error = try await asyncFailure { try await request() }
      #expect(error.code == .boundInChild)
      #expect(error.key == Key(Ticket.self))
      #expect(error.description.contains("The parent keeps 'Desk'"))
    }
    let error = try await asyncFailure { _ = try await parent.prepared(Desk.self) }
    #expect(error.code == .missingBinding)
  }
}
