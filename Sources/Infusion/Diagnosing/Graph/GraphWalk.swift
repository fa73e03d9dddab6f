/// Follows every dependency that can be known without creating an object.
///
/// The graph is drawn from it, and the validation reads it. It begins at the bindings in force, in
/// the order in which they were made, and goes on breadth first: the result is the same each time.
struct GraphWalk {
  /// What stands at the end of an edge.
  ///
  /// A singleton of a parent is built with the parent, and does not see what a child binds: the
  /// same key may stand for one thing in each.
  enum Target: Hashable {
    case key(Key, in: ObjectIdentifier)
    /// A contribution, by its declaration.
    case contribution(ObjectIdentifier, in: ObjectIdentifier)
    /// A class that is injected, not provided.
    case injected(ObjectIdentifier)
  }

  struct Dependency {
    let requirement: Requirement
    /// The position of the vertex that it leads to.
    let target: Int
    let key: Key
    /// Asked for later, through `Lazy` or `Provider`.
    let isLazy: Bool
    /// Whether the owner keeps what it receives: all but a `Provider`.
    let isKept: Bool
    /// Whether the owner needs it to come into being.
    let isForCreation: Bool
    /// Whether a closure has declared it with `to(uses:)`.
    let isDeclaredUse: Bool
    /// Whether the place has room for nothing.
    let acceptsNothing: Bool
  }

  struct Vertex {
    let target: Target
    let key: Key
    let binding: ActiveBinding?
    /// The injector that the dependencies are asked of.
    let core: InjectorCore
    /// A class to look at that is injected, not provided, and an object of it if there is one.
    var subject: (cls: AnyClass, object: AnyObject?)?
    var dependencies: [Dependency] = []
    /// What is wrong with the binding, or with the declarations of its class.
    var errors: [InjectionError] = []
    /// Why not all of its dependencies are known.
    var notExamined: String?

    /// The step of a path in which the vertex asks for something.
    func step(_ dependency: Dependency) -> InjectionError.Step {
      InjectionError.Step(
        examining: dependency.requirement, isDeclaredUse: dependency.isDeclaredUse,
        owner: binding?.declaration)
    }
  }

  private(set) var vertices: [Vertex] = []
  /// What was to be included and has no class.
  private(set) var notIncluded: [String] = []
  private var positions: [Target: Int] = [:]
  /// The same by the cells that led there, which takes less time to find; cells are kept, lest
  /// another one takes the address of one that is dropped meanwhile.
  private var visited: [ObjectIdentifier: (cell: Cell, position: Int)] = [:]
  /// The bindings in force.
  let declarations: [BindingDeclaration]
  /// How many vertices have been examined, in order.
  private var examined = 0
  private let core: InjectorCore

  /// The subjects are classes to look at as well, or objects, whose markers reflection can find.
  init(_ core: InjectorCore, including subjects: [Any] = []) {
    self.core = core
    declarations = core.declarationsInForce
    vertices.reserveCapacity(declarations.count)
    positions.reserveCapacity(declarations.count)
    visited.reserveCapacity(declarations.count)
    for declaration in declarations { _ = visit(core.cell(for: declaration.key)) }
    for declaration in core.contributionsInForce {
      // A collection nobody asks for is looked at all the same.
      for cell in core.contributions(to: declaration.key) { _ = visit(cell) }
    }
    for subject in subjects { include(subject) }
    examineWaiting()
  }

  private mutating func examineWaiting() {
    while examined < vertices.count {
      examined += 1
      examine(examined - 1)
    }
  }

  /// Adds what a request for a key would lead to.
  ///
  /// - Returns: The position of its vertex.
  mutating func add(_ key: Key) -> Int {
    let position = visit(core.cell(for: key))
    examineWaiting()
    return position
  }

  /// The position of what answers for a key in the injector itself; nil for one that nothing has led
  /// to.
  func position(of key: Key) -> Int? {
    core.cells.find(key).flatMap { visited[ObjectIdentifier($0)]?.position }
  }

  // MARK: - Vertices

  /// - Returns: The position of the vertex, which is new or known.
  private mutating func visit(_ cell: Cell) -> Int {
    if let known = visited[ObjectIdentifier(cell)] { return known.position }
    let position = visitUnknown(cell)
    visited[ObjectIdentifier(cell)] = (cell, position)
    return position
  }

  /// Cells of several injectors may lead to one vertex.
  private mutating func visitUnknown(_ cell: Cell) -> Int {
    var binding: ActiveBinding?
    var failure: InjectionError?
    do throws(InjectionError) {
      binding = try cell.binding(at: Resolution.current.moment)
    } catch {
      failure = error
    }
    let core = unsafe binding?.core ?? cell.core
    let contribution = cell.declaration ?? cell.inheritedFrom?.declaration
    let target =
      contribution.map { Target.contribution(ObjectIdentifier($0), in: ObjectIdentifier(core)) }
      ?? Target.key(cell.key, in: ObjectIdentifier(core))
    if let known = positions[target] { return known }
    var vertex = Vertex(target: target, key: cell.key, binding: binding, core: core)
    if let failure {
      vertex.note(failure, boundBy: contribution ?? core.declaration(for: cell.key))
    }
    append(vertex)
    return vertices.count - 1
  }

  private mutating func include(_ subject: Any) {
    // A list stands for what is in it: a caller may have no other way to pass several.
    if let list = subject as? [Any] {
      for element in list { include(element) }
      return
    }
    let object = Swift.type(of: subject) is AnyClass ? subject as AnyObject : nil
    guard let cls = subject as? AnyClass ?? object.map({ Swift.type(of: $0) }) else {
      let type = subject as? Any.Type ?? Swift.type(of: subject)
      notIncluded.append("\(TypeText(type).text): it is no class")
      return
    }
    // The markers of a class are known as soon as one object of it has been met.
    if let object, let shape = try? ClassShape.of(cls) { _ = shape.markers(of: object) }
    let target = Target.injected(ObjectIdentifier(cls))
    guard positions[target] == nil else { return }
    append(Vertex(target: target, key: Key(cls), binding: nil, core: core, subject: (cls, object)))
  }

  private mutating func append(_ vertex: Vertex) {
    positions[vertex.target] = vertices.count
    vertices.append(vertex)
  }

  // MARK: - Edges

  private mutating func examine(_ position: Int) {
    if let (cls, object) = vertices[position].subject {
      examine(cls, object, additions: [], at: position)
    }
    guard let binding = vertices[position].binding else { return }
    let core = unsafe binding.core
    do throws(InjectionError) {
      for link in try binding.parameters().links {
        depend(on: link.source, link.requirement, isForCreation: true, at: position)
      }
    } catch {
      vertices[position].note(error, boundBy: binding.declaration)
    }
    if let recipe = binding.recipe as? UsesRecipe {
      for (index, source) in recipe.sources(in: core).enumerated() {
        let requirement = Requirement(
          .parameter(of: binding.key, position: index + 1), name: source.key.name,
          isOptional: source.examined.acceptsNothing)
        depend(on: source, requirement, isForCreation: true, isDeclaredUse: true, at: position)
      }
    }
    guard binding.injectsResult else { return }
    if let object = binding.recipe.instance {
      examine(
        type(of: object), object, additions: binding.declaration.additions, at: position)
    } else if let cls = binding.recipe.valueType as? AnyClass {
      examine(cls, nil, additions: binding.declaration.additions, at: position)
    } else if TypeRepresentation(of: binding.recipe.valueType) != .plain {
      vertices[position].notExamined = "its class is known when it is made"
    }
  }

  private mutating func examine(
    _ cls: AnyClass, _ object: AnyObject?, additions: [RequirementElement], at position: Int
  ) {
    let core = vertices[position].core
    do throws(InjectionError) {
      let declared = try core.declared(cls, object, additions: additions)
      vertices[position].errors += declared.errors
      if !declared.markersAreKnown {
        vertices[position].notExamined =
          "no object of it has been met, so its markers are not known"
      }
      for requirement in declared.requirements {
        guard let source = requirement.slot?.source(named: requirement.name, in: core) else {
          continue
        }
        depend(on: source, requirement, isForCreation: false, at: position)
      }
    } catch {
      vertices[position].note(error, boundBy: nil)
    }
  }

  private mutating func depend(
    on source: AnySource, _ requirement: Requirement, isForCreation: Bool,
    isDeclaredUse: Bool = false, at position: Int
  ) {
    let inner = source.examined
    guard let cell = inner.cell else { return }
    let target = visit(cell)
    vertices[position].dependencies.append(
      Dependency(
        requirement: requirement, target: target, key: cell.key,
        isLazy: inner !== source, isKept: inner === source || !source.key.isProvider,
        isForCreation: isForCreation, isDeclaredUse: isDeclaredUse,
        acceptsNothing: inner.acceptsNothing))
  }
}

extension GraphWalk.Vertex {
  /// Keeps what is wrong.
  ///
  /// What belongs to the main actor cannot be read elsewhere, which is no mistake of the wiring.
  fileprivate mutating func note(_ error: InjectionError, boundBy declaration: BindingDeclaration?)
  {
    if error.code == .mainActorRequired {
      notExamined = "it belongs to the main actor, and was looked at elsewhere"
    } else if case .notCreatable = error.problem {
      // It tells where the binding is.
      errors.append(error)
    } else if let declaration, declaration.isExplicit {
      errors.append(error.passing(InjectionError.Step(declaration, class: nil)))
    } else {
      errors.append(error)
    }
  }
}

extension Key {
  /// Whether the type is a `Provider`, however wrapped.
  fileprivate var isProvider: Bool {
    var type = type
    while !(type is any ProviderHandle.Type) {
      guard let inner = (type as? any WrapperForm.Type)?.innerType else { return false }
      type = inner
    }
    return true
  }
}

/// `Provider`, seen from a metatype.
private protocol ProviderHandle {}

extension Provider: ProviderHandle {}
