import Infusion
import Testing

/// No object is mistaken for another.
struct IdentityTests {
  @Test
  func everyChildHasAGraphObjectOfItsOwn() throws {
    let injector = try Injector { binder in
      binder.bind(Visit.self).to { Visit(of: try $0.resolve(Int.self)) }.in(.graph)
      binder.bind([Int].self).to { injector in
        // One request that makes one child after another.
        try (0..<50).map { number in
          let child = try injector.makeChild { $0.bind(Int.self).to(instance: number) }
          return try child.resolve(Visit.self).user
        }
      }
    }
    #expect(try injector.resolve([Int].self) == Array(0..<50))
  }

  @Test(arguments: [false, true])
  func anInstanceBoundUnderTwoKeysIsAwokenOnce(isObserved: Bool) throws {
    let part = CountingPart()
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind(Wheel.self).to { Wheel() }
      binder.bind(CountingPart.self).to(instance: part, injecting: true)
      binder.bind(CountingPart.self, named: "other").to(instance: part, injecting: true)
    }
    #expect(part.awakes == 1)
    #expect(try injector.resolve(CountingPart.self) === part)
    #expect(try injector.resolve(CountingPart.self, named: "other") === part)
    #expect(part.awakes == 1)
  }

  @Test
  func aModuleIsNotMistakenForAnUninstalledOne() throws {
    // Most derived injectors install an object at the address of the uninstalled one.
    for _ in 0..<20 {
      let injector = try Injector(Renewing())
      try injector.update { binder in
        for case let module as Renewed in injector.installedModules { binder.uninstall(module) }
      }
      #expect(!injector.hasBinding(Int.self))
      #expect(try injector.adding().hasBinding(Int.self))
    }
  }

  @Test
  func anObjectsOwnMarkerIsFoundBehindAStoredOne() throws {
    let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
    let first = Marked(storing: nil)
    // The property holds the marker itself: only one of the two is the storage.
    first.stored = first.$wheel
    try injector.injectDependencies(into: first)
    let wheel = first.wheel
    let second = Marked(storing: first.$wheel)
    try injector.injectDependencies(into: second)
    #expect(first.wheel === wheel)
    #expect(throws: Never.self) { try second.$wheel.resolve() }
  }

  /// In its own process, which crashes if nil is mistaken for a marker.
  @Test
  func aStoredMarkerThatIsNilIsNotTheMarkerOfTheObject() async {
    await #expect(processExitsWith: .success) {
      let injector = try Injector { $0.bind(Wheel.self).to { Wheel() } }
      let first = Marked(storing: nil)
      first.stored = first.$wheel
      try injector.injectDependencies(into: first)
      let second = Marked(storing: nil)
      try injector.injectDependencies(into: second)
      #expect(throws: Never.self) { try second.$wheel.resolve() }
    }
  }
}

private final class Visit {
  let user: Int
  init(of user: Int) { self.user = user }
}

/// A module that is another object each time.
private final class Renewed: Module {
  func configure(_ binder: Binder) { binder.bind(Int.self).to { 1 } }
}

/// Installs a module at the address of its last one, if that is gone.
private final class Renewing: Module {
  private var last: ObjectIdentifier?

  func configure(_ binder: Binder) {
    let modules = (0..<1000).map { _ in Renewed() }
    let module = modules.first { ObjectIdentifier($0) == last } ?? modules[0]
    last = ObjectIdentifier(module)
    binder.install(module)
  }
}

private final class Marked {
  var stored: Injected<Wheel>?
  @Injected var wheel: Wheel
  init(storing stored: Injected<Wheel>?) { self.stored = stored }
}
