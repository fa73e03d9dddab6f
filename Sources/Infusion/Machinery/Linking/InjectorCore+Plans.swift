/// Planning what has to be done to the objects of a class.
extension InjectorCore {
  /// The plan of a class that has been met, and may be injected anywhere; to be used during the
  /// request that asks.
  @inline(__always)
  func knownPlan(for cls: AnyClass, at epoch: Int) -> Unmanaged<InjectionPlan>? {
    let cell = unsafe plans.findUnretained(Key(cls))
    guard
      let plan = unsafe cell?._withUnsafeGuaranteedRef({ unsafe $0.place.plan(at: epoch) }),
      unsafe plan._withUnsafeGuaranteedRef({ !$0.isIsolated })
    else { return nil }
    return unsafe plan
  }

  /// What has to be done to an object of a class, for a request that sees an epoch.
  ///
  /// - Complexity: O(1) once the class has been met in this injector.
  func plan(
    for object: AnyObject, at epoch: Int
  ) throws(InjectionError) -> InjectionPlan {
    let cls: AnyClass = type(of: object)
    let cell = plans.find(Key(cls)) ?? plans.insert(PlanCell(cls), under: lock)
    if let cached = unsafe cell.place.plan(at: epoch)?.takeUnretainedValue() {
      try cached.requireIsolation()
      return cached
    }
    try requireOpen(Key(cls))
    let plan = try makePlan(for: object, additions: [], completions: [], at: epoch)
    cell.place.keep(plan, of: self)
    return plan
  }

  func makePlan(
    for object: AnyObject, additions: [RequirementElement],
    completions: [(AnyObject) throws -> Void], at epoch: Int
  ) throws(InjectionError) -> InjectionPlan {
    // Read first: a later change outdates the plan.
    let since = InjectionPlan.lastChange
    let declared = try declared(type(of: object), object, additions: additions)
    guard declared.errors.isEmpty else { throw InjectionError(collecting: declared.errors) }
    let plan = InjectionPlan(
      shape: declared.shape,
      links: .of(
        declared.requirements.compactMap { $0.slot?.makeLink(for: $0, in: self) }),
      completions: declared.extensions.flatMap(\.completions) + completions,
      awake: declared.shape.awake,
      since: since <= epoch ? since : 0,
      isolation: try PlanIsolation(
        of: declared.shape, hasProperties: !declared.requirements.isEmpty,
        extensions: declared.extensions))
    try plan.requireIsolation()
    return plan
  }

  /// What is declared for the objects of a class, by the class itself and by modules.
  struct Declared {
    let shape: ClassShape
    let requirements: [Requirement]
    let extensions: [ClassExtension]
    let errors: [InjectionError]
    /// False when the class may have markers, no object of it has been met, and none is given.
    let markersAreKnown: Bool
  }

  func declared(
    _ cls: AnyClass, _ object: AnyObject?, additions: [RequirementElement]
  ) throws(InjectionError) -> Declared {
    let shape = try ClassShape.of(cls)
    let markers = object.map { shape.markers(of: $0) } ?? shape.knownMarkers
    let hasExtensions = hasExtensions
    // What the classes themselves declare is the same in all injectors.
    let isShared = additions.isEmpty && !hasExtensions
    if isShared, let known = shape.requirements {
      return Declared(
        shape: shape, requirements: known, extensions: [], errors: [], markersAreKnown: true)
    }
    var builder = PlanBuilder(for: object)
    var added: [ClassExtension] = []
    for (index, level) in shape.levels.enumerated() {
      let extensions = hasExtensions ? extensions(of: level.cls) : []
      builder.add(level, markers: markers?.levels[index] ?? [], extensions: extensions)
      added += extensions
    }
    builder.add(additions, of: cls)
    let requirements = builder.merged
    // Errors name the object, and are found again each time.
    if isShared, markers != nil, builder.errors.isEmpty { shape.keep(requirements) }
    return Declared(
      shape: shape, requirements: requirements, extensions: added, errors: builder.errors,
      markersAreKnown: markers != nil)
  }

  /// Whether modules add to any class.
  private var hasExtensions: Bool {
    let epoch = Resolution.current.epoch
    return nearestFirst.contains { $0.visible(at: epoch) { $0.hasExtensions } }
  }

  /// What modules add to a class, the parent's first.
  func extensions(of cls: AnyClass) -> [ClassExtension] {
    let epoch = Resolution.current.epoch
    guard unsafe parent != nil else { return visible(at: epoch) { $0.extensions(of: cls) } }
    return lineage.flatMap { $0.visible(at: epoch) { $0.extensions(of: cls) } }
  }
}
