// Bindings that provide nothing.

extension InjectionError.Words {
  mutating func describeNothing(_ error: InjectionError) {
    switch error.problem {
    case .nothingProvided(let key, let place):
      let owner = error.path.first?.property.map { ", but '\(text($0.owner))' requires a value" }
      fact = "The binding of \(quoted(key)) provides nothing\(owner ?? "")."
      // The path says where a property's value is bound.
      details = error.path.first?.bindingLocation == nil ? place.map { [$0.text] } ?? [] : []
      fixes = ["Let the binding return a value: \(Self.code(binding: key))"]
      fixes += accepting(nothing: key, error)
    case .emptyContribution(let key, let place):
      fact = "A contribution to '[\(text(key.type))]' provides nothing, so it never adds a value."
      details = [place.text]
      fixes = ["Remove it", "Let it return a value: \(Self.code(binding: key, "contribute"))"]
    default: break
    }
  }
}
