import Infusion

/// Makes the values of one cell as a program without a container does.
///
/// A type, not a closure, so that the compiler makes a separate loop for each.
protocol Maker: SendableMetatype {
  associatedtype Value
  static func make() throws -> Value
  /// The same value for another property.
  static func copy(_ value: Value) -> Value
  /// Uses a value that is made at its use.
  static func use(_ value: Value?) throws
}
extension Maker {
  @inline(__always) static func copy(_ value: Value) -> Value { value }
  @inline(__always) static func use(_ value: Value?) {}
}

enum Making<K: MatrixValue>: Maker {
  static func make() -> K.Value { K.wrap(Item()) }
}
enum MakingOfOne<K: MatrixValue>: Maker {
  static func make() -> K.Value { K.wrap(Item(first: First(), second: nil)) }
}
enum MakingOfTwo<K: MatrixValue>: Maker {
  static func make() -> K.Value { K.wrap(Item(first: First(), second: Second())) }
}
enum Sharing<K: MatrixValue>: Maker {
  static func make() -> K.Value { K.wrap(HandWritten.item) }
}
/// The cost of a weak reference is not a cost of the container.
enum SharingWeakly<K: MatrixValue>: Maker {
  static func make() -> K.Value { K.wrap(HandWritten.weakItem ?? HandWritten.item) }
}
/// Neither is the cost of a store.
enum Storing<K: MatrixValue>: Maker {
  static func make() throws -> K.Value {
    guard let value = matrixStore.value(for: Key(K.self)) as? K.Value else {
      fatalError("nothing is stored")
    }
    return value
  }
  static func prepare() { matrixStore.publish(K.wrap(HandWritten.item), for: Key(K.self)) }
}
private let matrixStore = opaque(MatrixStore())

enum LazilyMaking<M: Maker>: Maker {
  static func make() -> LazyByHand<M.Value> { LazyByHand { try M.make() } }
  static func use(_ value: LazyByHand<M.Value>?) throws { blackHole(value: try value?.get()) }
}
enum Providing<M: Maker>: Maker {
  static func make() -> ProviderByHand<M.Value> { opaque(ProviderByHand { try M.make() }) }
  static func use(_ value: ProviderByHand<M.Value>?) throws { blackHole(value: try value?.make()) }
}
enum MakingThree<M: Maker>: Maker {
  static func make() throws -> [M.Value] { [try M.make(), try M.make(), try M.make()] }
  static func copy(_ value: [M.Value]) -> [M.Value] { [value[0], value[1], value[2]] }
}

final class LazyByHand<Value> {
  private let make: () throws -> Value
  private var made: Value?
  init(_ make: @escaping () throws -> Value) { self.make = make }
  func get() throws -> Value {
    if let made { return made }
    let value = try make()
    made = value
    return value
  }
}
struct ProviderByHand<Value> {
  let make: () throws -> Value
}

private final class OwnerByHand<Value>: Owner {
  var x1: Value?
  var x2: Value?
  var x3: Value?
  var x4: Value?
}

/// How the hand-written code assigns four properties.
struct HandForm {
  /// Whether all four receive the same value, made once.
  var isShared = false
  /// Whether a fifth property is set, too.
  var hasExtra = false

  func loop<M: Maker>(_ maker: M.Type) -> (Int) throws -> Void {
    let owner = OwnerByHand<M.Value>()
    let (isShared, hasExtra) = (isShared, hasExtra)
    return { operations in
      for _ in 0..<operations {
        if isShared {
          let value = try M.make()
          owner.x1 = value
          owner.x2 = M.copy(value)
          owner.x3 = M.copy(value)
          owner.x4 = M.copy(value)
        } else {
          // A black hole between them keeps the compiler from using one retain for all four.
          owner.x1 = try M.make()
          blackHole(owner)
          owner.x2 = try M.make()
          blackHole(owner)
          owner.x3 = try M.make()
          blackHole(owner)
          owner.x4 = try M.make()
        }
        if hasExtra { owner.extra = HandWritten.extra }
        blackHole(owner)
        try M.use(owner.x1)
        try M.use(owner.x2)
        try M.use(owner.x3)
        try M.use(owner.x4)
      }
    }
  }

  /// Assigns nil to each of the four.
  func loopOfNil<K: MatrixValue>(_ kind: K.Type) -> (Int) throws -> Void {
    let owner = OwnerByHand<K.Value>()
    return { operations in
      for _ in 0..<operations {
        owner.x1 = nil
        owner.x2 = nil
        owner.x3 = nil
        owner.x4 = nil
        blackHole(owner)
      }
    }
  }
}
