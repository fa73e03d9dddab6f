/// How an injector behaves, written as plainly as possible: recursive, without tables or plans.
///
/// It follows the rules of injection one by one and shares nothing with the library.
final class ReferenceModel {
  /// A node, or rather what is known of it.
  final class Object {
    let serial: Int
    let name: Int
    let isSensitive: Bool
    var properties: [String: Int?] = [:]
    var list: [Int] = []
    var lazy: (name: Int, injector: Injector)?
    var lazyResult: Object?
    init(_ serial: Int, _ name: Int, isSensitive: Bool) {
      self.serial = serial
      self.name = name
      self.isSensitive = isSensitive
    }
  }

  final class Injector {
    let parent: Injector?
    /// Everything that is bound, in the order of binding, with the module that has said it.
    var bindings: [(module: Int?, declaration: Declaration)] = []
    /// Modules that are installed, also when nothing is left of what they have said.
    var modules: Set<Int> = []
    /// Instances that are kept, by the identity of their binding.
    var instances: [Int: Value] = [:]
    init(parent: Injector?) { self.parent = parent }

    /// The later binding wins.
    func own(_ name: Int) -> Declaration? {
      bindings.last { $0.declaration.name == name && !$0.declaration.isContribution }?.declaration
    }

    func contributions(_ name: Int) -> [Declaration] {
      bindings.map(\.declaration).filter { $0.name == name && $0.isContribution }
    }

    var inForce: Set<Int> {
      var last: [Int: Int] = [:]
      var inForce: Set<Int> = []
      for (_, declaration) in bindings {
        if declaration.isContribution {
          inForce.insert(declaration.identity)
        } else {
          last[declaration.name] = declaration.identity
        }
      }
      return inForce.union(last.values)
    }
  }

  /// A value: an object, or nothing, which is a value too.
  enum Value {
    case object(Object)
    case nothing
  }

  struct Failure: Error { let code: String }

  /// A call that makes more nodes than this is no use: graphs of unscoped nodes can explode.
  static let limit = 5_000
  static let tooMuch = "too much"

  /// Something that is being made.
  final class Frame {
    enum Subject: Equatable {
      case binding(Int, injector: ObjectIdentifier)
      case list(Int, injector: ObjectIdentifier)
      case existing
    }

    let subject: Subject
    /// Set as soon as the object exists.
    var object: Object?
    /// The frame of the link's target, while it is being made.
    var target: Frame?
    /// The unfinished frames that what is made here refers to.
    var refersTo: Set<ObjectIdentifier> = []
    init(_ subject: Subject) { self.subject = subject }
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// The object, if it exists; a link is seen through.
    var visibleObject: Object? { object ?? target?.visibleObject }
  }

  /// A finished instance that waits for the rest of its cycle.
  struct Waiting {
    let key: Kept
    let value: Value
    var refersTo: Set<ObjectIdentifier>
    let publish: () -> Void
  }

  /// Where an instance is kept: a binding at work in one injector.
  struct Kept: Hashable {
    let binding: Int
    let injector: ObjectIdentifier
  }

  var injectors: [Injector]
  var weather = Weather()
  private(set) var log: [String] = []
  private(set) var objects: [Int: Object] = [:]
  private let instances: [Int: Object]
  private var nextSerial = 1

  // The outermost call.
  private var frames: [Frame] = []
  private var waiting: [Waiting] = []
  private var graph: [Kept: Value] = [:]
  private var handedOut: Set<Int> = []
  /// How many nodes were made in the present call.
  private var made = 0

  /// Instances exist before anything begins: one for each name, with negative serials.
  init(_ declarations: [Declaration], names: Int) {
    injectors = [Injector(parent: nil)]
    var instances: [Int: Object] = [:]
    for name in 0..<names { instances[name] = Object(-1 - name, name, isSensitive: false) }
    self.instances = instances
    for object in instances.values { objects[object.serial] = object }
    change(injectors[0], declarations.map { .bind($0) })
  }

  // MARK: - Operations

  func perform(_ operation: Operation, on index: Int) -> Outcome {
    let injector = injectors[index]
    do {
      switch operation {
      case .resolve(let name):
        return try outermost {
          guard case .object(let object) = try resolve(name, in: injector) else {
            throw Failure(code: "nothingProvided")
          }
          return .node(object.serial)
        }
      case .resolveIfBound(let name):
        return try outermost {
          guard let value = try request(name, in: injector), case .object(let object) = value else {
            return .nothing
          }
          return .node(object.serial)
        }
      case .resolveList(let name):
        return try outermost { .nodes(try requestList(name, in: injector).map(\.serial)) }
      case .inject:
        return try outermost {
          let object = Object(0, -1, isSensitive: true)
          let frame = Frame(.existing)
          frame.object = object
          frames.append(frame)
          defer { frames.removeLast() }
          let values = try sensitiveValues(in: injector)
          finishFrame(frame, keeping: nil, .nothing)
          return .nodes(values.map { $0.1.map(\.serial) ?? Int.min })
        }
      case .getLazy(let serial):
        guard let object = objects[serial], let lazy = object.lazy else { return .nothing }
        if let known = object.lazyResult { return .node(known.serial) }
        return try outermost {
          guard case .object(let found) = try resolve(lazy.name, in: lazy.injector) else {
            throw Failure(code: "nothingProvided")
          }
          object.lazyResult = found
          return .node(found.serial)
        }
      case .asks(let name):
        var next: Injector? = injector
        while let candidate = next {
          if candidate.own(name) != nil { return .done }
          next = candidate.parent
        }
        return .nothing
      case .update(let changes):
        change(injector, changes)
        return .done
      case .updateThatThrows:
        return .failure("providerFailed")
      case .release:
        injector.instances = [:]
        return .done
      case .makeChild(let declarations):
        let child = Injector(parent: injector)
        injectors.append(child)
        change(child, declarations.map { .bind($0) })
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
    } catch {
      return .failure((error as? Failure)?.code ?? "\(error)")
    }
  }

  private func outermost(_ body: () throws -> Outcome) throws -> Outcome {
    made = 0
    defer {
      frames = []
      waiting = []
      graph = [:]
      handedOut = []
    }
    return try body()
  }

  private func change(_ injector: Injector, _ changes: [Change]) {
    let before = injector.inForce
    for change in changes {
      switch change {
      case .bind(let declaration): injector.bindings.append((nil, distinct(declaration)))
      case .unbind(let name):
        injector.bindings.removeAll {
          $0.declaration.name == name && !$0.declaration.isContribution
        }
      case .unbindList(let name):
        injector.bindings.removeAll {
          $0.declaration.name == name && $0.declaration.isContribution
        }
      case .rescope(let name, let lifetime):
        guard
          let position = injector.bindings.lastIndex(where: {
            $0.declaration.name == name && !$0.declaration.isContribution
          })
        else {
          // In a child, a copy of what it inherits. What is not bound at all is bound to its own
          // type, which cannot be created.
          var next = injector.parent
          while let ancestor = next, ancestor.own(name) == nil { next = ancestor.parent }
          var copy =
            next?.own(name)
            ?? Declaration(
              identity: 0, name: name, kind: .itself, lifetime: lifetime, edges: [],
              isSensitive: false, isContribution: false)
          copy.lifetime = lifetime
          injector.bindings.append((nil, distinct(copy)))
          continue
        }
        var rescoped = distinct(injector.bindings[position].declaration)
        rescoped.lifetime = lifetime
        injector.bindings[position].declaration = rescoped
      case .install(let module, let declarations):
        if injector.modules.insert(module).inserted {
          injector.bindings += declarations.map { (module, distinct($0)) }
        }
      case .uninstall(let module):
        injector.modules.remove(module)
        injector.bindings.removeAll { $0.module == module }
      }
    }
    // What is no longer in force is let go; everything else stays.
    let after = injector.inForce
    for identity in before.subtracting(after) { injector.instances[identity] = nil }
  }

  private var lastIdentity = 0
  private func distinct(_ declaration: Declaration) -> Declaration {
    lastIdentity += 1
    var copy = declaration
    copy.identity = lastIdentity
    return copy
  }

  // MARK: - Resolving

  private func resolve(_ name: Int, in injector: Injector) throws -> Value {
    guard let value = try request(name, in: injector) else {
      throw Failure(code: "missingBinding")
    }
    return value
  }

  /// A request of user code inside a closure.
  private func nested(_ name: Int, in injector: Injector) throws -> Object {
    let waitingBefore = waiting.count
    do {
      guard case .object(let object) = try resolve(name, in: injector) else {
        throw Failure(code: "nothingProvided")
      }
      handedOut.insert(object.serial)
      return object
    } catch {
      waiting.removeSubrange(waitingBefore...)
      throw error
    }
  }

  /// nil when nothing is bound.
  private func request(_ name: Int, in injector: Injector) throws -> Value? {
    var next: Injector? = injector
    while let candidate = next {
      if let declaration = candidate.own(name) {
        return try provide(declaration, owner: candidate, asked: injector)
      }
      next = candidate.parent
    }
    return nil
  }

  private func requestList(_ name: Int, in injector: Injector) throws -> [Object] {
    let frame = Frame(.list(name, injector: ObjectIdentifier(injector)))
    if frames.contains(where: { $0.subject == frame.subject }) {
      throw Failure(code: "cyclicDependency")
    }
    frames.append(frame)
    defer { frames.removeLast() }
    var elements: [Object] = []
    for (declaration, owner) in allContributions(name, injector) {
      if case .object(let object) = try provide(declaration, owner: owner, asked: injector) {
        elements.append(object)
      }
    }
    finishFrame(frame, keeping: nil, .nothing)
    return elements
  }

  /// The parent's first.
  private func allContributions(_ name: Int, _ injector: Injector) -> [(Declaration, Injector)] {
    (injector.parent.map { allContributions(name, $0) } ?? [])
      + injector.contributions(name).map { ($0, injector) }
  }

  private func provide(
    _ declaration: Declaration, owner: Injector, asked: Injector
  ) throws -> Value {
    let lifetime = declaration.lifetime ?? (isInstance(declaration) ? .singleton : .unscoped)
    // What is kept by an injector is built by it; anything else is built by the one that was asked.
    let isKeptByOwner = lifetime == .singleton || lifetime == .weak
    let builder = isKeptByOwner ? owner : asked
    let key = Kept(binding: declaration.identity, injector: ObjectIdentifier(builder))
    if lifetime != .unscoped {
      if let known = isKeptByOwner ? owner.instances[declaration.identity] : graph[key] {
        return known
      }
      if let member = waiting.first(where: { $0.key == key }) {
        // It refers to something unfinished, and so does whoever takes it.
        frames.last?.refersTo.formUnion(member.refersTo)
        return member.value
      }
    }
    let subject = Frame.Subject.binding(declaration.identity, injector: ObjectIdentifier(builder))
    if let open = frames.last(where: { $0.subject == subject }) {
      guard let object = open.visibleObject else { throw Failure(code: "cyclicDependency") }
      frames.last?.refersTo.insert(open.id)
      return .object(object)
    }
    let frame = Frame(subject)
    if let below = frames.last, isLinkFrame(below) { below.target = frame }
    frames.append(frame)
    defer { frames.removeLast() }
    let value = try make(declaration, frame, builder)
    let publish: (() -> Void)? =
      switch lifetime {
      case .unscoped: nil
      case .singleton, .weak: { owner.instances[declaration.identity] = value }
      case .graph: { [self] in graph[key] = value }
      }
    finishFrame(frame, keeping: publish.map { (key, $0) }, value)
    return value
  }

  private var linkFrames: Set<ObjectIdentifier> = []
  private func isLinkFrame(_ frame: Frame) -> Bool { linkFrames.contains(frame.id) }

  private func isInstance(_ declaration: Declaration) -> Bool {
    if case .instance = declaration.kind { true } else { false }
  }

  private func make(
    _ declaration: Declaration, _ frame: Frame, _ injector: Injector
  ) throws -> Value {
    switch declaration.kind {
    case .instance:
      guard let object = instances[declaration.name] else { fatalError("no such instance") }
      frame.object = object
      return .object(object)
    case .nothing: return .nothing
    case .itself: throw Failure(code: "missingBinding")
    case .link(let name):
      linkFrames.insert(frame.id)
      defer { linkFrames.remove(frame.id) }
      guard case .object(let object) = try resolve(name, in: injector) else {
        throw Failure(code: "nothingProvided")
      }
      frame.object = object
      return .object(object)
    case .alias(let name):
      // What a closure was handed is not injected again when it returns it.
      let object = try nested(name, in: injector)
      frame.object = object
      return .object(object)
    case .closure(let asks):
      for ask in asks {
        if ask.forgives {
          do {
            _ = try nested(ask.name, in: injector)
          } catch let failure as Failure where failure.code != Self.tooMuch {
            continue
          }
        } else {
          _ = try nested(ask.name, in: injector)
        }
      }
      if weather.failingCreations.contains(declaration.name) {
        throw Failure(code: "providerFailed")
      }
      made += 1
      if made > Self.limit { throw Failure(code: Self.tooMuch) }
      let object = Object(nextSerial, declaration.name, isSensitive: declaration.isSensitive)
      nextSerial += 1
      objects[object.serial] = object
      log.append("create \(object.serial)")
      frame.object = object
      try inject(object, declaration.edges, injector)
      return .object(object)
    }
  }

  /// Values first, then sets, then awake.
  private func inject(
    _ object: Object, _ edges: [Declaration.Edge], _ injector: Injector
  ) throws {
    var sets: [() -> Void] = []
    if object.isSensitive {
      for (property, value) in try sensitiveValues(in: injector) {
        if let value { sets.append { object.properties[property] = value.serial } }
      }
    }
    for edge in edges {
      switch edge.property {
      case .lazy: sets.append { object.lazy = (edge.name, injector) }
      case .list:
        let elements = try requestList(edge.name, in: injector).map(\.serial)
        sets.append { object.list = elements }
      case .a, .b, .c:
        let serial: Int?
        switch try resolve(edge.name, in: injector) {
        case .object(let value): serial = value.serial
        case .nothing: serial = nil
        }
        sets.append { object.properties["\(edge.property)"] = serial }
      }
    }
    for set in sets { set() }
    log.append("awake \(object.serial)")
    if weather.failingAwakes.contains(object.name) { throw Failure(code: "providerFailed") }
  }

  /// What the sensitive class asks for: a node named 0, if there is one, and one named 1.
  private func sensitiveValues(in injector: Injector) throws -> [(String, Object?)] {
    var accepted: Object?
    if case .object(let object) = try request(0, in: injector) { accepted = object }
    var required: Object?
    if case .object(let object) = try resolve(1, in: injector) { required = object }
    return [("accepted", accepted), ("required", required)]
  }

  /// Publishes what refers to nothing unfinished; anything else waits for that.
  private func finishFrame(_ frame: Frame, keeping: (Kept, () -> Void)?, _ value: Value) {
    frame.refersTo.remove(frame.id)
    if let (key, publish) = keeping {
      waiting.append(
        Waiting(key: key, value: value, refersTo: frame.refersTo, publish: publish))
    }
    for index in waiting.indices where waiting[index].refersTo.remove(frame.id) != nil {
      waiting[index].refersTo.formUnion(frame.refersTo)
    }
    for member in waiting where member.refersTo.isEmpty { member.publish() }
    waiting.removeAll { $0.refersTo.isEmpty }
    // Whoever asked takes what was made here, and what it refers to.
    if let position = frames.lastIndex(where: { $0 === frame }), position > 0 {
      frames[position - 1].refersTo.formUnion(frame.refersTo)
    }
  }
}
