/// Predicts the outcome of a scenario, as plainly as possible: with recursion, without tables or
/// plans.
///
/// It covers a part of the scenarios; see ``Scenario/fitsModel``.
final class FuzzModel {
  final class Node {
    let id: Int
    let form: FuzzForm?
    let cls: NodeClass
    var argument = 0
    var nodes: [FuzzEdge.Property: Node] = [:]
    var list: [Node] = []
    /// The properties that hold a lazy value or a provider, with the injectors that they ask.
    var deferred: [FuzzEdge.Property: (name: Int, injector: Injector)] = [:]
    var remembered: [FuzzEdge.Property: [Node]] = [:]
    var left: Node?
    var right: Node?
    var hasLater = false
    var first: Node?
    var second: Node?
    var isSet = false
    var injector: Injector?

    init(_ id: Int, _ form: FuzzForm?, _ cls: NodeClass) {
      self.id = id
      self.form = form
      self.cls = cls
    }

    var signature: Int {
      var mixed = id &* 31 &+ argument
      func mix(_ part: Int) { mixed = (mixed ^ part) &* 0x100_0000_01b3 }
      for property in [FuzzEdge.Property.a, .b, .c] { mix(nodes[property]?.id ?? 0) }
      mix(deferred[.lazy] == nil ? 0 : 1)
      mix(deferred[.provider] == nil ? 0 : 1)
      for node in list { mix(node.id) }
      mix(deferred[.lazyList] == nil ? 0 : 1)
      mix(0)
      mix(nodes[.role]?.id ?? 0)
      mix(nodes[.listed]?.id ?? 0)
      mix(injector == nil ? 0 : 1)
      switch cls {
      case .plain: break
      case .listed:
        mixed = mixed &* 31 &+ (left?.id ?? 0)
        mixed = mixed &* 31 &+ (right?.id ?? 0)
        mixed = mixed &* 31 &+ (hasLater ? 1 : 0)
      case .marked:
        if isSet { mixed = (mixed &* 31 &+ (first?.id ?? 0)) &* 31 &+ (second?.id ?? 0) }
      }
      return mixed
    }
  }

  final class Injector: ModelInjector {
    let parent: Injector?
    var bindings: [(module: Int?, identity: Int, form: FuzzForm?, key: FuzzKey)] = []
    var scopes: [Int: FuzzScope] = [:]
    var modules: Set<Int> = []
    var instances: [Int: Value] = [:]
    /// Set when nothing keeps it any more.
    var isReleased = false
    init(parent: Injector?) { self.parent = parent }

    /// The later binding wins.
    func own(_ key: FuzzKey) -> Bound? {
      bindings.last { $0.key == key && $0.form?.isContribution != true }
        .map { Bound(identity: $0.identity, form: $0.form, scope: scopes[$0.identity], key: key) }
    }

    func contributions(_ name: Int) -> [Bound] {
      bindings.filter { $0.key == .name(name) && $0.form?.isContribution == true }
        .map {
          Bound(identity: $0.identity, form: $0.form, scope: scopes[$0.identity], key: $0.key)
        }
    }

    var inForce: Set<Int> {
      var last: [FuzzKey: Int] = [:]
      var inForce: Set<Int> = []
      for binding in bindings {
        if binding.form?.isContribution == true {
          inForce.insert(binding.identity)
        } else {
          last[binding.key] = binding.identity
        }
      }
      return inForce.union(last.values)
    }
  }

  /// A binding in force; without a form, it binds its own type, which cannot be created.
  struct Bound {
    let identity: Int
    let form: FuzzForm?
    let scope: FuzzScope?
    let key: FuzzKey
  }

  enum Value {
    case object(Node)
    case nothing

    var isNothing: Bool { if case .nothing = self { true } else { false } }
  }

  typealias Failure = ModelFailure<FuzzKey>
  static let storm = Failure(code: "Storm")

  final class Frame {
    enum Subject: Equatable {
      case binding(Int, injector: ObjectIdentifier)
      case list(Int, injector: ObjectIdentifier)
      case existing(FuzzKey?, injector: ObjectIdentifier)
      case declared(injector: ObjectIdentifier)
      case store(FuzzScope, FuzzKey)
    }
    let subject: Subject
    var object: Node?
    var isLink = false
    var target: Frame?
    var refersTo: Set<ObjectIdentifier> = []
    /// The identity of the binding.
    var binding: Int?
    var noted = Noted()
    init(_ subject: Subject) { self.subject = subject }
    var id: ObjectIdentifier { ObjectIdentifier(self) }
    var visibleObject: Node? { object ?? target?.visibleObject }
  }

  enum Kept: Hashable {
    case binding(Int, injector: ObjectIdentifier)
    case store(FuzzScope, FuzzKey)
  }

  /// What a frame injects: an object, and what its binding adds to one.
  struct Noted {
    var node: Int?
    var addition: Addition?
    var refersTo: Set<ObjectIdentifier> = []
  }

  struct Addition: Hashable {
    let node: Int
    let binding: Int
  }

  struct Waiting {
    let key: Kept
    let value: Value
    var refersTo: Set<ObjectIdentifier>
    let publish: () -> Void
  }

  let scenario: Scenario
  private(set) var events: [FuzzEvent] = []
  let root = Injector(parent: nil)
  var children: [Injector] = []
  var existing: [Node] = []
  var nodes: [Int: Node] = [:]
  var lastID = 0
  var lastIdentity = 0
  var stores: [Kept: Value] = [:]
  /// Injectors live as long as the model, because their addresses are compared.
  var allInjectors: [Injector] = []

  // The operation.
  var frames: [Frame] = []
  var waiting: [Waiting] = []
  var graph: [Kept: Value] = [:]
  var complete: Set<Int> = []
  var added: Set<Addition> = []
  /// What is injected, but refers to something unfinished.
  var held: [Noted] = []
  /// The nodes under injection, each with the frame that injects it.
  var underInjection: [Int: ObjectIdentifier] = [:]
  var nodesOfOperation = 0
  var stepsOfOperation = 0

  private init(_ scenario: Scenario) { self.scenario = scenario }

  static func run(_ scenario: Scenario) -> [FuzzEvent] {
    let model = FuzzModel(scenario)
    model.run()
    for node in model.nodes.values {
      node.nodes = [:]
      node.list = []
      node.remembered = [:]
      node.deferred = [:]
      node.left = nil
      node.right = nil
      node.first = nil
      node.second = nil
      node.injector = nil
    }
    for injector in model.allInjectors { injector.instances = [:] }
    return model.events
  }

  private func run() {
    existing = [(-9, NodeClass.listed), (-8, .listed), (-7, .plain), (-6, .plain)].map {
      Node($0.0, nil, $0.1)
    }
    for node in existing { nodes[node.id] = node }
    if let first = scenario.modules.first { change(root, [.install(0)], first) }
    change(root, scenario.forms.map { .bind($0) })
    allInjectors.append(root)
    for child in scenario.children {
      let parent = child.parent.flatMap { $0 < children.count ? children[$0] : nil } ?? root
      let injector = Injector(parent: parent)
      change(injector, child.forms.map { .bind($0) })
      children.append(injector)
      allInjectors.append(injector)
    }
    for operation in scenario.operations {
      nodesOfOperation = 0
      stepsOfOperation = 0
      frames = []
      waiting = []
      graph = [:]
      complete = []
      added = []
      held = []
      try? perform(operation.step, operation.child.map { children[$0] } ?? root, nil)
      note(.state, nodes.count, nodes.values.reduce(0) { $0 &+ $1.signature })
    }
  }

  func note(_ kind: FuzzEvent.Kind, _ first: Int = 0, _ second: Int = 0) {
    events.append(FuzzEvent(kind, first, second))
  }

  func note(_ failure: Failure) {
    var number = 0
    for byte in failure.code.utf8 { number = number &* 31 &+ Int(byte) }
    note(.failed, number)
  }

  func enter(_ form: FuzzForm?, _ cls: NodeClass) -> Node {
    lastID += 1
    let node = Node(lastID, form, cls)
    nodes[node.id] = node
    note(.made, node.id)
    return node
  }

  func make(_ form: FuzzForm, argument: Int = 0) throws(Failure) -> Node {
    nodesOfOperation += 1
    if nodesOfOperation > Stage.mostNodes { throw Self.storm }
    let node = enter(form, form.key == .listed ? .listed : form.cls)
    node.argument = argument
    return node
  }

  // MARK: - Changes

  func change(_ injector: Injector, _ changes: [FuzzChange], _ module: [FuzzForm]? = nil) {
    let before = injector.inForce
    func bind(_ form: FuzzForm, _ module: Int?) {
      lastIdentity += 1
      injector.bindings.append((module, lastIdentity, form, form.key))
      injector.scopes[lastIdentity] = form.scope
    }
    for change in changes {
      switch change {
      case .bind(let form): bind(form, nil)
      case .unbind(let key):
        injector.bindings.removeAll { $0.key == key && $0.form?.isContribution != true }
      case .unbindList(let name):
        injector.bindings.removeAll {
          $0.key == .name(name) && $0.form?.isContribution == true
        }
      case .rescope(let key, let scope):
        lastIdentity += 1
        injector.scopes[lastIdentity] = scope
        if let position = injector.bindings.lastIndex(where: {
          $0.key == key && $0.form?.isContribution != true
        }) {
          injector.bindings[position].identity = lastIdentity
        } else {
          injector.bindings.append((nil, lastIdentity, nil, key))
        }
      case .install(let index):
        guard index < scenario.modules.count, injector.modules.insert(index).inserted else {
          continue
        }
        for form in scenario.modules[index] { bind(form, index) }
      case .uninstall(let index):
        injector.modules.remove(index)
        injector.bindings.removeAll { $0.module == index }
      case .extend: break
      }
    }
    for identity in before.subtracting(injector.inForce) { injector.instances[identity] = nil }
  }
}
