/// The additions of a module to a class that it cannot edit: `extend(…)`.
///
/// The builder fills it in while the module is configured; the injector reads it afterwards.
final class ClassExtension {
  let cls: AnyClass
  let location: CodeLocation
  var additions: [RequirementElement] = []
  var completions: [(AnyObject) throws -> Void] = []
  /// Whether the extension keeps code of the main actor.
  var requiresMainActor = false

  init(_ cls: AnyClass, location: CodeLocation) {
    self.cls = cls
    self.location = location
  }

  /// The error of a use here of an extension that keeps code of the main actor; nil on that actor.
  var refusal: InjectionError? {
    CodeOwner.mainActor.refusal(of: .classExtension(cls, location), for: Key(cls))
  }

  /// Throws off the main actor, for an extension that keeps code of the main actor.
  func requireIsolation() throws(InjectionError) {
    if let refusal { throw refusal }
  }

  /// Adds a completion for objects of the extended class.
  func complete<Extended: AnyObject>(with complete: Function<Void, Extended>) {
    // A plan applies the extension to objects of its class and subclasses only.
    completions.append { try unsafe complete.call(unsafeDowncast($0, to: Extended.self)) }
  }
}
