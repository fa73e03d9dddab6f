import Infusion
import Testing

/// A request sees one state of each injector, and its own changes.
struct ConsistentStateTests {
  @Test
  func aRequestThatReturnsThroughAnotherInjectorSeesOneState() throws {
    let first = try Injector { bind(0, $0) }
    let second = try Injector { binder in
      binder.bind(String.self).to { "V\(try first.resolve(Int.self, named: "V"))" }
    }
    try first.update { binder in
      binder.bind([String].self).to { injector in
        // Another thread changes both bindings during the request.
        onThreads(1) { _ in unexpected { try first.update { bind(1, $0) } } }
        return [
          try second.resolve(String.self), "W\(try injector.resolve(Int.self, named: "W"))",
        ]
      }
    }
    #expect(try first.resolve([String].self) == ["V0", "W0"])
    #expect(try first.resolve([String].self) == ["V1", "W1"])
  }

  @Test
  func aRequestSeesItsOwnChangeThatWasMadeThroughAnotherInjector() throws {
    let first = try Injector { bind(0, $0) }
    let second = try Injector { binder in
      binder.bind(String.self).to {
        try first.update { bind(1, $0) }
        return "V\(try first.resolve(Int.self, named: "V"))"
      }
    }
    try first.update { binder in
      binder.bind([String].self).to { injector in
        let before = "W\(try injector.resolve(Int.self, named: "W"))"
        return [
          before, try second.resolve(String.self),
          "W\(try injector.resolve(Int.self, named: "W"))",
        ]
      }
    }
    #expect(try first.resolve([String].self) == ["W0", "V1", "W1"])
  }

  @Test func aSingletonWhoseBindingStaysIsOneObjectInBothStates() throws {
    final class Holder: Sendable {
      let value: Int
      init(_ value: Int) { self.value = value }
    }
    let injector = try Injector { binder in
      binder.bind(Int.self).to { 1 }
      binder.bind(Holder.self).to { Holder(try $0.resolve(Int.self)) }.in(.singleton)
      binder.bind([Int].self).to { injector in
        onThreads(1) { _ in
          unexpected {
            try injector.update { $0.bind(Int.self).to { 2 } }
            _ = try injector.resolve(Holder.self)
          }
        }
        return [try injector.resolve(Holder.self).value, try injector.resolve(Int.self)]
      }
    }
    #expect(try injector.resolve([Int].self) == [2, 1])
  }

  /// An older request still uses the object, and shares it with requests that began before the release.
  @Test func aRequestReceivesNoObjectThatWasReleasedBeforeItBegan() throws {
    let found = Locked<[ObjectIdentifier]>([])
    let injector = try Injector { binder in
      binder.bind(Peer.self).to { Peer(0) }.in(.singleton)
      binder.bind(Peer.self, named: "younger").to { injector in
        // The instances of the request are those of a binding that is no longer in force.
        onThreads(1) { _ in
          unexpected { try injector.update { $0.bind(Peer.self).to { Peer(1) } } }
        }
        return try injector.resolve(Peer.self)
      }
      binder.bind(Peer.self, named: "older").to { injector in
        let kept = try injector.resolve(Peer.self)
        onThreads(1) { _ in
          injector.releaseSingletons()
          unexpected {
            let younger = try injector.resolve(Peer.self, named: "younger")
            found.with { $0.append(ObjectIdentifier(younger)) }
          }
        }
        #expect(try injector.resolve(Peer.self) === kept)
        return kept
      }
    }
    let older = try injector.resolve(Peer.self, named: "older")
    #expect(older.index == 0)
    #expect(found.current.count == 1)
    #expect(found.current.first != ObjectIdentifier(older))
  }

  /// Another thread has changed the injector since the request began.
  @Test func aFailedUpdateGivesTheFormerStateBackThoughAnotherInjectorChanges() throws {
    let injector = try Injector { bind(0, $0) }
    let other = try Injector()
    try injector.update { binder in
      binder.bind([Int].self).to { injector in
        let before = try injector.resolve(Int.self, named: "V")
        onThreads(1) { _ in unexpected { try injector.update { bind(1, $0) } } }
        #expect(throws: InjectionError.self) {
          try injector.update { binder in
            binder.bind(String.self).to {
              try other.update { $0.bind(Bool.self).to { true } }
              throw Refusal(number: 0)
            }.asEagerSingleton()
          }
        }
        return [before, try injector.resolve(Int.self, named: "V")]
      }
    }
    #expect(try injector.resolve([Int].self) == [0, 0])
  }

  /// Another thread has changed the child since the request asked it.
  @Test(arguments: [false, true])
  func anUpdateOfItsParentShowsNoOtherStateOfAChild(fails: Bool) throws {
    let parent = try Injector()
    let child = try parent.makeChild { bind(0, $0) }
    let seen = try parent.create {
      let before = try child.resolve(Int.self, named: "V")
      onThreads(1) { _ in unexpected { try child.update { bind(1, $0) } } }
      let error = code {
        try parent.update { binder in
          binder.bind(String.self).to {
            if fails { throw Refusal(number: 0) }
            return ""
          }.asEagerSingleton()
        }
      }
      #expect(error == (fails ? .providerFailed : nil))
      return [before, try child.resolve(Int.self, named: "V")]
    }
    #expect(seen == [0, 0])
    #expect(try child.resolve(Int.self, named: "V") == 1)
  }

  /// Its parent, or another thread, changes the state while the update creates its singletons.
  @Test(arguments: [false, true])
  func aFailedUpdateOfAChildShowsNoOtherState(isChangedElsewhere: Bool) throws {
    let parent = try Injector()
    let child = try parent.makeChild { bind(0, $0) }
    let seen = try Injector().create {
      let before = try child.resolve(Int.self, named: "V")
      if isChangedElsewhere {
        onThreads(1) { _ in unexpected { try child.update { bind(7, $0) } } }
      }
      #expect(throws: InjectionError.self) {
        try child.update { binder in
          bind(1, binder)
          binder.bind(String.self).to {
            parent.releaseSingletons()
            _ = try child.resolve(Int.self, named: "V")
            throw Refusal(number: 0)
          }.asEagerSingleton()
        }
      }
      return [before, try child.resolve(Int.self, named: "V")]
    }
    #expect(seen == [0, 0])
  }

  @Test func aCallSeesNoBindingOfAChildThatHasEndedWithItsParent() throws {
    let parent = try Injector()
    let child = try parent.makeChild { bind(0, $0) }
    let isBound = try parent.create {
      _ = try child.resolve(Int.self, named: "V")
      onThreads(1) { _ in unexpected { try parent.shutdown() } }
      return child.hasBinding(Int.self, named: "V")
    }
    #expect(!isBound)
  }

  /// What the call has seen of a child that is gone is dropped.
  @Test func aCallThatChangesAParentKeepsNoGenerationsOfItsFormerChildren() throws {
    let parent = try Injector()
    var objects = 0
    try parent.create {
      var last: [() -> Bool] = []
      for number in 0..<200 {
        let child = try parent.makeChild { $0.bind(Kept.self).to { Kept() }.in(.singleton) }
        let kept = try child.resolve(Kept.self)
        last.append { [weak kept] in kept != nil }
        try parent.update { bind(number, $0) }
      }
      objects = last.count { $0() }
    }
    #expect(objects < 100)
  }

  /// The older request began before the release, the younger one before the binding was replaced.
  @Test func aRequestSharesWhatHasGoneSinceItBegan() throws {
    let found = Locked<[ObjectIdentifier]>([])
    let (replaced, asked) = (Latch(), Latch())
    let injector = try Injector { binder in
      binder.bind(Peer.self).to { Peer(0) }.in(.singleton)
      binder.bind(Peer.self, named: "older").to { injector in
        startThread {
          injector.releaseSingletons(of: Peer.self)
          unexpected { _ = try injector.resolve(Peer.self, named: "younger") }
        }
        #expect(replaced.wait())
        defer { asked.countDown() }
        return try injector.resolve(Peer.self)
      }
      binder.bind(Peer.self, named: "younger").to { injector in
        let peer = try injector.resolve(Peer.self)
        found.with { $0.append(ObjectIdentifier(peer)) }
        onThreads(1) { _ in
          unexpected { try injector.update { $0.bind(Peer.self).to { Peer(1) } } }
        }
        replaced.countDown()
        #expect(asked.wait())
        return peer
      }
    }
    let older = try injector.resolve(Peer.self, named: "older")
    #expect(older.index == 0)
    #expect(found.current == [ObjectIdentifier(older)])
  }

  /// The request began before another singleton was released.
  @Test func aRequestSharesWhatWasNotReleasedWithThoseThatComeLater() throws {
    let injector = try Injector { binder in
      binder.bind(Peer.self).to { Peer(0) }.in(.singleton)
      binder.bind(Peer.self, named: "released").to { Peer(1) }.in(.singleton)
      binder.bind(Peer.self, named: "older").to { injector in
        onThreads(1) { _ in injector.releaseSingletons(of: Peer.self, named: "released") }
        return try injector.resolve(Peer.self)
      }
    }
    let older = try injector.resolve(Peer.self, named: "older")
    #expect(try injector.resolve(Peer.self) === older)
  }

  /// Its closure sees the change, its properties do not.
  @Test func anObjectKeepsTheBindingsWithWhichItBegan() throws {
    final class Numbered: Injectable {
      let seen: Int
      var number: Int!
      static var requires: Requirements { requiring(\.number, named: "V") }
      init(seen: Int) { self.seen = seen }
    }
    let injector = try Injector { bind(0, $0) }
    try injector.update { binder in
      binder.bind(Numbered.self).to { injector in
        try injector.update { bind(1, $0) }
        return Numbered(seen: try injector.resolve(Int.self, named: "V"))
      }
    }
    let first = try injector.resolve(Numbered.self)
    #expect((first.seen, first.number) == (1, 0))
    #expect(try injector.resolve(Numbered.self).number == 1)
  }

  /// The awake of an object, or the code that creates it, binds its key anew and asks for it.
  @Test(arguments: [nil, .singleton, .graph, .weak] as [Scope?], [false, true])
  func anObjectUnderConstructionAnswersOnlyForItsOwnBinding(scope: Scope?, inAwake: Bool) throws {
    final class Ring: AwakesFromInjection {
      let text: String
      let change: () throws -> Void
      init(_ text: String, _ change: @escaping () throws -> Void = {}) {
        (self.text, self.change) = (text, change)
      }
      func awakeFromInjection() throws { try change() }
    }
    func bind(_ binder: Binder, _ make: @escaping (Injector) throws -> Ring) {
      let binding = binder.bind(Ring.self).to { try make($0) }
      if let scope { binding.in(scope) }
    }
    var seen: [String] = []
    func replace(_ injector: Injector, by change: @escaping (Binder) -> Void) throws {
      try injector.update(change)
      seen.append(try injector.resolveIfBound(Ring.self)?.text ?? "none")
    }
    let changes: [(Binder) -> Void] = [
      { bind($0) { _ in Ring("new") } },
      { binder in
        binder.bind(Ring.self, named: "other").to { Ring("linked") }
        binder.bind(Ring.self).to(Ring.self, named: "other") { $0 }
      },
      { $0.unbind(Ring.self) },
    ]
    for change in changes {
      let injector = try Injector { binder in
        bind(binder) { injector in
          if !inAwake { try replace(injector, by: change) }
          return Ring("old") { [unowned injector] in
            if inAwake { try replace(injector, by: change) }
          }
        }
      }
      #expect(try injector.resolve(Ring.self).text == "old")
    }
    #expect(seen == ["new", "linked", "none"])
  }

  /// The link stays; what it leads to is bound anew.
  @Test(arguments: [nil, .singleton, .graph] as [Scope?])
  func aLinkToAnObjectUnderConstructionLeadsToTheNewBinding(scope: Scope?) throws {
    func bind(_ text: String, _ binder: Binder, _ change: ((Injector) throws -> Void)? = nil) {
      let binding = binder.bind(Linked.self).to { injector in
        try change?(injector)
        return Linked(text)
      }
      if let scope { binding.in(scope) }
    }
    var seen: [String] = []
    let injector = try Injector { binder in
      binder.bind(AnyObject.self).to(Linked.self) { $0 }
      bind("old", binder) { injector in
        try injector.update { bind("new", $0) }
        seen.append((try injector.resolve(AnyObject.self) as? Linked)?.text ?? "none")
      }
    }
    #expect((try injector.resolve(AnyObject.self) as? Linked)?.text == "old")
    #expect(seen == ["new"])
  }

  /// Binds two keys to the same number.
  private func bind(_ number: Int, _ binder: Binder) {
    binder.bind(Int.self, named: "V").to { number }
    binder.bind(Int.self, named: "W").to { number }
  }
}

private final class Kept {}
private final class Linked {
  let text: String
  init(_ text: String) { self.text = text }
}
