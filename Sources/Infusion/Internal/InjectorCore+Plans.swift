/// Planning what has to be done to the objects of a class.
extension InjectorCore {
  /// What has to be done to an object of a class.
  ///
  /// - Complexity: O(1) once the class has been met in this injector.
  func plan(for object: AnyObject) throws(InjectionError) -> InjectionPlan {
    let cls: AnyClass = type(of: object)
    let cell = plans.find(Key(cls)) ?? plans.insert(PlanCell(cls))
    let epoch = InjectionPlan.currentEpoch
    if let cached = cell.content.load(), cached.epoch == epoch {
      try cached.plan.shape.requireIsolation()
      return cached.plan
    }
    let plan = try makePlan(for: object, additions: [])
    cell.content.exchange(PlanForBinding(cls: cls, epoch: epoch, plan: plan))
    return plan
  }

  func makePlan(
    for object: AnyObject, additions: [RequirementElement]
  ) throws(InjectionError) -> InjectionPlan {
    let cls: AnyClass = type(of: object)
    let shape = try ClassShape.of(cls)
    let markers = shape.markers(of: object)
    var builder = PlanBuilder(for: object)
    var completions: [(AnyObject) throws -> Void] = []
    for (index, level) in shape.levels.enumerated() {
      let extensions = extensions(of: level.cls)
      try builder.add(level, markers: markers.levels[index], extensions: extensions)
      completions += extensions.flatMap(\.completions)
    }
    try builder.add(additions, of: cls)
    let links = builder.merged.compactMap { $0.slot?.makeLink(for: $0, in: self) }
    return InjectionPlan(
      shape: shape, links: LinkList(links), completions: completions, awake: shape.awake)
  }

  /// What modules add to a class, the parent's first.
  func extensions(of cls: AnyClass) -> [ClassExtension] {
    (parent?.extensions(of: cls) ?? []) + withState { $0.configuration.extensions(of: cls) }
  }
}
