import Infusion
import Synchronization
import Testing

/// What a value refers to; counts its instances.
private final class Part: Sendable {
  static let living = Atomic(0)
  let number: Int
  init(_ number: Int) {
    self.number = number
    Self.living.add(1, ordering: .relaxed)
  }
  deinit { Self.living.subtract(1, ordering: .relaxed) }
}

private protocol Numbered { var number: Int { get } }
private struct Byte: Numbered {
  var low: UInt8
  var number: Int { Int(low) }
}
private struct Nothing: Numbered {
  var number: Int { 0 }
}
private struct Odd: Numbered {
  var low: UInt8
  var high: (UInt8, UInt8)
  var number: Int { Int(low) }
}
private struct Large: Numbered {
  var part: Part
  var words: (Int, Int, Int, Int)
  var last: UInt8
  var number: Int { part.number == words.3 && part.number == Int(last) ? part.number : -1 }
}
private struct Watching: Numbered {
  weak var watched: Part?
  var part: Part
  var number: Int { watched?.number ?? -1 }
  init(_ part: Part) { (watched, self.part) = (part, part) }
}
private enum Choice: Numbered {
  case part(Part)
  case pair(Part, UInt8)
  case small(UInt8)
  var number: Int {
    switch self {
    case .part(let part), .pair(let part, _): part.number
    case .small(let number): Int(number)
    }
  }
}

private final class Owner<Value>: Injectable {
  var value: Value?
  static var requires: Requirements { requiring(\.value) }
}

/// After some injections, a value is exchanged where the property lies, whatever its size.
@Suite(.serialized) struct ValuePropertyTests {
  private static let numberOfInjections = 60

  /// Injects values one after the other, and compares each with what was made.
  private func replace<Value>(
    _ make: @escaping (Int) -> Value, number: (Value) -> Int,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let next = Counter()
    let injector = try Injector { $0.bind(Value.self).to { make(next.next()) } }
    let owner = Owner<Value>()
    for round in 1...Self.numberOfInjections {
      try injector.injectDependencies(into: owner)
      let found = try #require(owner.value)
      #expect(number(found) == round, sourceLocation: sourceLocation)
    }
  }

  @Test func valuesOfAnySizeAreExchanged() throws {
    let before = Part.living.load(ordering: .relaxed)
    try replace({ Byte(low: UInt8($0)) }) { $0.number }
    try replace({ Odd(low: UInt8($0), high: (1, 2)) }) { $0.number }
    let rounds = Counter()
    try replace({ _ in Nothing() }) { $0.number + rounds.next() }
    try replace(
      { number in
        Large(part: Part(number), words: (0, 0, 0, number), last: UInt8(number))
      }
    ) { $0.number }
    try replace({ Watching(Part($0)) }) { $0.number }
    try replace(
      { number -> Choice in
        switch number % 3 {
        case 0: .part(Part(number))
        case 1: .pair(Part(number), 1)
        default: .small(UInt8(number))
        }
      }
    ) { $0.number }
    try replace({ "a string that is longer than a small one: \($0)" }) { text in
      text.split(separator: " ").last.flatMap { Int($0) } ?? -1
    }
    try replace({ Array(repeating: Part($0), count: 3) }) { $0[2].number }
    try replace({ number in { Part(number).number } }) { (closure: () -> Int) in closure() }
    try replace({ Large(part: Part($0), words: (0, 0, 0, $0), last: UInt8($0)) as any Numbered }) {
      $0.number
    }
    #expect(Part.living.load(ordering: .relaxed) == before)
  }
}
