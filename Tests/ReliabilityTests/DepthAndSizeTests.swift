import Infusion
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Rule 8, and that no size makes the work grow faster than itself.
@Suite(.serialized) struct DepthAndSizeTests {
  private static let smallStack = 512 * 1024

  // MARK: - Depth

  @Test func aPropertyChainOfAnyDepthNeedsNoStack() throws {
    let depth = 100_000
    onThreads(1, stackSize: Self.smallStack) { _ in
      unexpected {
        for scope in [Scope.unscoped, .singleton, .graph, .weak] {
          let injector = try Injector { chain(depth, $0, scope) }
          let first = try injector.resolve(Node.self, named: "0")
          #expect(takeApart(first) == depth)
        }
      }
    }
  }

  @Test func aChainThatFailsAtItsEndNeedsNoStackAndLeavesNothing() throws {
    let depth = 20_000
    onThreads(1, stackSize: Self.smallStack) { _ in
      let live = Counter()
      unexpected {
        let injector = try Injector { binder in
          for index in 0..<depth {
            binder.bind(Counted.self, named: Name("\(index)")).to { Counted(live) }
              .injecting(\.next, named: Name("\(index + 1)"))
          }
        }
        for _ in 0..<2 {
          do throws(InjectionError) {
            _ = try injector.resolve(Counted.self, named: "0")
            Issue.record("the last key is not bound")
          } catch {
            #expect(error.code == .missingBinding)
            #expect(error.path.count + error.omittedStepCount >= depth)
            // The first ten and the last three steps.
            #expect(error.description.split(separator: "\n").count < 40)
          }
          #expect(live.value == 0)
        }
      }
    }
  }

  @Test func aRingOfAnyLengthCloses() throws {
    let length = 50_000
    onThreads(1, stackSize: Self.smallStack) { _ in
      unexpected {
        for scope in [Scope.unscoped, .singleton] {
          let injector = try Injector { binder in
            for index in 0..<length {
              binder.bind(Node.self, named: Name("\(index)")).to { Node() }.in(scope)
                .injecting(\.next, named: Name("\((index + 1) % length)"))
            }
          }
          let first = try injector.resolve(Node.self, named: "0")
          var count = 0
          var node: Node? = first
          repeat {
            let next = node?.next
            node?.next = nil
            node = next
            count += 1
          } while node !== first && node != nil && count <= length
          #expect(count == length)
        }
      }
    }
  }

  @Test func nestedClosuresReachTheirLimitBeforeTheStackEnds() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        unexpected {
          let injector = try Injector { binder in
            for index in 0..<1_000 {
              binder.bind(Node.self, named: Name("\(index)")).to { injector in
                let node = Node()
                node.next = try injector.resolve(Node.self, named: Name("\(index + 1)"))
                return node
              }
            }
          }
          do throws(InjectionError) {
            _ = try injector.resolve(Node.self, named: "0")
            Issue.record("no limit")
          } catch {
            #expect(error.code == .cyclicDependency)
          }
          // What is within the limit can be made.
          #expect(throws: InjectionError.self) { try injector.resolve(Node.self, named: "810") }
        }
      }
    }
  }

  @Test func nestedAwakesReachTheirLimitBeforeTheStackEnds() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        unexpected {
          let injector = try Injector { binder in
            binder.bind(Greedy.self).to { (_, depth: Int) in Greedy(depth) }
          }
          do throws(InjectionError) {
            _ = try injector.resolve(Greedy.self, arguments: 0)
            Issue.record("no limit")
          } catch {
            #expect(error.code == .cyclicDependency)
          }
        }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 10, 100, 1_000])
  func cyclicInitializersOfAnyLengthAreErrors(length: Int) throws {
    onThreads(1, stackSize: Self.smallStack) { _ in
      unexpected {
        let injector = try Injector { binder in
          for index in 0..<length {
            Ring.type(index).bind(before: Ring.type((index + 1) % length), binder)
          }
        }
        do throws(InjectionError) {
          _ = try Ring.type(length / 2).resolve(from: injector)
          Issue.record("a ring of initializers has no beginning")
        } catch {
          #expect(error.code == .cyclicDependency)
          #expect(error.description.split(separator: "\n").count < 60)
        }
      }
    }
  }

  @Test func initializersOfAnyDepthNeedNoStack() throws {
    onThreads(1, stackSize: Self.smallStack) { _ in
      unexpected {
        let depth = 1_000
        let injector = try Injector { binder in
          for index in 0..<depth - 1 {
            Ring.type(index).bind(before: Ring.type(index + 1), binder)
          }
          Ring.type(depth - 1).bindLast(binder)
        }
        var next: AnyObject? = try Ring.type(0).resolve(from: injector)
        var count = 0
        while let ringed = next as? any Chained {
          next = ringed.takeNext()
          count += 1
        }
        #expect(count == depth)
      }
    }
  }

  @Test func linksOfAnyDepthNeedNoStack() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        unexpected {
          let depth = 20_000
          let injector = try Injector { binder in
            for index in 0..<depth {
              binder.bind(Node.self, named: Name("\(index)"))
                .to(Node.self, named: Name("\(index + 1)")) { $0 }
            }
            binder.bind(Node.self, named: Name("\(depth)")).to { Node() }
          }
          _ = try injector.resolve(Node.self, named: "0")
        }
      }
    }
  }

  @Test(arguments: [1, 10, 100, 1_000, 20_000])
  func ringsOfLinksOfAnyLengthAreErrors(length: Int) async {
    await #expect(processExitsWith: .success) { [length] in
      onThreads(1, stackSize: 512 * 1024) { _ in
        unexpected {
          let injector = try Injector { binder in
            for index in 0..<length {
              binder.bind(Node.self, named: Name("\(index)"))
                .to(Node.self, named: Name("\((index + 1) % length)")) { $0 }
            }
          }
          do throws(InjectionError) {
            _ = try injector.resolve(Node.self, named: "0")
            Issue.record("a ring of links has no beginning")
          } catch {
            #expect(length == 1 ? error.code == .missingBinding : error.code == .cyclicDependency)
          }
        }
      }
    }
  }

  @Test func ringsThroughLongChainsOfLinksClose() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: 512 * 1024) { _ in
        unexpected {
          let length = 20_000
          let injector = try Injector { binder in
            for index in 0..<length {
              binder.bind(Node.self, named: Name("\(index)"))
                .to(Node.self, named: Name("\(index + 1)")) { $0 }
            }
            binder.bind(Node.self, named: Name("\(length)")).to { Node() }
              .injecting(\.next, named: "0")
          }
          let node = try injector.resolve(Node.self, named: "0")
          #expect(node.next === node)
          node.next = nil
        }
      }
    }
  }

  @Test func singletonsOfAChainAreReleasedOneByOne() throws {
    onThreads(1, stackSize: Self.smallStack) { _ in
      unexpected {
        let live = Counter()
        do {
          let injector = try Injector { binder in
            for index in 0..<50_000 {
              binder.bind(Counted.self, named: Name("\(index)")).to { Counted(live) }
                .in(.singleton).injecting(\.next, named: Name("\(index + 1)"))
            }
            binder.bind(Counted.self, named: "50000").to { Counted(live) }.in(.singleton)
          }
          _ = try injector.resolve(Counted.self, named: "0")
          #expect(live.value == 50_001)
          injector.releaseSingletons()
          #expect(live.value == 0)
          _ = try injector.resolve(Counted.self, named: "0")
          #expect(live.value == 50_001)
        }
        #expect(live.value == 0)
      }
    }
  }

  @Test(arguments: Use.allCases)
  func aThousandNestedChildrenNeedLittleStack(use: Use) async {
    await #expect(processExitsWith: .success) { [use] in
      let live = Counter()
      let kept = Locked<Injector?>(nil)
      // Made on the large stack, used and released on the small one.
      unexpected {
        var injector = try Injector { binder in
          binder.bind(Counted.self).to { Counted(live) }.in(.singleton)
          binder.bind(Node.self).to { Node() }.injecting(\.next, named: "own")
          if use == .contributions { binder.contribute(Int.self).to { 0 } }
          if use == .extensions { binder.extend(Bare.self).injecting(\.node) }
        }
        _ = try injector.resolve(Counted.self)
        for index in 1...1_000 {
          injector = try injector.makeChild { binder in
            binder.bind(Node.self, named: "own").to { Node() }
            if use == .contributions { binder.contribute(Int.self).to { index } }
          }
        }
        kept.with { $0 = injector }
      }
      onThreads(1, stackSize: 512 * 1024) { _ in
        unexpected {
          guard let injector = kept.current else { return }
          switch use {
          case .singleton: _ = try injector.resolve(Counted.self)
          case .unscoped: #expect(try injector.resolve(Node.self).next != nil)
          case .contributions: #expect(try injector.resolve([Int].self) == Array(0...1_000))
          case .extensions:
            let bare = Bare()
            try injector.injectDependencies(into: bare)
            #expect(bare.node?.next != nil)
          case .asking: #expect(injector.hasBinding(Counted.self))
          case .missing:
            #expect(throws: InjectionError.self) { try injector.resolve(String.self) }
          case .release: break
          }
        }
        if use == .release { kept.with { $0 = nil } }
      }
      if use == .release { expectEventually { live.value == 0 } }
      // The nest itself is not released on the way out.
      exit(0)
    }
  }

  enum Use: String, CaseIterable, Codable {
    case singleton, unscoped, contributions, extensions, asking, missing, release
  }

  // MARK: - Size

  @Test func aHundredThousandBindingsAreFound() throws {
    let injector = try Injector { binder in
      for index in 0..<100_000 {
        binder.bind(Int.self, named: Name("\(index)")).to(instance: index)
      }
    }
    for index in stride(from: 0, to: 100_000, by: 7) {
      #expect(try injector.resolve(Int.self, named: Name("\(index)")) == index)
    }
  }

  @Test func tenThousandPropertiesOverFiftyClassesAreSet() throws {
    let perClass = 200
    let injector = try Injector { binder in
      binder.bind(Counter.self).to { Counter() }.in(.singleton)
      for cls in C00.chain { extend(cls, perClass, binder) }
    }
    let object = C49()
    try injector.injectDependencies(into: object)
    #expect(object.sets == 50 * perClass)
    // Superclass before subclass, and in order.
    #expect(object.order == Array(0..<50 * perClass))
    let again = C49()
    try injector.injectDependencies(into: again)
    #expect(again.sets == 50 * perClass)
    let base = C24()
    try injector.injectDependencies(into: base)
    #expect(base.sets == 25 * perClass)
  }

  /// What is done for `n` is done for `4n` in about four times the time; never in sixteen times.
  @Test(arguments: Growth.allCases)
  func workGrowsWithItsSize(growth: Growth) throws {
    let size = growth.size
    var ratios: [Double] = []
    // The best of several: other processes only ever add to a time.
    for attempt in 0..<3 {
      let small = try (0..<2).map { _ in try growth.measure(size) }.min() ?? 1
      let large = try growth.measure(size * 4)
      ratios.append(large / small)
      if let best = ratios.min(), best < 8 { return }
      if attempt == 2 {
        Issue.record("four times the size takes \(ratios) times as long: \(growth)")
      }
    }
  }

  enum Growth: String, CaseIterable {
    case configuring, resolving, resolvingSingletons, failing, ring, unwindingSingletons
    case rebindingInOneUpdate, rebindingLiveInOneUpdate, unbindingInOneUpdate
    case rescopingInOneUpdate, uninstalling, contributions, modules, nestedModules, extensions
    case injectingMany, releasing, children, optionalsMissing, deepGraphScope, wideObject

    var size: Int {
      switch self {
      case .modules, .nestedModules: 1_000
      case .children: 250
      case .wideObject, .extensions: 500
      case .rebindingLiveInOneUpdate, .unbindingInOneUpdate, .rescopingInOneUpdate: 2_000
      default: 4_000
      }
    }
  }
}

/// Records what a body throws as an issue.
private func unexpected(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  do {
    try body()
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
  }
}

private func chain(_ depth: Int, _ binder: Binder, _ scope: Scope) {
  for index in 0..<depth {
    binder.bind(Node.self, named: Name("\(index)")).to { Node() }.in(scope)
      .injecting(\.next, named: Name("\(index + 1)"))
  }
  binder.bind(Node.self, named: Name("\(depth)")).to { Node() }.in(scope)
}

/// Releases a chain link by link; returns how many there were.
@discardableResult
private func takeApart(_ first: Node) -> Int {
  var node: Node? = first
  var count = 0
  while let next = node?.next {
    node?.next = nil
    node = next
    count += 1
  }
  return count
}

extension DepthAndSizeTests.Growth {
  func measure(_ size: Int) throws -> Double {
    let clock = ContinuousClock()
    func seconds(_ work: () throws -> Void) rethrows -> Double {
      let time = try clock.measure { try work() }
      return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    }
    func name(_ index: Int) -> Name { Name("\(index)") }
    func bindAll(_ binder: Binder) {
      for index in 0..<size { binder.bind(Int.self, named: name(index)).to { index } }
    }
    switch self {
    case .configuring: return try seconds { _ = try Injector(bindAll) }
    case .resolving, .resolvingSingletons:
      let injector = try Injector { chain(size, $0, self == .resolving ? .unscoped : .singleton) }
      var first: Node?
      let time = try seconds { first = try injector.resolve(Node.self, named: "0") }
      if let first { takeApart(first) }
      return time
    case .deepGraphScope:
      let injector = try Injector { chain(size, $0, .graph) }
      var first: Node?
      let time = try seconds { first = try injector.resolve(Node.self, named: "0") }
      if let first { takeApart(first) }
      return time
    case .failing, .unwindingSingletons:
      let scope = self == .failing ? Scope.unscoped : .singleton
      let injector = try Injector { binder in
        for index in 0..<size {
          binder.bind(Node.self, named: name(index)).to { Node() }.in(scope)
            .injecting(\.next, named: name(index + 1))
        }
      }
      return seconds {
        do throws(InjectionError) {
          _ = try injector.resolve(Node.self, named: "0")
        } catch {
          _ = error.description
        }
      }
    case .ring:
      let injector = try Injector { binder in
        for index in 0..<size {
          binder.bind(Node.self, named: name(index)).to { Node() }.in(.singleton)
            .injecting(\.next, named: name((index + 1) % size))
        }
      }
      var first: Node?
      let time = try seconds { first = try injector.resolve(Node.self, named: "0") }
      let second = first?.next
      first?.next = nil
      if let second { takeApart(second) }
      return time
    case .rebindingInOneUpdate:
      let injector = try Injector(bindAll)
      return try seconds { try injector.update(bindAll) }
    case .rebindingLiveInOneUpdate:
      let injector = try Injector()
      try injector.update(bindAll)
      return try seconds { try injector.update(bindAll) }
    case .unbindingInOneUpdate:
      let injector = try Injector(bindAll)
      return try seconds {
        try injector.update { binder in
          for index in 0..<size { binder.unbind(Int.self, named: name(index)) }
        }
      }
    case .rescopingInOneUpdate:
      let injector = try Injector(bindAll)
      return try seconds {
        try injector.update { binder in
          for index in 0..<size { binder.rescope(Int.self, named: name(index), to: .singleton) }
        }
      }
    case .uninstalling:
      let injector = try Injector(bindAll)
      try injector.update { $0.install(Many(count: size)) }
      return try seconds { try injector.update { $0.uninstall(Many.self) } }
    case .contributions:
      return try seconds {
        let injector = try Injector { binder in
          for index in 0..<size { binder.contribute(Int.self).to { index } }
        }
        _ = try injector.resolve([Int].self)
        _ = try injector.makeChild().resolve([Int].self)
      }
    case .modules:
      let modules = (0..<size).map { One(number: $0) }
      return try seconds { _ = try Injector(modules) }
    case .nestedModules:
      // Each is installed by the one before; deep recursion of the user's own is avoided.
      return try seconds {
        _ = try Injector { binder in
          for index in 0..<size {
            binder.install(One(number: index))
            binder.bind(String.self, named: name(index)).to { "" }
          }
        }
      }
    case .extensions:
      return try seconds {
        let injector = try Injector { binder in
          binder.bind(Counter.self).to { Counter() }.in(.singleton)
          for index in 0..<size { binder.extend(C00.self).injecting(\.[index]) }
        }
        try injector.injectDependencies(into: C00())
      }
    case .wideObject:
      let injector = try Injector { binder in
        binder.bind(Counter.self).to { Counter() }.in(.singleton)
        extend(C00.self, size, binder)
      }
      return try seconds {
        for _ in 0..<10 { try injector.injectDependencies(into: C00()) }
      }
    case .injectingMany:
      let injector = try Injector { binder in
        binder.bind(Counter.self).to { Counter() }
        extend(C00.self, 1, binder)
      }
      let objects = (0..<size).map { _ in C00() }
      return try seconds { try injector.injectDependencies(intoEach: objects) }
    case .releasing:
      let injector = try Injector { chain(size, $0, .singleton) }
      _ = try injector.resolve(Node.self, named: "0")
      return seconds { injector.releaseSingletons() }
    case .children:
      let oldest = try Injector { binder in
        binder.bind(Counter.self).to { Counter() }.in(.singleton)
        binder.bind(Node.self).to { Node() }
      }
      var injector = oldest
      for _ in 0..<size { injector = try injector.makeChild() }
      _ = try injector.resolve(Counter.self)
      return try seconds {
        for _ in 0..<100 {
          _ = try injector.resolve(Counter.self)
          _ = try injector.resolve(Node.self)
        }
      }
    case .optionalsMissing:
      let injector = try Injector()
      return try seconds {
        for index in 0..<size {
          _ = try injector.resolveIfBound(Int.self, named: name(index))
        }
      }
    }
  }
}

private struct Many: Module {
  let count: Int
  func configure(_ binder: Binder) {
    for index in 0..<count {
      binder.bind(Int.self, named: Name("\(index)")).to { -index }
    }
  }
}

private struct One: Module, Hashable {
  let number: Int
  func configure(_ binder: Binder) {
    let number = number
    binder.bind(Int.self, named: Name("\(number)")).to { number }
  }
}

private final class Node: @unchecked Sendable {
  var next: Node?
}

private final class Bare: @unchecked Sendable {
  var node: Node?
}

private final class Counted: @unchecked Sendable {
  var next: Counted?
  private let live: Counter
  init(_ live: Counter) {
    self.live = live
    live.increment()
  }
  deinit { live.increment(by: -1) }
}

private final class Greedy: AwakesFromInjection, Injectable {
  var factory: ObjectFactory!
  private let depth: Int
  init(_ depth: Int) { self.depth = depth }
  static var requires: [PartialKeyPath<Greedy>] { [\.factory] }
  func awakeFromInjection() throws {
    _ = try factory.resolve(Greedy.self, arguments: depth + 1)
  }
}

// MARK: - Many types

/// A type that stands for a number; calling its members opens the metatype.
private protocol Digit: Sendable {}

extension Digit {
  static func followed(by next: any Digit.Type) -> any Digit.Type { next.joined(to: Self.self) }

  private static func joined<First: Digit>(to first: First.Type) -> any Digit.Type {
    Ring.Pair<First, Self>.self
  }

  /// Binds the class of this number to an initializer that takes one of the next number.
  static func bind(before next: any Digit.Type, _ binder: Binder) {
    next.bind(after: Self.self, binder)
  }

  private static func bind<First: Digit>(after first: First.Type, _ binder: Binder) {
    binder.bind(Ringed<First>.self).toInitializer { (next: Ringed<Self>) in
      Ringed<First>(next: next)
    }
  }

  static func bindLast(_ binder: Binder) {
    binder.bind(Ringed<Self>.self).to { Ringed<Self>(next: nil) }
  }

  static func resolve(from injector: Injector) throws(InjectionError) -> any Chained {
    try injector.resolve(Ringed<Self>.self)
  }
}

/// A thousand types, made of three digits each.
private enum Ring {
  enum D0: Digit {}
  enum D1: Digit {}
  enum D2: Digit {}
  enum D3: Digit {}
  enum D4: Digit {}
  enum D5: Digit {}
  enum D6: Digit {}
  enum D7: Digit {}
  enum D8: Digit {}
  enum D9: Digit {}
  enum Pair<A: Digit, B: Digit>: Digit {}

  static func type(_ number: Int) -> any Digit.Type {
    let digits: [any Digit.Type] = [
      D0.self, D1.self, D2.self, D3.self, D4.self, D5.self, D6.self, D7.self, D8.self, D9.self,
    ]
    return digits[number / 100 % 10].followed(by: digits[number / 10 % 10])
      .followed(by: digits[number % 10])
  }
}

private protocol Chained: AnyObject {
  func takeNext() -> AnyObject?
}

private final class Ringed<Tag: Digit>: Chained {
  private var next: AnyObject?
  init(next: AnyObject?) { self.next = next }
  func takeNext() -> AnyObject? {
    defer { next = nil }
    return next
  }
}

// MARK: - Many properties over many classes

private class C00 {
  private(set) var sets = 0
  private(set) var order: [Int] = []
  subscript(index: Int) -> Counter? {
    get { nil }
    set {
      if newValue != nil { sets += 1 }
      order.append(index)
    }
  }

  required init() {}

  static let chain: [C00.Type] = {
    var chain: [C00.Type] = []
    chain.append(C00.self)
    chain.append(C01.self)
    chain.append(C02.self)
    chain.append(C03.self)
    chain.append(C04.self)
    chain.append(C05.self)
    chain.append(C06.self)
    chain.append(C07.self)
    chain.append(C08.self)
    chain.append(C09.self)
    chain.append(C10.self)
    chain.append(C11.self)
    chain.append(C12.self)
    chain.append(C13.self)
    chain.append(C14.self)
    chain.append(C15.self)
    chain.append(C16.self)
    chain.append(C17.self)
    chain.append(C18.self)
    chain.append(C19.self)
    chain.append(C20.self)
    chain.append(C21.self)
    chain.append(C22.self)
    chain.append(C23.self)
    chain.append(C24.self)
    chain.append(C25.self)
    chain.append(C26.self)
    chain.append(C27.self)
    chain.append(C28.self)
    chain.append(C29.self)
    chain.append(C30.self)
    chain.append(C31.self)
    chain.append(C32.self)
    chain.append(C33.self)
    chain.append(C34.self)
    chain.append(C35.self)
    chain.append(C36.self)
    chain.append(C37.self)
    chain.append(C38.self)
    chain.append(C39.self)
    chain.append(C40.self)
    chain.append(C41.self)
    chain.append(C42.self)
    chain.append(C43.self)
    chain.append(C44.self)
    chain.append(C45.self)
    chain.append(C46.self)
    chain.append(C47.self)
    chain.append(C48.self)
    chain.append(C49.self)
    return chain
  }()
}

/// Adds properties of one class: their indices follow those of its superclasses.
private func extend<Extended: C00>(_ cls: Extended.Type, _ count: Int, _ binder: Binder) {
  let first = (C00.chain.firstIndex { $0 == cls } ?? 0) * count
  for index in first..<first + count {
    binder.extend(cls).injecting(\.[index])
  }
}

private class C01: C00 {}
private class C02: C01 {}
private class C03: C02 {}
private class C04: C03 {}
private class C05: C04 {}
private class C06: C05 {}
private class C07: C06 {}
private class C08: C07 {}
private class C09: C08 {}
private class C10: C09 {}
private class C11: C10 {}
private class C12: C11 {}
private class C13: C12 {}
private class C14: C13 {}
private class C15: C14 {}
private class C16: C15 {}
private class C17: C16 {}
private class C18: C17 {}
private class C19: C18 {}
private class C20: C19 {}
private class C21: C20 {}
private class C22: C21 {}
private class C23: C22 {}
private class C24: C23 {}
private class C25: C24 {}
private class C26: C25 {}
private class C27: C26 {}
private class C28: C27 {}
private class C29: C28 {}
private class C30: C29 {}
private class C31: C30 {}
private class C32: C31 {}
private class C33: C32 {}
private class C34: C33 {}
private class C35: C34 {}
private class C36: C35 {}
private class C37: C36 {}
private class C38: C37 {}
private class C39: C38 {}
private class C40: C39 {}
private class C41: C40 {}
private class C42: C41 {}
private class C43: C42 {}
private class C44: C43 {}
private class C45: C44 {}
private class C46: C45 {}
private class C47: C46 {}
private class C48: C47 {}
private class C49: C48 {}
