import Infusion

protocol FuzzRole: AnyObject {
  var node: FuzzNode { get }
}

/// A node that the bindings of a scenario make; it notifies its stage of events.
class FuzzNode: FuzzRole, AwakesFromInjection, ReleasesFromInjection, @unchecked Sendable {
  final let id: Int
  final let form: FuzzForm?
  final let stage: Stage
  final var argument = 0
  final var a: FuzzNode?
  final var b: FuzzNode?
  final var c: FuzzNode?
  final var lazy: Lazy<FuzzNode>?
  final var provider: Provider<FuzzNode>?
  final var list: [FuzzNode] = []
  final var lazyList: Lazy<[FuzzNode]>?
  final var lazies: [Lazy<FuzzNode>] = []
  final var role: (any FuzzRole)?
  final var listed: ListedNode?
  weak final var injector: Injector?

  init(_ form: FuzzForm?) {
    stage = .current
    self.form = form
    id = stage.nextID()
    stage.enter(self)
  }

  deinit { stage.leave(id) }

  final var node: FuzzNode { self }

  func awakeFromInjection() throws { try stage.awake(self) }

  final func releaseFromInjection() { stage.release(self) }

  /// A checksum of the values of the properties.
  var signature: Int {
    var mixed = id &* 31 &+ argument
    func mix(_ part: Int) { mixed = (mixed ^ part) &* 0x100_0000_01b3 }
    mix(a?.id ?? 0)
    mix(b?.id ?? 0)
    mix(c?.id ?? 0)
    mix(lazy == nil ? 0 : 1)
    mix(provider == nil ? 0 : 1)
    for node in list { mix(node.id) }
    mix(lazyList == nil ? 0 : 1)
    mix(lazies.count)
    mix(role?.node.id ?? 0)
    mix(listed?.id ?? 0)
    mix(injector == nil ? 0 : 1)
    return mixed
  }

  /// The values of the properties in words.
  final var text: String { (["\(id)"] + properties).joined(separator: " ") }

  /// The properties that have a value.
  var properties: [String] {
    var properties: [String] = []
    func add(_ name: String, _ node: FuzzNode?) {
      if let node { properties.append("\(name): \(node.id)") }
    }
    add("a", a)
    add("b", b)
    add("c", c)
    if !list.isEmpty { properties.append("list: \(list.map(\.id))") }
    if lazy != nil { properties.append("lazy") }
    if provider != nil { properties.append("provider") }
    if lazyList != nil { properties.append("lazyList") }
    if !lazies.isEmpty { properties.append("lazies: \(lazies.count)") }
    add("role", role?.node)
    add("listed", listed)
    if injector != nil { properties.append("injector") }
    if argument != 0 { properties.append("argument: \(argument)") }
    return properties
  }

  func takeApart() {
    a = nil
    b = nil
    c = nil
    lazy = nil
    provider = nil
    list = []
    lazyList = nil
    lazies = []
    role = nil
    listed = nil
    injector = nil
  }
}

/// Lists its own requirements.
final class ListedNode: FuzzNode, Injectable, @unchecked Sendable {
  var left: FuzzNode!
  var right: FuzzNode?
  var later: Lazy<FuzzNode>!

  static var requires: Requirements {
    requiring(\.left, named: "0") + accepting(\.right, named: "1")
      + requiring(\.later, named: "1")
  }

  override var signature: Int {
    var mixed = super.signature &* 31 &+ (left?.id ?? 0)
    mixed = mixed &* 31 &+ (right?.id ?? 0)
    return mixed &* 31 &+ (later == nil ? 0 : 1)
  }

  override var properties: [String] {
    guard left != nil || right != nil || later != nil else { return super.properties }
    return super.properties + ["left: \(left?.id ?? 0)", "right: \(right?.id ?? 0)"]
      + (later == nil ? [] : ["later"])
  }

  override func takeApart() {
    super.takeApart()
    left = nil
    right = nil
    later = nil
  }
}

/// Has markers.
final class MarkedNode: FuzzNode, @unchecked Sendable {
  @Injected("1") var first: FuzzNode
  @Injected("2") var second: FuzzNode?
  private var isSet = false

  override func awakeFromInjection() throws {
    isSet = true
    try super.awakeFromInjection()
  }

  override var signature: Int {
    guard isSet else { return super.signature }
    return (super.signature &* 31 &+ first.id) &* 31 &+ (second?.id ?? 0)
  }

  override var properties: [String] {
    guard isSet else { return super.properties }
    return super.properties + ["first: \(first.id)", "second: \(second?.id ?? 0)"]
  }

  override func takeApart() {
    super.takeApart()
    if isSet {
      first = stage.placeholder
      second = nil
    }
  }
}

/// Is created on demand.
final class OnDemandNode: FuzzNode, DefaultInitializable, @unchecked Sendable {
  init() { super.init(nil) }
}

/// Declares the initializer that the injector calls.
final class DeclaredNode: FuzzNode, InitializerDeclaring, @unchecked Sendable {
  init(node: FuzzNode, number: Int) {
    super.init(nil)
    b = node
    argument = number
  }
  static var initializer: Initializer {
    Initializer(DeclaredNode.init(node:number:), .named("2"), .default(5))
  }
}

/// Created by an initializer whose parameters are resolved.
final class InitializedNode: FuzzNode, @unchecked Sendable {
  init(node: FuzzNode, role: any FuzzRole) {
    super.init(nil)
    a = node
    self.role = role
  }
}

/// Makes nodes of a form.
struct FuzzProvider<Value>: ProviderProtocol {
  let make: (Injector) throws -> Value
  func provide(from injector: Injector) throws -> Value { try make(injector) }
}
