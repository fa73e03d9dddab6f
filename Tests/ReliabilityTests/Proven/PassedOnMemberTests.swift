import Infusion
import Testing

/// User code receives a member of a cycle whose root is unfinished, and then the root fails.
///
/// The rules are the same for every way in which the member may arrive.
struct PassedOnMemberTests {
  @Test(arguments: Arrival.allCases, [false, true])
  func aSingletonThatReceivesItIsNotKept(way: Arrival, isObserved: Bool) throws {
    let story = Story()
    let injector = try makeInjector(story, [way], isObserved: isObserved) { binder in
      binder.bind(Lock.self).to { injector in
        story.locks += 1
        return Lock(try way.receive(story, from: injector))
      }.in(.singleton)
    }
    #expect(throws: InjectionError.self) { try injector.resolve(Cycle.self) }
    story.fails = false
    let cycle = try injector.resolve(Cycle.self)
    #expect(story.locks == 2)
    #expect(try injector.resolve(Lock.self).member?.cycle === cycle)
    cycle.takeApart()
  }

  /// The outermost call goes on, and asks for the member again.
  @Test(arguments: Arrival.allCases, [false, true])
  func itIsInjectedAgain(before: Arrival, isObserved: Bool) throws {
    for way in Arrival.allCases {
      let story = Story()
      let injector = try makeInjector(story, [before, way], isObserved: isObserved) { binder in
        binder.bind(Lock.self).to { injector in
          Lock(story.fails ? try before.receive(story, from: injector) : nil)
        }
      }
      _ = try injector.create {
        #expect(throws: InjectionError.self) { try injector.resolve(Cycle.self) }
        story.fails = false
        let member = try way.receive(story, from: injector)
        let cycle = try injector.resolve(Cycle.self)
        #expect(member.cycle === cycle, "\(before), then \(way)")
        cycle.takeApart()
        return Lock(nil)
      }
    }
  }

  private func makeInjector(
    _ story: Story, _ ways: [Arrival], isObserved: Bool, _ bindLock: @escaping (Binder) -> Void
  ) throws -> Injector {
    let options = Injector.Options(observers: isObserved ? [Silent()] : [])
    return try Injector(options: options) { binder in
      binder.bind(Cycle.self).to { Cycle(story) }.in(.singleton)
      binder.bind(Int.self).to { 1 }
      binder.bind(Member.self).to { story.member }
      binder.contribute(Member.self).to { story.member }
      // Links lead to the first two.
      for way in Set([.closure, .addition] + ways) { way.bind(story, binder) }
      bindLock(binder)
    }
  }
}

/// A way in which user code receives the member.
enum Arrival: String, CaseIterable, Sendable {
  case closure, addition, arguments, argumentsAndAddition, initializer, initializerAndAddition
  case graph, graphAndAddition, singleton, singletonAndAddition, weak, store
  case link, linkToAddition, protocolType, optional
  case collection, create, createArray, existing, property, lazy, provider, child, createInChild

  private var name: Name { Name(rawValue) }

  fileprivate func bind(_ story: Story, _ binder: Binder) {
    func bind() -> BindingBuilder<Member> { binder.bind(Member.self, named: name) }
    switch self {
    case .closure, .property, .lazy: bind().to { story.member }
    case .addition, .provider, .child: bind().to { story.member }.injecting(\.width)
    case .arguments: bind().to { (_, _: Int) in story.member }
    case .argumentsAndAddition: bind().to { (_, _: Int) in story.member }.injecting(\.width)
    case .initializer: bind().toInitializer { (_: Int) in story.member }
    case .initializerAndAddition:
      bind().toInitializer { (_: Int) in story.member }.injecting(\.width)
    case .graph: bind().to { story.member }.in(.graph)
    case .graphAndAddition: bind().to { story.member }.in(.graph).injecting(\.width)
    case .singleton: bind().to { story.member }.in(.singleton)
    case .singletonAndAddition: bind().to { story.member }.in(.singleton).injecting(\.width)
    case .weak: bind().to { story.member }.in(.weak)
    case .store: bind().to { story.member }.in(Scope("store", in: ScopeStore()))
    case .link: bind().to(Member.self, named: Arrival.closure.name) { $0 }
    case .linkToAddition: bind().to(Member.self, named: Arrival.addition.name) { $0 }
    case .protocolType: binder.bind((any Sendable).self, named: name).to { story.member }
    case .optional: binder.bind(Member?.self, named: name).to { story.member }
    case .collection, .create, .createArray, .existing, .createInChild: break
    }
  }

  fileprivate func receive(_ story: Story, from injector: Injector) throws -> Member {
    switch self {
    case .arguments, .argumentsAndAddition:
      return try injector.resolve(Member.self, named: name, arguments: 1)
    case .protocolType:
      return try #require(try injector.resolve((any Sendable).self, named: name) as? Member)
    case .optional: return try #require(try injector.resolve(Member?.self, named: name))
    case .collection: return try injector.resolve([Member].self)[0]
    case .create: return try injector.create { story.member }
    case .createArray: return try injector.create { [story.member] }[0]
    case .existing:
      try injector.injectDependencies(into: story.member)
      return story.member
    case .property: return try injector.create { Holder() }.member
    case .lazy: return try injector.resolve(Lazy<Member>.self, named: name).get()
    case .provider: return try injector.resolve(Provider<Member>.self, named: name).get()
    case .child: return try injector.makeChild().resolve(Member.self, named: name)
    case .createInChild: return try injector.makeChild().create { story.member }
    default: return try injector.resolve(Member.self, named: name)
    }
  }
}

private struct Silent: InjectionObserver {}

private final class Story: @unchecked Sendable {
  let member = Member()
  var fails = true
  var locks = 0
}
private final class Cycle: Injectable, AwakesFromInjection {
  let story: Story
  var member: Member!
  var lock: Lock!
  static var requires: Requirements { requiring(\.member, \.lock) }
  init(_ story: Story) { self.story = story }
  func awakeFromInjection() throws { if story.fails { throw CancellationError() } }
  func takeApart() { (member, lock) = (nil, nil) }
}
private final class Member: Injectable, @unchecked Sendable {
  var cycle: Cycle!
  var width: Int?
  static var requires: Requirements { requiring(\.cycle) }
}
private final class Lock {
  let member: Member?
  init(_ member: Member?) { self.member = member }
}
private final class Holder: Injectable {
  var member: Member!
  static var requires: Requirements { requiring(\.member, named: "property") }
}
