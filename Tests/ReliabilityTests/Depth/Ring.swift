import Infusion

/// A type that represents a number; calling its members opens the metatype.
protocol Digit: Sendable {}

extension Digit {
  static func followed(by next: any Digit.Type) -> any Digit.Type { next.joined(to: Self.self) }

  private static func joined<First: Digit>(to first: First.Type) -> any Digit.Type {
    Ring.Pair<First, Self>.self
  }

  /// Binds the class of this number to an initializer with a parameter of the next number.
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

/// A thousand types, each made of three digits.
enum Ring {
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

protocol Chained: AnyObject {
  func takeNext() -> AnyObject?
}

final class Ringed<Tag: Digit>: Chained {
  private var next: AnyObject?
  init(next: AnyObject?) { self.next = next }
  func takeNext() -> AnyObject? {
    defer { next = nil }
    return next
  }
}
