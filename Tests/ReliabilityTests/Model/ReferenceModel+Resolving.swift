/// Resolves names, according to the rules.
extension ReferenceModel {
  func resolve(_ name: Int, in injector: Injector) throws -> Value {
    guard let value = try request(name, in: injector) else {
      throw Failure(code: "missingBinding", missing: name)
    }
    return value
  }

  /// A request of user code inside a closure.
  func nested(_ name: Int, in injector: Injector) throws -> Object {
    let waitingBefore = waiting.count
    do {
      guard case .object(let object) = try resolve(name, in: injector) else {
        throw Failure(code: "nothingProvided")
      }
      handedOut.insert(object.serial)
      return object
    } catch {
      waiting.removeSubrange(waitingBefore...)
      throw (error as? Failure)?.requested(of: injector) ?? error
    }
  }

  /// Nil if nothing is bound.
  func request(_ name: Int, in injector: Injector) throws -> Value? {
    var next: Injector? = injector
    while let candidate = next {
      if let declaration = candidate.own(name) {
        return try provide(declaration, owner: candidate, asked: injector)
      }
      next = candidate.parent
    }
    return nil
  }

  func requestList(_ name: Int, in injector: Injector) throws -> [Object] {
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

  /// Contributions of the parent come first.
  func allContributions(_ name: Int, _ injector: Injector) -> [(Declaration, Injector)] {
    (injector.parent.map { allContributions(name, $0) } ?? [])
      + injector.contributions(name).map { ($0, injector) }
  }

  func provide(
    _ declaration: Declaration, owner: Injector, asked: Injector
  ) throws -> Value {
    let lifetime = declaration.lifetime ?? (isInstance(declaration) ? .singleton : .unscoped)
    // The injector that keeps an instance builds it; otherwise the injector that was asked does.
    let isKeptByOwner = lifetime == .singleton || lifetime == .weak
    let builder = isKeptByOwner ? owner : asked
    let key = Kept(binding: declaration.identity, injector: ObjectIdentifier(builder))
    if lifetime != .unscoped {
      if let known = isKeptByOwner ? owner.instances[declaration.identity] : graph[key] {
        return known
      }
      if let member = waiting.first(where: { $0.key == key }) {
        // The value refers to something unfinished, and so does the frame that receives it.
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
    let value: Value
    do {
      value = try make(declaration, frame, builder)
    } catch var failure as Failure {
      if isKeptByOwner { failure.keepers.append(ObjectIdentifier(owner)) }
      throw failure
    }
    let publish: (() -> Void)? =
      switch lifetime {
      case .unscoped: nil
      // Nothing is kept weakly: the next request asks again.
      case .weak where value.isNothing: nil
      case .singleton, .weak: { owner.instances[declaration.identity] = value }
      case .graph: { [self] in graph[key] = value }
      }
    finishFrame(frame, keeping: publish.map { (key, $0) }, value)
    return value
  }

  func isLinkFrame(_ frame: Frame) -> Bool { linkFrames.contains(frame.id) }

  func isInstance(_ declaration: Declaration) -> Bool {
    if case .instance = declaration.kind { true } else { false }
  }

  func make(
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
      guard case .object(let object) = try resolve(name, in: injector) else { return .nothing }
      frame.object = object
      return .object(object)
    case .alias(let name):
      // An object that a closure received is not injected again when the closure returns it.
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

  /// Gathers the values, then sets them, then awakes the object.
  func inject(
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

  /// The values for the sensitive class: a node named 0, if there is one, and a node named 1.
  func sensitiveValues(in injector: Injector) throws -> [(String, Object?)] {
    var accepted: Object?
    if case .object(let object) = try request(0, in: injector) { accepted = object }
    var required: Object?
    if case .object(let object) = try resolve(1, in: injector) { required = object }
    return [("accepted", accepted), ("required", required)]
  }

  /// Publishes instances that refer to nothing unfinished; the others wait.
  func finishFrame(_ frame: Frame, keeping: (Kept, () -> Void)?, _ value: Value) {
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
    // The frame that asked receives this value, and refers to what the value refers to.
    if let position = frames.lastIndex(where: { $0 === frame }), position > 0 {
      frames[position - 1].refersTo.formUnion(frame.refersTo)
    }
  }
}
