// Every entry that a list of requirements can have, in every spelling.
import Infusion

protocol Engine: AnyObject {}
class Part: DefaultInitializable {
  required init() {}
}
struct Settings {}

class Generic<Value>: Injectable {
  var value: Value!
  var parts: [Part] = []
  class var requires: Requirements { requiring(\.value, \.parts) }
}

class Base: Injectable {
  private(set) var readable: Part!
  private var hidden: Part!
  var engine: (any Engine)!
  var both: (any Engine & Sendable)?
  var settings = Settings()
  var observed: Part! {
    didSet {}
  }
  var computed: Part? {
    get { hidden }
    set { hidden = newValue }
  }
  weak var fleeting: Part?
  class var requires: Requirements {
    requiring(
      \.readable, \.hidden, \.engine, \.both, \.settings, \.observed, \.computed, \.fleeting)
  }
}

class Middle: Base {
  var lazy: Lazy<Part>!
  var nested: Lazy<[any Engine]>!
  var provider: Provider<Part?>!
  override var observed: Part! {
    didSet {}
  }
  override class var requires: Requirements {
    accepting(\.lazy) + requiring(\.nested, named: "nested") + requiring(\.provider)
  }
}

final class Leaf: Middle {
  var own: Part!
  override class var requires: Requirements {
    requiring(\.own) + Base.requiring(\.engine, named: "leaf") + Base.excluding(\.settings)
  }
}

class Literal: Injectable {
  var part: Part!
  var other: Part!
  class var requires: Requirements { [\Literal.part, \Literal.other] }
}

class LiteralLeaf: Literal {
  var own: Part!
  override class var requires: Requirements { requiring(\.own) }
}

class Plain: Injectable {
  var part: Part!
  class var requires: [AnyKeyPath] { [\Plain.part] }
}

class PlainLeaf: Plain, NamedInjectable {
  var own: Part!
  var named: Part!
  override class var requires: [AnyKeyPath] { [\PlainLeaf.own] }
  class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
    ["first": \PlainLeaf.named, "first": \PlainLeaf.own]
  }
}

final class Final: Injectable, NamedInjectable {
  private(set) var part: Part!
  private var hidden: Part?
  var named: Part!
  static var requires: [PartialKeyPath<Final>] { [\.part, \.hidden] }
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Final>> { ["name": \.named] }
}

extension Name {
  static let declared: Name = "declared"
  static func numbered(_ number: Int) -> Name { Name("part \(number)") }
}

class Marked {
  @Injected var part: Part
  @Injected(.declared) var named: Part
  @Injected var engine: (any Engine)?
  @Injected private(set) var hidden: Part
}
