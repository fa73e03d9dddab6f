/// The work to do on an object of one class in one snapshot.
///
/// Immutable.
final class InjectionPlan: TableEntry {
  let cls: AnyClass
  let dependencies: DependencyList
  /// The steps that `extend(…).completing` has added, those of the superclass first.
  let completions: [(AnyObject) throws -> Void]
  let awake: ((AnyObject) throws -> Void)?
  /// Whether there is nothing to do.
  let isTrivial: Bool
  /// Whether the end of the injection calls user code.
  let hasAwake: Bool
  /// Whether the plan may run on one actor only.
  var isIsolated: Bool { reach != .everywhere }
  /// Where it may run without a look at that actor.
  let reach: Reach
  /// The actor that the class declares itself to belong to.
  private let isolation: ClassIsolation?
  /// An `extend` that is written on the main actor.
  private let mainActorExtension: ClassExtension?

  init(
    of shape: ClassShape, dependencies: DependencyList, extensions: [ClassExtension],
    adding binding: BindingDeclaration?, isComplete: Bool
  ) {
    (cls, awake, isolation) = (shape.cls, isComplete ? nil : shape.awake, shape.isolation)
    mainActorExtension = extensions.first(where: \.requiresMainActor)
    reach =
      isolation.map { Reach(of: $0.owner) }
      ?? (mainActorExtension == nil ? .everywhere : .mainActor)
    self.dependencies = dependencies
    let added = binding?.additions.completions ?? []
    // Most classes have no extension.
    completions = extensions.isEmpty ? added : extensions.flatMap(\.completions) + added
    hasAwake = !completions.isEmpty || awake != nil
    isTrivial = dependencies.dependencies.isEmpty && !hasAwake
    super.init(Self.key(for: shape.cls, adding: binding, isComplete: isComplete))
  }

  /// The key of a plan: each binding that adds something has its own, one for whole objects, and one
  /// for complete ones.
  @inline(__always)
  static func key(
    for cls: AnyClass, adding binding: BindingDeclaration?, isComplete: Bool
  ) -> Key {
    let adder = binding.map { Int(bitPattern: ObjectIdentifier($0)) } ?? 0
    return Key(cls, named: nil, contribution: isComplete ? adder + 1 : adder)
  }

  /// Throws where the plan may not run, before it requests anything.
  ///
  /// A call of this thread is under way.
  func requireIsolation() throws(InjectionError) {
    if reach.includes(Unretained(ThreadRecord.current)) { return }
    try isolation?.require()
    try mainActorExtension?.requireIsolation()
  }
}
