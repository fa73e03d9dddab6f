import Infusion
import Testing

private final class Clock {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Reader: Injectable {
  var clock: Clock!
  static var requires: Requirements { requiring(\.clock) }
}

/// A child finds a singleton of its parent without a second search. It has to notice when a request
/// would lead to another object.
struct ChildSingletonTests {
  private let parent: Injector
  private let child: Injector

  init() throws {
    parent = try Injector { binder in
      binder.bind(Clock.self).to { Clock("parent's") }.in(.singleton)
    }
    child = try parent.makeChild()
    for _ in 0..<3 { try expect("parent's") }
  }

  /// Expects the clock from every kind of request.
  private func expect(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    for _ in 0..<2 {
      #expect(try child.resolve(Clock.self).name == name, sourceLocation: sourceLocation)
      #expect(try child.create { Reader() }.clock.name == name, sourceLocation: sourceLocation)
      let reader = Reader()
      try child.injectDependencies(into: reader)
      #expect(reader.clock.name == name, sourceLocation: sourceLocation)
      let nested = try child.create { try child.resolve(Clock.self) }
      #expect(nested.name == name, sourceLocation: sourceLocation)
    }
  }

  @Test func aSingletonOfTheParentIsOneObject() throws {
    #expect(try child.resolve(Clock.self) === parent.resolve(Clock.self))
    #expect(try child.makeChild().resolve(Clock.self) === parent.resolve(Clock.self))
  }

  @Test func aLaterBindingOfTheChildHidesTheParents() throws {
    try child.update { $0.bind(Clock.self).to { Clock("child's") } }
    try expect("child's")
    try child.update { $0.unbind(Clock.self) }
    try expect("parent's")
    #expect(try child.resolve(Clock.self) === parent.resolve(Clock.self))
  }

  @Test func aNewBindingOfTheParentIsSeen() throws {
    try parent.update { $0.bind(Clock.self).to { Clock("later") }.in(.singleton) }
    try expect("later")
    try parent.update { $0.bind(Clock.self).to(instance: Clock("ready")) }
    try expect("ready")
    try parent.update { $0.unbind(Clock.self) }
    #expect(throws: InjectionError.self) { try child.resolve(Clock.self) }
    #expect(throws: InjectionError.self) { try child.injectDependencies(into: Reader()) }
  }

  @Test func aBindingThatIsNoLongerASingletonIsBuiltWithTheChild() throws {
    try child.update { $0.bind(String.self).to(instance: "child's") }
    try parent.update { binder in
      binder.bind(String.self).to(instance: "parent's")
      binder.bind(Clock.self).to { Clock(try $0.resolve(String.self)) }
    }
    try expect("child's")
    #expect(try parent.resolve(Clock.self).name == "parent's")
    #expect(try child.resolve(Clock.self) !== child.resolve(Clock.self))
  }

  @Test func aChildThatWasShutDownProvidesNothing() throws {
    try child.shutdown()
    for _ in 0..<2 {
      #expect(try failure { _ = try child.resolve(Clock.self) }.code == .injectorShutDown)
      #expect(
        try failure { try child.injectDependencies(into: Reader()) }.code == .injectorShutDown)
    }
    #expect(try parent.resolve(Clock.self).name == "parent's")
  }
}
