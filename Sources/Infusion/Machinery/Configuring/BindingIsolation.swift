/// The actor that a binding or a kept instance belongs to.
///
/// An instance keeps the isolation of the binding that made it: an update may replace what belongs to
/// the actor, but not the instance.
///
/// Immutable.
final class BindingIsolation {
  /// The key of the binding that belongs to the actor: of the one that is asked for, or of one whose
  /// value it passes on.
  private let key: Key
  /// Where that binding was made.
  private let facts: BindingFacts
  private let isExplicit: Bool
  /// The actor that the class of the values belongs to; nil when only code belongs to one.
  private let isolation: ClassIsolation?
  /// What of the binding belongs to the main actor.
  private let part: BindingDeclaration.Part?
  /// Where requests are answered without a look at the actor.
  let reach: Reach

  init(
    _ declaration: BindingDeclaration, _ isolation: ClassIsolation?,
    _ part: BindingDeclaration.Part? = nil
  ) {
    (key, facts, isExplicit) = (declaration.key, .init(declaration), declaration.isExplicit)
    self.isolation = isolation
    self.part = part
    reach = Reach(of: isolation?.owner ?? .mainActor)
  }

  /// The actor that an object of a binding belongs to because of its class; nil when it is none.
  static func of(_ object: AnyObject, from declaration: BindingDeclaration) -> BindingIsolation? {
    ClassShape.isolation(of: type(of: object)).map {
      BindingIsolation(declaration, $0)
    }
  }

  /// The actor itself.
  var owner: any Actor { isolation?.owner.actor ?? MainActor.shared }

  /// Throws where the caller may not request a value, before any code runs.
  ///
  /// A call of this thread is under way.
  func require() throws(InjectionError) {
    if reach.includes(Unretained(ThreadRecord.current)) { return }
    if let refusal { throw refusal }
  }

  /// The error of a use here; nil where the caller may request a value.
  var refusal: InjectionError? {
    if let part, let refusal = CodeOwner.mainActor.refusal(of: .binding(part, facts), for: key) {
      return refusal
    }
    return isolation?.refusal(for: key, boundAt: isExplicit ? facts : nil)
  }
}
