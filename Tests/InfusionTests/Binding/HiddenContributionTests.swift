import Infusion
import Testing

private final class Part: ReleasesFromInjection {
  let id: String
  let journal: Journal
  init(_ id: String, _ journal: Journal) {
    (self.id, self.journal) = (id, journal)
    journal.note("make \(id)")
  }
  func releaseFromInjection() { journal.note("release \(id)") }
}
private final class Spare {}

/// A binding of a collection hides what is contributed to it, as one binding hides another.
struct HiddenContributionTests {
  private let journal = Journal()

  /// What makes a contribution matter although nothing asks for it, or a mistake in it.
  enum Form: CaseIterable { case eager, failing, needingMore, takingArguments, notSingleton }

  private func contribute(_ form: Form, _ binder: Binder) {
    let journal = journal
    switch form {
    case .eager: binder.contribute(Part.self).to { Part("part", journal) }.asEagerSingleton()
    case .failing: binder.contribute(Part.self).to { throw Mishap() }.asEagerSingleton()
    case .needingMore:
      binder.contribute(Part.self)
        .toInitializer { (_: Unmanaged<Spare>) in Part("part", journal) }
    case .takingArguments:
      binder.contribute(Part.self).to { (_, id: String) in Part(id, journal) }
    case .notSingleton:
      binder.contribute(Part.self).to { Part("part", journal) }.asEagerSingleton().in(.weak)
    }
  }

  @Test(arguments: Form.allCases)
  func aHiddenContributionMakesNothingAndMayBeAMistake(_ form: Form) throws {
    let module = Configuring { contribute(form, $0) }
    let injector = try Injector(module.overriding { $0.bind([Part].self).to { [] } })
    #expect(try injector.resolve([Part].self).isEmpty)
    try injector.validate(including: [Part].self)
    #expect(journal.entries == [])
    #expect(!injector.graph.nodes.contains { $0.isContribution })
  }

  @Test func aHiddenContributionIsNotPrepared() async throws {
    let journal = SafeJournal()
    let module = Configuring { binder in
      binder.contribute(String.self).toAsync {
        journal.note("make")
        return "value"
      }
    }
    let injector = try Injector(module.overriding { $0.bind([String].self).to { [] } })
    try await injector.prepare()
    #expect(journal.all == [])
  }

  @Test func whatIsHiddenIsReleasedAndComesBackAsNew() throws {
    struct Replacing: Module {
      func configure(_ binder: Binder) { binder.bind([Part].self).to { [] } }
    }
    let journal = journal
    let count = Counter()
    let injector = try Injector { binder in
      binder.contribute(Part.self).to { Part("\(count.next())", journal) }.in(.singleton)
      binder.contribute(Part.self).to { Part("e\(count.next())", journal) }.asEagerSingleton()
    }
    _ = try injector.resolve([Part].self)
    try injector.update { $0.install(Replacing()) }
    #expect(journal.entries == ["make e1", "make 2", "release 2", "release e1"])
    journal.clear()
    try injector.update { $0.uninstall(Replacing.self) }
    #expect(journal.entries == ["make e3"])
    #expect(try injector.resolve([Part].self).map(\.id) == ["4", "e3"])
  }

  @Test func whatAnUninstalledModuleUncoversIsExamined() throws {
    struct Replacing: Module {
      func configure(_ binder: Binder) { binder.bind([Part].self).to { [] } }
    }
    let injector = try Injector(
      Configuring { contribute(.notSingleton, $0) }, Replacing())
    let error = try failure { try injector.update { $0.uninstall(Replacing.self) } }
    #expect(error.code == .eagerNotSingleton)
    #expect(try injector.resolve([Part].self).isEmpty)
  }

  /// A binding without a target collects what is contributed.
  @Test(arguments: [Form.notSingleton, .takingArguments])
  func whatABindingWithoutATargetUncoversIsExamined(_ form: Form) throws {
    let injector = try Injector { binder in
      contribute(form, binder)
      binder.bind([Part].self).to { [] }
    }
    let error = try failure { try injector.update { $0.bind([Part].self) } }
    #expect(error.code == (form == .notSingleton ? .eagerNotSingleton : .argumentMismatch))
    #expect(try injector.resolve([Part].self).isEmpty)
  }

  /// A scope alone replaces nothing.
  @Test func aCollectionWithAScopeHidesNothing() throws {
    let injector = try Injector { binder in
      contribute(.eager, binder)
      binder.bind([Part].self).in(.singleton)
    }
    #expect(try injector.resolve([Part].self).map(\.id) == ["part"])
    #expect(try injector.validate().warnings == [])
  }

  @Test func aParentThatKeepsTheCollectionLacksWhatAChildContributes() throws {
    let parent = try Injector(
      Configuring { binder in
        binder.contribute(Int.self).to { 1 }
        binder.bind([Int].self, fileID: "App/A.swift", line: 3).in(.singleton)
      })
    func child(_ configure: @escaping (Binder) -> Void) throws -> Injector {
      try parent.makeChild { binder in
        binder.contribute(Int.self, fileID: "App/B.swift", line: 4).to { 2 }
        configure(binder)
      }
    }
    let lacking = try child { _ in }
    #expect(try lacking.resolve([Int].self) == [1])
    #expect(
      try lacking.validate().warnings == [
        """
        [Int]: the parent keeps its collection (bound in Configuring, A.swift:3), which lacks what \
        this child contributes (contributed at B.swift:4); bind the collection in the child, too
        """
      ])
    let binding = try child { $0.bind([Int].self).in(.singleton) }
    #expect(try binding.resolve([Int].self) == [1, 2])
    #expect(try binding.validate().warnings == [])
  }

  @Test func hidingByAccidentIsAWarning() throws {
    func injector(_ configure: @escaping (Binder) -> Void) throws -> Injector {
      try Injector(
        Configuring { binder in
          binder.contribute(Int.self, fileID: "App/A.swift", line: 3).to { 1 }
          configure(binder)
        })
    }
    let hiding = try injector { binder in
      binder.bind([Int].self, fileID: "App/B.swift", line: 4).to { [] }
    }
    #expect(
      try hiding.validate().warnings == [
        """
        [Int]: a binding hides what is contributed to it (contributed in Configuring, A.swift:3; \
        bound in Configuring, B.swift:4); contribute its values, too, or override the module
        """
      ])
    let updated = try injector { _ in }
    try updated.update { $0.bind([Int].self).to { [] } }
    #expect(try updated.validate().warnings == [])
  }
}
