import Infusion

struct FaultyProvider: ProviderProtocol {
  let number: Int
  let live: Counter
  let faults: Faults
  func provide(from injector: Injector) throws -> FaultyPart {
    try faults.pass("provide")
    return try FaultyPart(number, live, faults)
  }
}

final class FaultyPart: AwakesFromInjection, @unchecked Sendable {
  let number: Int
  var a: FaultyPart?
  var b: FaultyPart?
  var c: FaultyPart?
  private(set) var completions = 0
  private(set) var awakes = 0
  private let live: Counter
  private let faults: Faults?

  init(_ number: Int, _ live: Counter, _ faults: Faults) throws {
    try faults.pass("create")
    self.number = number
    self.live = live
    self.faults = faults
    live.increment()
    FaultyPart.everything.with { $0[ObjectIdentifier(live), default: []].append(Weak(part: self)) }
  }

  init(marker live: Counter) {
    number = -1
    self.live = live
    faults = nil
    live.increment()
  }

  deinit { live.increment(by: -1) }

  func complete() throws {
    try faults?.pass("complete")
    completions += 1
  }

  func awakeFromInjection() throws {
    try faults?.pass("awake")
    awakes += 1
  }

  private struct Weak: @unchecked Sendable { weak var part: FaultyPart? }
  private static let everything = Locked<[ObjectIdentifier: [Weak]]>([:])

  static func openAll(of live: Counter) {
    let parts = everything.with { $0.removeValue(forKey: ObjectIdentifier(live)) } ?? []
    for weak in parts {
      guard let part = weak.part else { continue }
      part.a = nil
      part.b = nil
      part.c = nil
    }
  }
}

final class FaultyVisitor: NamedInjectable, AwakesFromInjection {
  var first: FaultyPart?
  var second: FaultyPart?
  var list: [FaultyPart] = []
  private(set) var hasAwoken = false
  private let faults: Faults
  init(_ faults: Faults) { self.faults = faults }
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<FaultyVisitor>> {
    ["0": \.first, "1": \.second, "list": \.list]
  }
  func awakeFromInjection() throws {
    hasAwoken = true
    try faults.pass("own awake")
  }

  var isComplete: Bool { first != nil && second != nil && hasAwoken }
  var isUntouched: Bool { first == nil && second == nil && list.isEmpty && !hasAwoken }

  func forget() {
    first = nil
    second = nil
    list = []
  }
}
