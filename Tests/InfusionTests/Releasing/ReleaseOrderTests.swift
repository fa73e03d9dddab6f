import Infusion
import Testing

/// The order in which singletons are released, in many graphs.
struct ReleaseOrderTests {
  @Test func singletonsOfSeveralInjectorsAreReleasedInTheReverseOrderOfTheirCompletion() throws {
    let journal = Journal()
    let parent = try Injector { binder in
      binder.bind(Resource.self).to { Resource("used", journal) }.in(.singleton)
    }
    let child = try parent.makeChild { binder in
      binder.bind(Resource.self, named: "user").to { child in
        _ = try child.resolve(Resource.self)
        return Resource("user", journal)
      }.in(.singleton)
    }
    _ = try child.resolve(Resource.self, named: "user")
    journal.clear()
    try child.create {
      try child.update { $0.unbind(Resource.self, named: "user") }
      try parent.update { $0.unbind(Resource.self) }
    }
    #expect(journal.take() == "-user -used")
  }

  @Test(arguments: [false, true])
  func eachSingletonIsDroppedRightAfterItsRelease(isGraceful: Bool) async throws {
    final class Ending: ReleasesFromInjection {
      let (name, journal): (Name, Journal)
      init(_ name: Name, _ journal: Journal) { (self.name, self.journal) = (name, journal) }
      func releaseFromInjection() { journal.note("-\(name)") }
      deinit { journal.note("~\(name)") }
    }
    let (journal, names) = (Journal(), ["1", "2", "3"] as [Name])
    let injector = try Injector { binder in
      for name in names {
        binder.bind(Ending.self, named: name).to { Ending(name, journal) }.in(.singleton)
      }
    }
    for name in names { _ = try injector.resolve(Ending.self, named: name) }
    if isGraceful {
      try await injector.shutdownGracefully()
    } else {
      try injector.shutdown()
    }
    #expect(journal.take() == "-3 ~3 -2 ~2 -1 ~1")
  }

  /// A binding with `asIs()` does not complete what it hands out.
  @Test func anObjectIsCompletedByTheBindingThatInjectsIt() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Resource.self, named: "plain").to { Resource("passed", journal) }
        .in(.singleton).asIs()
      binder.bind(Resource.self).to { try $0.resolve(Resource.self, named: "plain") }
        .in(.singleton)
      binder.bind(Resource.self, named: "other").to { Resource("other", journal) }.in(.singleton)
    }
    _ = try injector.resolve(Resource.self, named: "plain")
    _ = try injector.resolve(Resource.self, named: "other")
    _ = try injector.resolve(Resource.self)
    try injector.shutdown()
    #expect(journal.take() == "+other +passed -passed -other")
  }

  @Test(arguments: 0..<100)
  func singletonsAreReleasedInTheReverseOrderOfTheirCompletion(seed: UInt64) async throws {
    var random = Random(seed: seed + 1)
    let journal = Journal()
    let schedule = Schedule(count: Int.random(in: 2...40, using: &random), seed: seed + 1)
    // The injector of each piece, its kind of binding, and the way in which it gets its needs.
    let generations = schedule.pieces.map { _ in Int.random(in: 0...2, using: &random) }
    let ways = schedule.pieces.map { _ in Int.random(in: 0...3, using: &random) }
    var injectors: [Injector] = []
    for generation in 0...2 {
      let configure = { (binder: Binder) in
        for piece in schedule.pieces where generations[piece.number] == generation {
          // A parent does not know the bindings of its children.
          let needs = piece.needs.filter { generations[$0] <= generation }.map { Name("\($0)") }
          let name = "\(piece.number)"
          let builder = binder.bind(Resource.self, named: Name(name))
          switch ways[piece.number] {
          case 0:
            builder.to { injector in
              for need in needs { _ = try injector.resolve(Resource.self, named: need) }
              return CompositeResource(name, journal)
            }.in(.singleton)
          case 1:
            // A link: the target is made separately, and this binding keeps it.
            let target = binder.bind(CompositeResource.self, named: Name(name)).to {
              CompositeResource(name, journal)
            }
            inject(target, needs)
            builder.to(CompositeResource.self, named: Name(name)) { $0 }.in(.singleton)
          case 2:
            let target = binder.bind(CompositeResource.self, named: Name(name)).to {
              CompositeResource(name, journal)
            }
            .in(.singleton)
            inject(target, needs)
            builder.to(CompositeResource.self, named: Name(name)) { $0 }
          default:
            builder.to(provider: CompositeProvider(name: name, journal: journal, needs: needs))
              .in(.singleton)
          }
        }
      }
      injectors.append(try injectors.last?.makeChild(configure) ?? Injector(configure))
    }
    // In any order; some are never requested.
    for piece in schedule.pieces.shuffled(using: &random).dropLast(3) {
      _ = try injectors[2].resolve(Resource.self, named: Name("\(piece.number)"))
    }
    let completed = journal.entries.map { Int($0.dropFirst()) ?? -1 }
    journal.clear()
    if seed.isMultiple(of: 2) {
      try injectors[0].shutdown()
    } else {
      for injector in injectors.reversed() { try injector.shutdown() }
    }
    // Children first; in each injector, the last object first.
    let expected = [2, 1, 0].flatMap { generation in
      completed.reversed().filter { generations[$0] == generation }
    }
    #expect(journal.entries == expected.map { "-\($0)" })
    try injectors[0].shutdown()
    #expect(journal.entries.count == expected.count)
  }

  private func inject(_ builder: BindingBuilder<CompositeResource>, _ needs: [Name]) {
    for (position, need) in needs.enumerated() {
      switch position {
      case 0: builder.injecting(\.first, named: need)
      case 1: builder.injecting(\.second, named: need)
      default: builder.injecting(\.third, named: need)
      }
    }
  }

  private struct CompositeProvider: ProviderProtocol {
    let name: String
    let journal: Journal
    let needs: [Name]

    func provide(from injector: Injector) throws -> Resource {
      for need in needs { _ = try injector.resolve(Resource.self, named: need) }
      return CompositeResource(name, journal)
    }
  }

  @Test func aCycleIsReleasedInTheReverseOrderOfItsMembers() throws {
    let journal = Journal()
    let injector = try Injector { binder in
      for (name, other) in [("a", "b"), ("b", "a")] {
        binder.bind(CompositeResource.self, named: Name(name)).to {
          CompositeResource(name, journal)
        }.in(.singleton)
          .injecting(\.second, named: Name(other))
        binder.bind(Resource.self, named: Name(name)).to(CompositeResource.self, named: Name(name))
        { $0 }
      }
    }
    let node = try injector.resolve(CompositeResource.self, named: "a")
    #expect(journal.take() == "+b +a")
    try injector.shutdown()
    #expect(journal.take() == "-a -b")
    node.second = nil
  }

  /// A singleton that passes on an object of its cycle is finished before the object.
  @Test(arguments: [true, false])
  func anObjectThatItsCyclePassesOnIsReleasedBeforeWhatItUses(isLink: Bool) throws {
    let journal = Journal()
    let injector = try Injector { binder in
      func bind(_ name: Name) -> BindingBuilder<CompositeResource> {
        binder.bind(CompositeResource.self, named: name).to {
          CompositeResource("\(name)", journal)
        }.in(.singleton)
      }
      bind("a").injecting(\.second, named: "b").injecting(\.third, named: "c")
      bind("b").injecting(\.second, named: "a")
      binder.bind(Resource.self, named: "b").to(CompositeResource.self, named: "b") { $0 }
      binder.bind(Resource.self, named: "c").to { Resource("c", journal) }.in(.singleton)
      let passing = binder.bind(Resource.self, named: "a").in(.singleton)
      if isLink {
        passing.to(CompositeResource.self, named: "a") { $0 }
      } else {
        passing.to { try $0.resolve(CompositeResource.self, named: "a") }
      }
    }
    let node = try injector.resolve(CompositeResource.self, named: "a")
    #expect(journal.take() == "+b +c +a")
    try injector.shutdown()
    #expect(journal.take() == "-a -c -b")
    node.second = nil
  }

  /// The object is finished long before the update that creates it.
  @Test(arguments: [true, false])
  func anObjectThatACycleOfAnUpdatePassesOnIsReleasedAfterWhatUsesIt(isLink: Bool) throws {
    let journal = Journal()
    let injector = try Injector()
    try injector.update { binder in
      binder.bind(CompositeResource.self, named: "a").to { CompositeResource("a", journal) }
        .asEagerSingleton().injecting(\.second, named: "b")
      binder.bind(CompositeResource.self, named: "b").to { CompositeResource("b", journal) }
        .in(.singleton).injecting(\.second, named: "a")
      binder.bind(Resource.self, named: "b").to(CompositeResource.self, named: "b") { $0 }
      let passing = binder.bind(Resource.self, named: "a").in(.singleton)
      if isLink {
        passing.to(CompositeResource.self, named: "a") { $0 }
      } else {
        passing.to { try $0.resolve(CompositeResource.self, named: "a") }
      }
      binder.bind(Resource.self, named: "user").to { injector in
        let user = CompositeResource("user", journal)
        user.first = try injector.resolve(Resource.self, named: "a")
        return user
      }.asEagerSingleton()
    }
    let node = try injector.resolve(CompositeResource.self, named: "a")
    #expect(journal.take() == "+b +a +user")
    // Only what passes it on still keeps it.
    try injector.update { $0.unbind(CompositeResource.self, named: "a") }
    try injector.shutdown()
    #expect(journal.take() == "-user -a -b")
    node.second = nil
  }

  /// The link is asked for last, but its object was completed first.
  @Test(arguments: [false, true])
  func anObjectThatOnlyALinkStillKeepsIsReleasedAfterWhatUsesIt(isFar: Bool) throws {
    let journal = Journal()
    let injector = try Injector { binder in
      bindUserAndUsed(binder, journal)
      let end: Name? = isFar ? "between" : nil
      if isFar {
        binder.bind(CompositeResource.self, named: end).to(CompositeResource.self) { $0 }
      }
      for name in ["link", "other"] {
        binder.bind(Resource.self, named: Name(name)).to(CompositeResource.self, named: end) { $0 }
          .in(.singleton)
      }
    }
    for name in ["user", "link", "other"] {
      _ = try injector.resolve(Resource.self, named: Name(name))
    }
    #expect(journal.take() == "+used +user")
    try injector.update { $0.unbind(CompositeResource.self) }
    injector.releaseSingletons(of: Resource.self, named: "other")
    #expect(journal.take() == "")
    try injector.shutdown()
    #expect(journal.take() == "-user -used")
  }

  @Test func anObjectThatAClosurePassesOnIsReleasedAfterWhatUsesIt() throws {
    let journal = Journal()
    let injector = try injectorThatPassesOn(journal)
    #expect(journal.take() == "+used +user")
    try injector.shutdown()
    #expect(journal.take() == "-user -used")
  }

  /// The singleton that the injector has made of the object first says when it was completed.
  @Test func anObjectThatAClosurePassesOnKeepsItsPlaceWhenItsOwnBindingGoes() throws {
    let journal = Journal()
    let injector = try injectorThatPassesOn(journal)
    try injector.update { $0.unbind(CompositeResource.self) }
    journal.clear()
    try injector.shutdown()
    #expect(journal.take() == "-user -used")
  }

  /// The closure is asked by the object that it passes on, which is completed after that.
  @Test(arguments: [false, true])
  func anUnfinishedObjectThatAClosurePassesOnIsReleasedBeforeWhatItUses(
    hasArguments: Bool
  ) throws {
    let journal = Journal()
    let injector = try Injector { binder in
      binder.bind(Ring.self).to { Ring("ring", journal) }.in(.singleton)
      binder.bind(Resource.self).to { Resource("used", journal) }.in(.singleton)
      if hasArguments {
        binder.bind((any Typed<Int>).self).to { try $0.resolve(Ring.self) }.in(.singleton)
      } else {
        binder.bind((any Untyped).self).to { try $0.resolve(Ring.self) }.in(.singleton)
      }
    }
    let ring = try injector.resolve(Ring.self)
    #expect(ring.typed === (hasArguments ? ring : nil) && ring.used != nil)
    journal.clear()
    try injector.shutdown()
    #expect(journal.take() == "-ring -used")
    (ring.typed, ring.untyped) = (nil, nil)
  }

  enum Passing: CaseIterable { case plain, addition, protocolWithArguments }

  /// The parent has made the object.
  @Test(arguments: Passing.allCases)
  func aChildDoesNotReleaseWhatItsBindingPassesOn(_ passing: Passing) throws {
    let journal = Journal()
    let parent = try Injector { binder in
      binder.bind(Ring.self).to { Ring("ring", journal) }.in(.singleton)
      binder.bind(Resource.self).to { Resource("used", journal) }.in(.singleton)
      binder.bind(Size.self).to { Size(journal) }.in(.singleton)
      binder.bind(Int.self).to { 1 }
    }
    let child = try parent.makeChild { binder in
      switch passing {
      case .plain:
        binder.bind(Size.self, named: "kept").to { try $0.resolve(Size.self) }.in(.singleton)
      case .addition:
        binder.bind(Size.self, named: "kept").to { try $0.resolve(Size.self) }
          .injecting(\.value).in(.singleton)
      case .protocolWithArguments:
        binder.bind((any Typed<Int>).self).to { try $0.resolve(Size.self) }.in(.singleton)
      }
    }
    if passing == .protocolWithArguments {
      _ = try child.resolve((any Typed<Int>).self)
    } else {
      _ = try child.resolve(Size.self, named: "kept")
    }
    journal.clear()
    parent.releaseSingletons(of: Size.self)
    #expect(journal.take() == "-size")
    try child.shutdown()
    #expect(journal.take() == "")
  }

  /// An injector whose closure has passed on the object that another one uses.
  private func injectorThatPassesOn(_ journal: Journal) throws -> Injector {
    let injector = try Injector { binder in
      bindUserAndUsed(binder, journal)
      binder.bind(Resource.self, named: "passed on").to { injector in
        try injector.resolve(CompositeResource.self)
      }.in(.singleton)
    }
    for name in ["user", "passed on"] {
      _ = try injector.resolve(Resource.self, named: Name(name))
    }
    return injector
  }

  private func bindUserAndUsed(_ binder: Binder, _ journal: Journal) {
    binder.bind(CompositeResource.self).to { CompositeResource("used", journal) }.in(.singleton)
    binder.bind(Resource.self, named: "user").to { injector in
      let user = CompositeResource("user", journal)
      user.first = try injector.resolve(CompositeResource.self)
      return user
    }.in(.singleton)
  }

  /// A call has used the injector, and is the last to let go of the singletons and of the injector.
  @Test func replacedSingletonsOfAnInjectorThatIsGoneAreDroppedInOrder() throws {
    final class Piece: Sendable {
      let number: Int
      let journal: SafeJournal
      init(_ number: Int, _ journal: SafeJournal) {
        (self.number, self.journal) = (number, journal)
      }
      deinit { journal.note("\(number)") }
    }
    let journal = SafeJournal()
    let numbers = 0..<8
    let outer = try Injector()
    _ = try outer.create {
      let injector = try Injector { binder in
        for number in numbers {
          binder.bind(Piece.self, named: Name("\(number)")).to { Piece(number, journal) }
            .in(.singleton)
        }
      }
      for number in numbers { _ = try injector.resolve(Piece.self, named: Name("\(number)")) }
      _ = onThreads(1) { [injector] _ in
        try injector.update { binder in
          for number in numbers { binder.unbind(Piece.self, named: Name("\(number)")) }
        }
      }
      #expect(journal.all == [])
      return Journal()
    }
    #expect(journal.all == numbers.reversed().map { "\($0)" })
  }

  /// A call has kept it beyond the update, and ends the injector.
  @Test func whatAnUpdateReplacedIsReleasedBeforeTheRest() throws {
    final class Piece: ReleasesFromInjection, Sendable {
      let name: String
      let journal: SafeJournal
      init(_ name: String, _ journal: SafeJournal) { (self.name, self.journal) = (name, journal) }
      func releaseFromInjection() throws {
        journal.note(name)
        throw Mishap()
      }
    }
    let journal = SafeJournal()
    let names: [Name] = ["replaced", "other"]
    let outer = try Injector()
    _ = try outer.create {
      let injector = try Injector { binder in
        for name in names {
          binder.bind(Piece.self, named: name).to { Piece("\(name)", journal) }.in(.singleton)
        }
      }
      for name in names { _ = try injector.resolve(Piece.self, named: name) }
      _ = onThreads(1) { [injector] _ in
        try injector.update { $0.unbind(Piece.self, named: "replaced") }
      }
      #expect(try failure { try injector.shutdown() }.errors.count == 2)
      return Journal()
    }
    #expect(journal.all == ["replaced", "other"])
  }

  @Test func preparedSingletonsAreReleasedLikeOthers() async throws {
    let journal = Journal()
    let injector = try makePrepared(journal)
    try await injector.prepare()
    #expect(journal.take() == "+a +b +c")
    try injector.shutdown()
    #expect(journal.take() == "-c -b -a")
  }

  private func makePrepared(_ journal: Journal) throws -> Injector {
    let journal = Unchecked(journal)
    return try Injector { binder in
      binder.bind(Resource.self, named: "a").toAsync { Resource("a", journal.value) }
      binder.bind(Resource.self, named: "b").to(uses: Key(Resource.self, named: "a")) { injector in
        _ = try injector.resolve(Resource.self, named: "a")
        return Resource("b", journal.value)
      }.in(.singleton)
      binder.bind(Resource.self, named: "c").toAsync(uses: Key(Resource.self, named: "b")) {
        injector in
        _ = try injector.resolve(Resource.self, named: "b")
        return Resource("c", journal.value)
      }
    }
  }
}

/// A value that tests pass from one task to the next.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}

private protocol Untyped: AnyObject {}
private protocol Typed<Content>: AnyObject { associatedtype Content }
private final class Ring: Resource, Untyped, Typed, Injectable {
  typealias Content = Int
  var untyped: (any Untyped)?
  var typed: (any Typed<Int>)?
  var used: Resource!
  static var requires: Requirements { accepting(\.untyped, \.typed) + requiring(\.used) }
}
private final class Size: Typed, ReleasesFromInjection {
  typealias Content = Int
  let journal: Journal
  var value: Int?
  init(_ journal: Journal) { self.journal = journal }
  func releaseFromInjection() { journal.note("-size") }
}
