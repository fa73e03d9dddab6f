import Infusion

// One class for each form of dependency, with four properties of that form.

final class Extra {}

/// The superclass of all owners. In one situation a module requires its property, too.
class Owner {
  final var extra: Extra?
}

/// A class whose four properties are injected.
protocol MatrixOwner: Owner {
  associatedtype Kind: MatrixValue
  init()
  /// Uses the values that are made at their use.
  func use() throws
  /// The same four properties, assigned by hand.
  static func byHand<M: Maker>(_ maker: M.Type, _ form: HandForm) -> (Int) throws -> Void
  where M.Value == Kind.Value
}

extension MatrixOwner {
  func use() {}
  static func byHand<M: Maker>(_ maker: M.Type, _ form: HandForm) -> (Int) throws -> Void
  where M.Value == Kind.Value {
    form.loop(maker)
  }
}

final class RequiringOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = ClassValue
  var x1: Item?
  var x2: Item?
  var x3: Item?
  var x4: Item?
  static var requires: Requirements { requiring(\.x1, \.x2, \.x3, \.x4) }
}

final class ListingOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = ClassValue
  var x1: Item?
  var x2: Item?
  var x3: Item?
  var x4: Item?
  static var requires: [PartialKeyPath<ListingOwner>] { [\.x1, \.x2, \.x3, \.x4] }
}

final class MarkingOwner: Owner, MatrixOwner {
  typealias Kind = ClassValue
  @Injected var x1: Item?
  @Injected var x2: Item?
  @Injected var x3: Item?
  @Injected var x4: Item?
}

final class AcceptingOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = ClassValue
  var x1: Item?
  var x2: Item?
  var x3: Item?
  var x4: Item?
  static var requires: Requirements { accepting(\.x1, \.x2, \.x3, \.x4) }
}

final class LazyOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = ClassValue
  var x1: Lazy<Item>!
  var x2: Lazy<Item>!
  var x3: Lazy<Item>!
  var x4: Lazy<Item>!
  static var requires: Requirements { requiring(\.x1, \.x2, \.x3, \.x4) }
  func use() throws {
    blackHole(try x1.get())
    blackHole(try x2.get())
    blackHole(try x3.get())
    blackHole(try x4.get())
  }
  static func byHand<M: Maker>(_ maker: M.Type, _ form: HandForm) -> (Int) throws -> Void
  where M.Value == Item {
    form.loop(LazilyMaking<M>.self)
  }
}

final class ProviderOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = ClassValue
  var x1: Provider<Item>!
  var x2: Provider<Item>!
  var x3: Provider<Item>!
  var x4: Provider<Item>!
  static var requires: Requirements { requiring(\.x1, \.x2, \.x3, \.x4) }
  func use() throws {
    blackHole(try x1.get())
    blackHole(try x2.get())
    blackHole(try x3.get())
    blackHole(try x4.get())
  }
  static func byHand<M: Maker>(_ maker: M.Type, _ form: HandForm) -> (Int) throws -> Void
  where M.Value == Item {
    form.loop(Providing<M>.self)
  }
}

final class CollectingOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = ClassValue
  var x1: [Item] = []
  var x2: [Item] = []
  var x3: [Item] = []
  var x4: [Item] = []
  static var requires: Requirements { requiring(\.x1, \.x2, \.x3, \.x4) }
  static func byHand<M: Maker>(_ maker: M.Type, _ form: HandForm) -> (Int) throws -> Void
  where M.Value == Item {
    form.loop(MakingThree<M>.self)
  }
}

final class NamingOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = ClassValue
  var x1: Item?
  var x2: Item?
  var x3: Item?
  var x4: Item?
  static var requires: Requirements {
    requiring(\.x1, named: "special") + requiring(\.x2, named: "special")
      + requiring(\.x3, named: "special") + requiring(\.x4, named: "special")
  }
}

final class ExistentialOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = ExistentialValue
  var x1: (any Thing)?
  var x2: (any Thing)?
  var x3: (any Thing)?
  var x4: (any Thing)?
  static var requires: Requirements { requiring(\.x1, \.x2, \.x3, \.x4) }
}

final class StructOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = StructValue
  var x1: Box?
  var x2: Box?
  var x3: Box?
  var x4: Box?
  static var requires: Requirements { requiring(\.x1, \.x2, \.x3, \.x4) }
}

final class EnumOwner: Owner, MatrixOwner, Injectable {
  typealias Kind = EnumValue
  var x1: Choice?
  var x2: Choice?
  var x3: Choice?
  var x4: Choice?
  static var requires: Requirements { requiring(\.x1, \.x2, \.x3, \.x4) }
}
