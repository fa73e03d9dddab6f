/// The plans for the objects of a class.
extension Snapshot {
  /// The plan of a class, if it is known; it may belong to an actor.
  @inline(__always)
  func knownPlan(for cls: AnyClass) -> Unretained<InjectionPlan>? {
    plans.findUnretained(Key(cls))
  }

  /// The plan for an object, with what a binding adds to it; a complete object lacks only that.
  ///
  /// - Complexity: O(1) once this snapshot has such a plan for the class.
  func plan(
    for object: AnyObject, adding binding: BindingDeclaration? = nil, isComplete: Bool = false
  ) throws(InjectionError) -> Unretained<InjectionPlan> {
    let key = InjectionPlan.key(for: type(of: object), adding: binding, isComplete: isComplete)
    if let known = plans.find(key) {
      try known.requireIsolation()
      return Unretained(known)
    }
    let plan =
      binding == nil
      ? try sharedPlan(for: object)
      : try makePlan(for: object, adding: binding, isComplete: isComplete)
    return Unretained(coreReference.with { plans.insert(plan, under: $0) })
  }

  /// The plan of a class whose objects need nothing, which injectors without extensions share;
  /// a new plan for any other object.
  private func sharedPlan(for object: AnyObject) throws(InjectionError) -> InjectionPlan {
    let shape = try ClassShape.of(type(of: object))
    if !hasExtensions, let shared = shape.trivialPlan.load() as? InjectionPlan { return shared }
    let plan = try makePlan(for: object)
    if !hasExtensions, plan.isTrivial { _ = shape.trivialPlan.storeIfEmpty(plan) }
    return plan
  }

  /// Makes the plan that ``plan(for:adding:isComplete:)`` describes; the caller keeps it.
  func makePlan(
    for object: AnyObject, adding binding: BindingDeclaration? = nil, isComplete: Bool = false
  ) throws(InjectionError) -> InjectionPlan {
    let declared = try declared(
      type(of: object), object, additions: binding?.additions.requirements ?? [],
      isComplete: isComplete)
    guard declared.errors.isEmpty else { throw InjectionError(collecting: declared.errors) }
    let shape = declared.shape
    let dependencies = declared.requirements.map { Dependency($0, in: self) }
    let plan = InjectionPlan(
      of: shape, dependencies: .of(dependencies), extensions: declared.extensions,
      adding: binding, isComplete: isComplete)
    try plan.requireIsolation()
    return plan
  }

  /// The declarations for the objects of a class, by the class itself and by modules.
  struct Declared {
    let shape: ClassShape
    let requirements: [Requirement]
    let extensions: [ClassExtension]
    let errors: [InjectionError]
  }

  func declared(
    _ cls: AnyClass, _ object: AnyObject?, additions: [RequirementElement],
    isComplete: Bool = false
  ) throws(InjectionError) -> Declared {
    let shape = try ClassShape.of(cls)
    let markers = object.map { shape.markers(of: $0) } ?? shape.knownMarkers
    // The declarations of the classes themselves are the same in all injectors.
    let isShared = additions.isEmpty && !hasExtensions && !isComplete
    if isShared, let known = shape.requirements {
      return Declared(shape: shape, requirements: known, extensions: [], errors: [])
    }
    var builder = PlanBuilder()
    var added: [ClassExtension] = []
    for (index, level) in shape.levels.enumerated() where !isComplete {
      let extensions = hasExtensions ? extensions(of: level.cls) : []
      builder.add(level, markers: markers?.declared(at: index) ?? [], extensions: extensions)
      added += extensions
    }
    builder.add(additions, of: cls)
    let requirements = builder.requirements
    var errors = builder.errors
    // The properties of an actor cannot be set from outside.
    if !requirements.isEmpty || !errors.isEmpty, MetadataLayout.isActor(cls) {
      errors = [InjectionError(.actorIsolated(shape.key, .type(cls, nil), actor: cls))]
    }
    // Errors name the object, so they are found again each time.
    if isShared, markers != nil, errors.isEmpty { shape.keep(requirements) }
    return Declared(
      shape: shape, requirements: requirements, extensions: added, errors: errors)
  }
}
