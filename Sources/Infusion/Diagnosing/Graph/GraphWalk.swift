/// Follows every dependency that can be known without creating an object.
///
/// The graph is drawn from it, and the validation and the preparation read it. It starts at the
/// bindings in force, in the order of their declaration, or at one cell, and continues breadth first,
/// so the result is the same each time.
struct GraphWalk {
  /// The end of an edge.
  ///
  /// The parent creates its singleton, but does not see the bindings of a child. So the same key
  /// may lead to different vertices in parent and child.
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
    fileprivate(set) var target: Int
    /// Resolved later, through `Lazy` or `Provider`.
    let isLazy: Bool
    /// Whether the type keeps what it receives: every type but a `Provider` does.
    fileprivate let isOfKeepingType: Bool
    /// Whether the owner keeps what it receives.
    var isKept: Bool { isOfKeepingType && !requirement.isHeldWeakly }
    /// Whether a closure declares it with `to(uses:)`.
    let isDeclaredUse: Bool
    /// Whether the closure itself asks: it may pass arguments, and do without the value.
    let isUpToClosure: Bool
    /// Whether the property or parameter accepts nil.
    let acceptsNothing: Bool
    /// Whether a handle requests, in the end or on the way, what may be absent.
    fileprivate let acceptsAbsence: Bool
    /// Whether it is needed to create the owner, as is everything but the value of a property.
    var isForCreation: Bool { requirement.slot == nil }
    /// Whether the owner can do without the value.
    var mayBeMissing: Bool { requirement.isOptional || (isLazy && acceptsAbsence) }
  }

  struct Vertex {
    let target: Target
    let key: Key
    let binding: ActiveBinding?
    /// The bindings of the injector that provides the dependencies.
    let snapshot: Snapshot
    /// A class to examine that is injected, not provided, and an object of it if there is one.
    var subject: (cls: AnyClass, object: AnyObject?)?
    var dependencies: [Dependency] = []
    /// The mistakes in the binding, or in the declarations of its class.
    var errors: [InjectionError] = []
    /// The declarations for the objects that are injected; nil if there are none to inject.
    var declared: Snapshot.Declared?
    /// The reasons why some of its dependencies are not known.
    var notExamined: [Gap] = []

    /// Whether nothing provides the key.
    var isMissing: Bool {
      binding == nil && subject == nil && errors.isEmpty && notExamined.isEmpty
    }

    /// Whether the value goes into a collection.
    var isContribution: Bool { if case .contribution = target { true } else { false } }

    /// The class whose objects are injected, and their requirements.
    var cls: AnyClass? { declared?.shape.cls }
    var requirements: [Requirement] { declared?.requirements ?? [] }

    /// The step of a path in which the vertex asks for something.
    func step(_ dependency: Dependency) -> InjectionError.Step {
      InjectionError.Step(
        examining: dependency.requirement, isDeclaredUse: dependency.isDeclaredUse,
        owner: binding?.declaration)
    }
  }

  private(set) var vertices: [Vertex] = []
  /// The vertices of included classes and objects that are injected, not provided.
  private(set) var subjects: [Int] = []
  /// The vertices of keys that were included: the program asks for them.
  private(set) var wanted: Set<Int> = []
  /// The vertices of missing keys that only injected subjects ask for: the subject itself answers.
  private(set) var answered: Set<Int> = []
  /// Included subjects that nothing provides, and values that are no objects.
  private(set) var notIncluded: [String] = []
  private var positions: [Target: Int] = [:]
  /// The same by the cells that led there, which is faster to search.
  ///
  /// The cells are retained, so that no other cell can have the address of a released one.
  private var visited: [ObjectIdentifier: (cell: Cell, position: Int)] = [:]
  let snapshot: Snapshot

  /// The subjects are further classes to examine, or objects, whose `@Injected` properties
  /// reflection can find.
  init(_ snapshot: Snapshot, including subjects: [Any] = []) {
    self.snapshot = snapshot
    let declarations = snapshot.declarationsInForce
    vertices.reserveCapacity(declarations.count)
    positions.reserveCapacity(declarations.count)
    visited.reserveCapacity(declarations.count)
    for declaration in declarations { _ = visit(snapshot.cell(for: declaration.key)) }
    // A collection is examined even if nothing asks for it.
    for key in snapshot.contributionsInForce.map(\.key).uniqued {
      for contribution in snapshot.contributions(to: key) {
        _ = visit(snapshot.cell(for: contribution))
      }
    }
    for subject in subjects { include(subject) }
    examine(from: 0)
    answered = leadBack()
  }

  /// Starts at one cell, which has the first vertex.
  ///
  /// - Complexity: O(*n*) in the number of vertices that it leads to.
  init(_ snapshot: Snapshot, from cell: Cell) {
    self.snapshot = snapshot
    _ = visit(cell)
    examine(from: 0)
  }

  /// Examines the vertices from a position on, and those that they lead to.
  private mutating func examine(from first: Int) {
    var position = first
    while position < vertices.count {
      examine(position)
      position += 1
    }
  }

  /// Adds the vertices that a request of the program for a key would lead to.
  ///
  /// - Returns: The position of its vertex.
  mutating func add(_ key: Key) -> Int {
    let known = vertices.count
    let position = visit(snapshot.cell(for: key))
    wanted.insert(position)
    examine(from: known)
    return position
  }

  /// The position of the vertex that provides a key in an injector; nil if no edge led there.
  func position(of key: Key, in snapshot: Snapshot) -> Int? {
    snapshot.exactCell(for: key).flatMap { visited[ObjectIdentifier($0.object)]?.position }
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
      binding = try cell.binding()
    } catch {
      failure = error
    }
    let snapshot = binding?.snapshot ?? cell.snapshot
    let target =
      cell.contribution.map {
        Target.contribution(ObjectIdentifier($0), in: ObjectIdentifier(snapshot.core))
      }
      ?? Target.key(cell.key, in: ObjectIdentifier(snapshot.core))
    if let known = positions[target] { return known }
    var vertex = Vertex(target: target, key: cell.key, binding: binding, snapshot: snapshot)
    if let failure {
      vertex.note(failure, boundBy: cell.contribution ?? snapshot.declaration(for: cell.key))
    }
    append(vertex)
    return vertices.count - 1
  }

  private mutating func include(_ subject: Any) {
    // A list means its elements: a caller may have no other way to pass several subjects.
    if let list = subject as? [Any] {
      for element in list { include(element) }
      return
    }
    let object = Swift.type(of: subject) is AnyClass ? subject as AnyObject : nil
    // The injector makes handles, though one of them is a class.
    let asked: AnyClass? = subject is any DeferredHandle.Type ? nil : subject as? AnyClass
    guard let cls = asked ?? object.map({ Swift.type(of: $0) }) else {
      let key = subject as? Key ?? Key(subject as? Any.Type ?? Swift.type(of: subject))
      if subject is Key || subject is Any.Type {
        want(key)
      } else {
        notIncluded.append("\(key): it is not a class")
      }
      return
    }
    // The markers of a class are known once an object of it has been injected.
    if let object, let shape = try? ClassShape.of(cls) { _ = shape.markers(of: object) }
    if object == nil, isAskedFor(cls) {
      guard let position = want(Key(cls)) else { return }
      // An object that the injector creates has what it needs from the same snapshot.
      if let binding = vertices[position].binding, !binding.declaration.isExplicit,
        binding.snapshot === snapshot
      {
        return
      }
    } else if object == nil, isKeptAbove(cls) {
      wanted.insert(visit(snapshot.cell(for: Key(cls))))
    }
    let target = Target.injected(ObjectIdentifier(cls))
    guard positions[target] == nil else { return }
    subjects.append(vertices.count)
    append(
      Vertex(
        target: target, key: Key(cls), binding: nil, snapshot: snapshot, subject: (cls, object)))
  }

  /// Visits what the program asks for.
  ///
  /// - Returns: The position of its vertex; nil if nothing provides the key, which is listed then.
  @discardableResult
  private mutating func want(_ key: Key) -> Int? {
    let supply = snapshot.supply(of: key.type, named: key.name)
    guard supply.isProvided, let cell = supply.delivered.cell else {
      notIncluded.append("\(key): nothing provides it")
      return nil
    }
    let position = visit(cell)
    wanted.insert(position)
    return position
  }

  /// Whether the program may ask for a class: it is bound, or says how it is created.
  private func isAskedFor(_ cls: AnyClass) -> Bool {
    snapshot.declaration(for: Key(cls)) != nil || cls is any InitializerDeclaring.Type
  }

  /// Whether an injector above keeps the objects of a class that are created on demand.
  private func isKeptAbove(_ cls: AnyClass) -> Bool {
    guard snapshot.parent != nil, OnDemandRecipe.makesObjects(of: cls),
      let binding = try? snapshot.cell(for: Key(cls)).binding()
    else { return false }
    return binding.snapshot !== snapshot
  }

  private mutating func append(_ vertex: Vertex) {
    positions[vertex.target] = vertices.count
    vertices.append(vertex)
  }

  // MARK: - Edges

  private mutating func examine(_ position: Int) {
    if let (cls, object) = vertices[position].subject { examine(cls, object, at: position) }
    guard let binding = vertices[position].binding else { return }
    let snapshot = binding.snapshot
    for mistake in binding.recipe.mistakes(for: binding.key) {
      vertices[position].note(mistake, boundBy: binding.declaration)
    }
    if binding.recipe.asksForUndeclared {
      let gap: Gap =
        switch binding.recipe.kind {
        case .provider: .provider
        case .asynchronous: .asynchronousClosure
        default: .closure(takesArguments: binding.recipe.acceptedArguments?.isEmpty == false)
        }
      vertices[position].notExamined.append(gap)
    }
    if case .custom(let scope) = binding.scope.kind, scope.asksFreely {
      vertices[position].notExamined.append(.scope)
    }
    do throws(InjectionError) {
      for parameter in try binding.parameters().dependencies {
        depend(on: parameter.supply, parameter.requirement, at: position)
      }
    } catch {
      vertices[position].note(error, boundBy: binding.declaration)
    }
    for (index, key) in (binding.recipe.uses ?? []).enumerated() {
      let supply = snapshot.supply(of: key.type, named: key.name)
      let isUpToClosure = !binding.recipe.receivesUses
      let requirement = Requirement(
        .parameter(of: binding.key, position: index + 1), of: key.type, name: key.name,
        isOptional: isUpToClosure && TypeRepresentation.isOptional(supply.delivered.type))
      depend(
        on: supply, requirement, isDeclaredUse: true, isUpToClosure: isUpToClosure, at: position)
    }
    // A value that is no object is not injected, even if it contains objects.
    guard binding.injectsResult, binding.representation != .plain, binding.recipe.kind != .nothing
    else { return }
    let object = binding.recipe.instance
    if let cls = object.map({ type(of: $0) }) ?? binding.recipe.valueType as? AnyClass {
      examine(cls, object, at: position)
    } else {
      vertices[position].notExamined.append(.result)
    }
  }

  private mutating func examine(_ cls: AnyClass, _ object: AnyObject?, at position: Int) {
    let snapshot = vertices[position].snapshot
    let additions = vertices[position].binding?.declaration.additions.requirements ?? []
    do throws(InjectionError) {
      let declared = try snapshot.declared(cls, object, additions: additions)
      vertices[position].errors += declared.errors
      vertices[position].declared = declared
      if declared.shape.knownMarkers == nil {
        vertices[position].notExamined.append(.markers)
      }
      for requirement in declared.requirements {
        if requirement.slot?.leadsThroughAProperty == true {
          let property = InjectionError.Property(requirement)
          vertices[position].errors.append(InjectionError(.anotherObject(property)))
          continue
        }
        let supply = snapshot.supply(of: requirement.valueType, named: requirement.name)
        depend(on: supply, requirement, at: position)
      }
    } catch {
      vertices[position].note(error, boundBy: nil)
    }
  }

  /// Leads requests for the classes of subjects to the subjects, if nothing provides the classes.
  ///
  /// An object under injection answers the requests for its class that its own dependencies make. It
  /// does not answer those that the program, another subject, or a `Lazy` or `Provider` leads to,
  /// too: they come at other times.
  ///
  /// - Returns: The vertices of those classes to which no request leads any more.
  private mutating func leadBack() -> Set<Int> {
    var missing: [Int: Int] = [:]
    for subject in subjects {
      guard let position = position(of: vertices[subject].key, in: snapshot),
        vertices[position].isMissing
      else { continue }
      missing[subject] = position
    }
    // Most walks include nothing of the kind.
    guard !missing.isEmpty else { return [] }
    for (position, origin) in origins().enumerated() {
      guard case .subject(let subject) = origin, let missing = missing[subject],
        vertices[position].binding?.keepsWhatItPassesOn != true
      else { continue }
      for (number, dependency) in vertices[position].dependencies.enumerated()
      where dependency.target == missing && !dependency.isLazy {
        vertices[position].dependencies[number].target = subject
      }
    }
    var answered = Set(missing.values)
    for vertex in vertices { answered.subtract(vertex.dependencies.lazy.map(\.target)) }
    return answered
  }

  private mutating func depend(
    on supply: Supply, _ requirement: Requirement, isDeclaredUse: Bool = false,
    isUpToClosure: Bool = false, at position: Int
  ) {
    let inner = supply.delivered
    guard let cell = inner.cell else { return }
    let isLazy = supply.cell == nil
    let target = visit(cell)
    vertices[position].dependencies.append(
      Dependency(
        requirement: requirement, target: target, isLazy: isLazy,
        isOfKeepingType: !isLazy || !supply.key.keepsNothing, isDeclaredUse: isDeclaredUse,
        isUpToClosure: isUpToClosure, acceptsNothing: TypeRepresentation.isOptional(inner.type),
        acceptsAbsence: supply.requestsOptional))
  }
}
