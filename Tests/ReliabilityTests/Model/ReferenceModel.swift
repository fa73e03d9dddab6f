/// The behavior of an injector, as plainly as possible: with recursion, without tables or plans.
///
/// It follows the rules of injection one by one, and shares no code with the library.
final class ReferenceModel {
  /// What the model knows of a node.
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

  final class Injector: ModelInjector {
    let parent: Injector?
    /// All bindings in order, each with the module that has made it.
    var bindings: [(module: Int?, declaration: Declaration)] = []
    /// The installed modules, even those without remaining bindings.
    var modules: Set<Int> = []
    /// The kept instances, by the identity of their binding.
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

  /// A value: an object, or nothing, which is a value, too.
  enum Value {
    case object(Object)
    case nothing

    var isNothing: Bool { if case .nothing = self { true } else { false } }
  }

  typealias Failure = ModelFailure<Int>

  /// A call that makes more nodes fails, because graphs of unscoped nodes can explode.
  static let limit = 5_000
  static let tooMuch = "too much"

  /// A value under construction.
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
    /// The unfinished frames to which this value refers.
    var refersTo: Set<ObjectIdentifier> = []
    init(_ subject: Subject) { self.subject = subject }
    var id: ObjectIdentifier { ObjectIdentifier(self) }

    /// The object, if it exists; for a link, the object of its target.
    var visibleObject: Object? { object ?? target?.visibleObject }
  }

  /// A finished instance that waits for the rest of its cycle.
  struct Waiting {
    let key: Kept
    let value: Value
    var refersTo: Set<ObjectIdentifier>
    let publish: () -> Void
  }

  /// The key of a kept instance: a binding in force in one injector.
  struct Kept: Hashable {
    let binding: Int
    let injector: ObjectIdentifier
  }

  var injectors: [Injector]
  var weather = Weather()
  var log: [String] = []
  var objects: [Int: Object] = [:]
  let instances: [Int: Object]
  var nextSerial = 1

  // The outermost call.
  var frames: [Frame] = []
  var linkFrames: Set<ObjectIdentifier> = []
  var waiting: [Waiting] = []
  var graph: [Kept: Value] = [:]
  var handedOut: Set<Int> = []
  /// The number of nodes that the present call has made.
  var made = 0

  /// Instances exist from the beginning: one for each name, with negative serials.
  init(_ declarations: [Declaration], names: Int) {
    injectors = [Injector(parent: nil)]
    var instances: [Int: Object] = [:]
    for name in 0..<names { instances[name] = Object(-1 - name, name, isSensitive: false) }
    self.instances = instances
    for object in instances.values { objects[object.serial] = object }
    change(injectors[0], declarations.map { .bind($0) })
  }

  /// Takes the graph apart, because objects and injectors refer to one another in cycles.
  func takeApart() {
    for injector in injectors { injector.instances = [:] }
    for object in objects.values {
      object.lazy = nil
      object.lazyResult = nil
    }
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
          let value: Value
          do {
            value = try resolve(lazy.name, in: lazy.injector)
          } catch let failure as Failure {
            throw failure.requested(of: lazy.injector)
          }
          guard case .object(let found) = value else { throw Failure(code: "nothingProvided") }
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
      guard let failure = error as? Failure else { return .failure("\(error)") }
      if case .getLazy = operation { return .failure(failure.code) }
      return .failure(failure.requested(of: injector).code)
    }
  }

  func outermost(_ body: () throws -> Outcome) throws -> Outcome {
    made = 0
    defer {
      frames = []
      waiting = []
      graph = [:]
      handedOut = []
    }
    return try body()
  }

  func change(_ injector: Injector, _ changes: [Change]) {
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
          // In a child, copies the inherited binding. An unbound name is bound to its own type,
          // which cannot be created.
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
    // Instances of bindings that are no longer in force are released; all others stay.
    let after = injector.inForce
    for identity in before.subtracting(after) { injector.instances[identity] = nil }
  }

  var lastIdentity = 0
  func distinct(_ declaration: Declaration) -> Declaration {
    lastIdentity += 1
    var copy = declaration
    copy.identity = lastIdentity
    return copy
  }
}
