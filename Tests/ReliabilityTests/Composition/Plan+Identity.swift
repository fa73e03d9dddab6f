import Infusion

// Which modules count as the same one, and what an overridden module is.

extension Plan {
  struct Identity: Hashable {
    let kind: ModuleKind?
    let number: Int
  }

  /// Nil if no other installation counts as the same module.
  var identity: Identity? {
    if isFresh { return nil }
    guard case .module(let kind, _) = form else { return Identity(kind: nil, number: number) }
    switch kind {
    case .plain: return nil
    case .value, .otherValue: return Identity(kind: kind, number: equality)
    case .object, .derivedObject: return Identity(kind: nil, number: number)
    case .empty: return Identity(kind: kind, number: 0)
    }
  }

  var base: Plan? {
    switch form {
    case .module: nil
    case .overriding(let base, _), .overridingWithClosure(let base, _): base
    }
  }
  var isOverriding: Bool { base != nil }
  /// The type of the module that declares the bindings, other than those of a base.
  var declaring: (any Module.Type)? {
    switch form {
    case .module(let kind, _): kind.type
    case .overriding(_, let replacement): replacement.declaring
    case .overridingWithClosure: nil
    }
  }
  var isJournaled: Bool { number > 0 }
  var failsToConfigure: Bool {
    if case .overriding(_, let replacement) = form { return replacement.failsToConfigure }
    return isJournaled && journal.failingToConfigure == number && !isOverriding
  }

  func wraps(_ identity: Identity) -> Bool {
    guard let base else { return false }
    return base.identity == identity || base.wraps(identity)
  }

  func isOrWraps(_ wanted: ModuleKind) -> Bool {
    if let base { return base.isOrWraps(wanted) }
    guard case .module(let kind, _) = form else { return false }
    return kind == wanted || wanted == .object && kind == .derivedObject
  }

  /// The number of the module that is unloaded; an overridden module is unloaded by itself.
  var unloadedNumber: Int? {
    switch form {
    case .module: isJournaled ? number : nil
    case .overriding(_, let replacement): replacement.unloadedNumber
    case .overridingWithClosure: nil
    }
  }
}
