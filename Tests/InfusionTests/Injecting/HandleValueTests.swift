import Foundation
import Infusion
import Synchronization
import Testing

private protocol Speaking { var word: String { get } }
private protocol Loud: AnyObject { var volume: Int { get } }
private final class Voice: Speaking, Loud, Sendable {
  static let living = Atomic(0)
  let word = "hello"
  let volume = 11
  init() { Self.living.add(1, ordering: .relaxed) }
  deinit { Self.living.subtract(1, ordering: .relaxed) }
}
private struct Empty: Equatable {}
private struct Phrase {
  var voice = Voice()
  weak var echo: Voice?
  var count: UInt8 = 3
}

/// A handle keeps or hands out values of every kind.
@Suite(.serialized) struct HandleValueTests {
  /// Asks handles for a value, several times each.
  private func ask<Value>(
    _ type: Value.Type, _ bind: (BindingBuilder<Value>) -> Void, _ check: (Value) throws -> Void
  ) throws {
    let injector = try Injector()
    try injector.update { bind($0.bind(type)) }
    for _ in 0..<3 {
      let lazy = try injector.resolve(Lazy<Value>.self)
      let provider = try injector.resolve(Provider<Value>.self)
      for _ in 0..<3 {
        try check(lazy.get())
        try check(provider.get())
      }
    }
  }

  @Test func handlesHandOutValuesOfEveryKind() throws {
    let before = Voice.living.load(ordering: .relaxed)
    try ask(Voice.self, { $0.to { Voice() } }) { #expect($0.volume == 11) }
    try ask(Voice.self, { $0.to { Voice() }.in(.singleton) }) { #expect($0.volume == 11) }
    try ask((any Speaking).self, { $0.to { Voice() } }) { #expect($0.word == "hello") }
    try ask((any Loud).self, { $0.to { Voice() } }) { #expect($0.volume == 11) }
    try ask((any Loud & Speaking).self, { $0.to { Voice() } }) { #expect($0.word == "hello") }
    try ask(AnyObject.self, { $0.to { Voice() } }) { #expect($0 is Voice) }
    try ask(Phrase.self, { $0.to { Phrase() } }) { #expect($0.voice.volume == 11 && $0.count == 3) }
    try ask(Int.self, { $0.to { 0 } }) { #expect($0 == 0) }
    try ask(Empty.self, { $0.to { Empty() } }) { #expect($0 == Empty()) }
    try ask((() -> Int).self, { $0.to { { 7 } } }) { #expect($0() == 7) }
    try ask(Any.Type.self, { $0.to { Voice.self } }) {
      #expect(ObjectIdentifier($0) == ObjectIdentifier(Voice.self))
    }
    #expect(Voice.living.load(ordering: .relaxed) == before)
  }

  @Test func aLazyHandleKeepsTheFirstValue() throws {
    let before = Voice.living.load(ordering: .relaxed)
    let made = Counter()
    do {
      let injector = try Injector { binder in
        binder.bind(Voice.self).to {
          made.next()
          return Voice()
        }
        binder.bind((any Loud & Speaking).self).to {
          made.next()
          return Voice()
        }
        binder.bind(Phrase.self).to {
          made.next()
          return Phrase()
        }
        binder.bind(Int.self).to { made.next() }
      }
      let voice = try injector.resolve(Lazy<Voice>.self)
      let loud = try injector.resolve(Lazy<any Loud & Speaking>.self)
      let phrase = try injector.resolve(Lazy<Phrase>.self)
      let number = try injector.resolve(Lazy<Int>.self)
      let first = try (voice.get(), loud.get(), phrase.get(), number.get())
      for _ in 0..<3 {
        #expect(try voice.get() === first.0)
        #expect(try loud.get() === first.1)
        #expect(try phrase.get().voice === first.2.voice)
        #expect(try number.get() == first.3)
      }
      #expect(made.value == 4)
    }
    #expect(Voice.living.load(ordering: .relaxed) == before)
  }

  @Test func aLazyHandleRemembersThatThereIsNothing() throws {
    let asked = Counter()
    let injector = try Injector { binder in
      binder.bind(Voice?.self).to { () -> Voice? in
        asked.next()
        return nil
      }
    }
    let handle = try injector.resolve(Lazy<Voice?>.self)
    for _ in 0..<3 { #expect(try handle.get() == nil) }
    #expect(asked.value == 1)
  }

  /// The values of the threads that come second end, and all threads have the same one.
  @Test func racingThreadsShareTheFirstValue() throws {
    let before = Voice.living.load(ordering: .relaxed)
    for _ in 0..<200 {
      let injector = try Injector { $0.bind(Phrase.self).to { Phrase() } }
      let handle = try injector.resolve(Lazy<Phrase>.self)
      let voices = onThreads(3) { _ in ObjectIdentifier(try handle.get().voice) }
      let different = try Set(voices.values.map { try $0.get() })
      #expect(voices.count == 3)
      #expect(different.count == 1)
    }
    // A thread that has delivered its result may still hold the handle for a moment.
    for _ in 0..<1_000 where Voice.living.load(ordering: .relaxed) != before {
      Thread.sleep(forTimeInterval: 0.005)
    }
    #expect(Voice.living.load(ordering: .relaxed) == before)
  }
}
