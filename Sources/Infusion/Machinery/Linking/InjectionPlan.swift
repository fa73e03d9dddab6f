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
  private let reach: Reach
  /// The actor that the class declares itself to belong to.
  private let isolation: ClassIsolation?
  /// An `extend` that is written on the main actor.
  private let mainActorExtension: ClassExtension?

  init(
    of shape: ClassShape, dependencies: DependencyList, extensions: [ClassExtension],
    completions: [(AnyObject) throws -> Void], isComplete: Bool
  ) {
    (cls, awake, isolation) = (shape.cls, isComplete ? nil : shape.awake, shape.isolation)
    mainActorExtension = extensions.first(where: \.requiresMainActor)
    reach =
      isolation.map { Reach(of: $0.owner) }
      ?? (mainActorExtension == nil ? .everywhere : .mainActor)
    self.dependencies = dependencies
    // Most classes have no extension.
    self.completions =
      extensions.isEmpty ? completions : extensions.flatMap(\.completions) + completions
    hasAwake = !self.completions.isEmpty || awake != nil
    isTrivial = dependencies.dependencies.isEmpty && !hasAwake
    super.init(Self.key(for: shape.cls, isComplete: isComplete))
  }

  /// The key of a plan: that of additions to complete objects is not that of whole objects.
  static func key(for cls: AnyClass, isComplete: Bool) -> Key {
    Key(cls, named: nil, contribution: isComplete ? 1 : 0)
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
