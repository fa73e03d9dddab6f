import Infusion

/// The injectors under test, and the nodes that they make.
final class World {
  /// All nodes have the same class; they differ in their names.
  class Node: AwakesFromInjection, @unchecked Sendable {
    let serial: Int
    let name: Int
    unowned let world: World
    final var a: Node?
    final var b: Node?
    final var c: Node?
    final var lazy: Lazy<Node>?
    final var list: [Node] = []

    init(_ serial: Int, _ name: Int, _ world: World) {
      self.serial = serial
      self.name = name
      self.world = world
    }

    func awakeFromInjection() throws {
      world.log.append("awake \(serial)")
      if world.weather.failingAwakes.contains(name) { throw Storm() }
    }
  }

  /// Accepts a node named 0, and requires one named 1.
  final class SensitiveNode: Node, Injectable, @unchecked Sendable {
    var accepted: Node?
    var required: Node?
    static var requires: Requirements {
      accepting(\.accepted, named: "0") + requiring(\.required, named: "1")
    }
  }

  /// An existing object.
  final class Visitor: Injectable {
    var accepted: Node?
    var required: Node?
    static var requires: Requirements {
      accepting(\.accepted, named: "0") + requiring(\.required, named: "1")
    }
  }

  struct Storm: Error {}

  struct Pack: Module, Hashable {
    let number: Int
    let declarations: [Declaration]
    let world: World
    func configure(_ binder: Binder) {
      for declaration in declarations { world.bind(declaration, binder) }
    }
    static func == (left: Pack, right: Pack) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  private(set) var injectors: [Injector] = []
  var weather = Weather()
  private(set) var log: [String] = []
  /// Every node ever made, so that weak references never become nil.
  private(set) var nodes: [Int: Node] = [:]
  private var nextSerial = 1

  init(_ declarations: [Declaration], names: Int) throws {
    for name in 0..<names { nodes[-1 - name] = Node(-1 - name, name, self) }
    let options = Injector.Options(maximumNesting: 1_000_000)
    injectors = [
      try Injector(options: options) { [unowned self] binder in
        for declaration in declarations { bind(declaration, binder) }
      }
    ]
  }

  /// Takes the nodes apart, because they refer to one another in cycles.
  func takeApart() {
    for injector in injectors { injector.releaseSingletons() }
    // The modules of the injectors refer to this world.
    injectors = []
    for node in nodes.values {
      node.a = nil
      node.b = nil
      node.c = nil
      node.list = []
      node.lazy = nil
      (node as? SensitiveNode)?.accepted = nil
      (node as? SensitiveNode)?.required = nil
    }
  }

  func perform(_ operation: Operation, on index: Int) -> Outcome {
    let injector = injectors[index]
    do {
      switch operation {
      case .resolve(let name):
        return .node(try injector.resolve(Node.self, named: Name("\(name)")).serial)
      case .resolveIfBound(let name):
        let found = try injector.resolveIfBound(Node.self, named: Name("\(name)"))
        return found.map { .node($0.serial) } ?? .nothing
      case .resolveList(let name):
        return .nodes(try injector.resolve([Node].self, named: Name("\(name)")).map(\.serial))
      case .inject:
        let visitor = Visitor()
        do {
          try injector.injectDependencies(into: visitor)
        } catch {
          // All or nothing.
          guard visitor.accepted == nil, visitor.required == nil else {
            return .failure("half injected")
          }
          throw error
        }
        return .nodes([visitor.accepted, visitor.required].map { $0?.serial ?? Int.min })
      case .getLazy(let serial):
        guard let lazy = nodes[serial]?.lazy else { return .nothing }
        return .node(try lazy.get().serial)
      case .asks(let name):
        return injector.hasBinding(Node.self, named: Name("\(name)")) ? .done : .nothing
      case .update(let changes):
        try injector.update { binder in
          for change in changes { apply(change, binder) }
        }
        return .done
      case .updateThatThrows(let changes):
        try injector.update { binder in
          for change in changes { apply(change, binder) }
          throw Storm()
        }
        return .done
      case .release:
        injector.releaseSingletons()
        return .done
      case .makeChild(let declarations):
        injectors.append(
          try injector.makeChild { [unowned self] binder in
            for declaration in declarations { bind(declaration, binder) }
          })
        return .done
      case .failCreation(let name, let fails):
        if fails {
          weather.failingCreations.insert(name)
        } else {
          weather.failingCreations.remove(name)
        }
        return .done
      case .failAwake(let name, let fails):
        if fails { weather.failingAwakes.insert(name) } else { weather.failingAwakes.remove(name) }
        return .done
      }
    } catch let error as InjectionError {
      return .failure(error.code.description)
    } catch {
      return .failure("\(error)")
    }
  }

  private func apply(_ change: Change, _ binder: Binder) {
    switch change {
    case .bind(let declaration): bind(declaration, binder)
    case .unbind(let name): binder.unbind(Node.self, named: Name("\(name)"))
    case .unbindList(let name): binder.unbind([Node].self, named: Name("\(name)"))
    case .rescope(let name, let lifetime):
      binder.rescope(Node.self, named: Name("\(name)"), to: Self.scope(lifetime))
    case .install(let module, let declarations):
      binder.install(Pack(number: module, declarations: declarations, world: self))
    case .uninstall(let module):
      binder.uninstall(Pack(number: module, declarations: [], world: self))
    }
  }

  private func bind(_ declaration: Declaration, _ binder: Binder) {
    let name = Name("\(declaration.name)")
    var builder =
      declaration.isContribution
      ? binder.contribute(Node.self, named: name) : binder.bind(Node.self, named: name)
    switch declaration.kind {
    case .closure(let asks):
      if asks.isEmpty {
        builder = builder.to { [unowned self] in try make(declaration) }
      } else {
        builder = builder.to { [unowned self] injector in
          for ask in asks {
            if ask.forgives {
              _ = try? injector.resolve(Node.self, named: Name("\(ask.name)"))
            } else {
              _ = try injector.resolve(Node.self, named: Name("\(ask.name)"))
            }
          }
          return try make(declaration)
        }
      }
    case .alias(let name):
      builder = builder.to { try $0.resolve(Node.self, named: Name("\(name)")) }
    case .link(let name):
      builder = builder.to(Node.self, named: Name("\(name)")) { $0 }
    case .instance:
      guard let node = nodes[-1 - declaration.name] else { fatalError("no such instance") }
      builder = builder.to(instance: node)
    case .nothing: builder = builder.toNothing()
    case .itself: break
    }
    if let lifetime = declaration.lifetime { builder = builder.in(Self.scope(lifetime)) }
    for edge in declaration.edges {
      let name = Name("\(edge.name)")
      switch edge.property {
      case .a: builder.injecting(\.a, named: name)
      case .b: builder.injecting(\.b, named: name)
      case .c: builder.injecting(\.c, named: name)
      case .lazy: builder.injecting(\.lazy, named: name)
      case .list: builder.injecting(\.list, named: name)
      }
    }
  }

  private func make(_ declaration: Declaration) throws -> Node {
    if weather.failingCreations.contains(declaration.name) { throw Storm() }
    let node =
      declaration.isSensitive
      ? SensitiveNode(nextSerial, declaration.name, self)
      : Node(nextSerial, declaration.name, self)
    nodes[nextSerial] = node
    nextSerial += 1
    log.append("create \(node.serial)")
    return node
  }

  private static func scope(_ lifetime: Declaration.Lifetime) -> Scope {
    switch lifetime {
    case .unscoped: .unscoped
    case .singleton: .singleton
    case .graph: .graph
    case .weak: .weak
    }
  }
}
