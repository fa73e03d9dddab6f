/// The isolation of an injection, as the class declares it and as modules add to it.
struct PlanIsolation {
  private let ofClass: ClassIsolation?
  /// An `extend` that is written on the main actor.
  private let ofExtension: ClassExtension?

  var isIsolated: Bool { ofClass != nil || ofExtension != nil }

  /// - Throws: `actorIsolated` for an actor, whose properties cannot be set from outside.
  init(
    of shape: ClassShape, hasProperties: Bool, extensions: [ClassExtension]
  ) throws(InjectionError) {
    if hasProperties, isActor(shape.cls) {
      throw InjectionError(
        .actorIsolated(shape.key, .type(shape.cls, nil), actor: shape.cls))
    }
    ofClass = shape.isolation
    ofExtension = extensions.first(where: \.requiresMainActor)
  }

  func require(for cls: AnyClass) throws(InjectionError) {
    try ofClass?.require()
    guard let ofExtension, !MainActorIsolation.isCurrent else { return }
    throw InjectionError(
      .mainActorRequired(Key(cls), .classExtension(ofExtension.cls, ofExtension.place)))
  }
}
