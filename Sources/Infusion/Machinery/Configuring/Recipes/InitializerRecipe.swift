/// An initializer whose parameters are resolved, given or constant: `toInitializer` and
/// `InitializerDeclaring`.
final class InitializerRecipe<Value, each Input>: TypedRecipe<Value> {
  fileprivate let initializer: Function<Value, repeat each Input>
  private let origins: [Initializer.Parameter.Origin]
  private let inputTypes: [Any.Type]
  private let recipeKind: RecipeKind
  /// Whether every parameter is resolved.
  private let isResolved: Bool
  override var requiresMainActor: Bool { isOfMainActor }
  private let isOfMainActor: Bool

  /// Takes as many parameters as the initializer has, or none at all if every parameter is
  /// resolved.
  init(
    _ initializer: Function<Value, repeat each Input>,
    parameters: [Initializer.Parameter], kind: RecipeKind = .onDemand,
    isOfMainActor: Bool = false
  ) {
    self.isOfMainActor = isOfMainActor
    self.initializer = initializer
    recipeKind = kind
    var types: [Any.Type] = []
    repeat types.append((each Input).self)
    inputTypes = types
    origins =
      parameters.isEmpty ? types.map { _ in .resolved(nil) } : parameters.map(\.origin)
    isResolved =
      origins.count == types.count
      && origins.allSatisfy { if case .resolved = $0 { true } else { false } }
  }

  override var kind: RecipeKind { recipeKind }

  override var requiredArguments: [Any.Type] {
    Arguments.required(
      of: zip(origins, inputTypes).compactMap { origin, type in
        if case .argument = origin { type } else { nil }
      })
  }

  override func mistakes(for key: Key) -> [InjectionError] {
    guard origins.count == inputTypes.count else { return [] }
    var errors: [InjectionError] = []
    var position = 0
    func check<Parameter>(_ type: Parameter.Type) {
      defer { position += 1 }
      guard case .constant(let value) = origins[position], !(value is Parameter) else { return }
      errors.append(
        InjectionError(
          .defaultMismatch(
            key, position: position + 1, expected: type, found: Swift.type(of: value))))
    }
    repeat check((each Input).self)
    return errors
  }

  override func parameters(
    for key: Key, in snapshot: Snapshot
  ) throws(InjectionError) -> [Link] {
    guard origins.count == inputTypes.count else {
      throw InjectionError(
        .parameterCount(key, declared: origins.count, expected: inputTypes.count))
    }
    var links: [Link] = []
    var position = 0
    func append<Parameter>(_ type: Parameter.Type) {
      if case .resolved(let name) = origins[position] {
        let requirement = Requirement(.parameter(of: key, position: position + 1), name: name)
        links.append(
          Link(
            source: snapshot.source(of: type, for: requirement), requirement: requirement
          ))
      }
      position += 1
    }
    repeat append((each Input).self)
    return links
  }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    if isResolved, !ingredients.hasArguments {
      try ingredients.links.with { links in
        try unsafe makeFromLinks(links, ingredients.memory, into: memory)
      }
    } else {
      try unsafe makeFromIntake(ingredients, into: memory)
    }
    return true
  }
}

extension InitializerRecipe {
  /// Every input is a resolved parameter, and is moved out of the memory as it is.
  private func makeFromLinks(
    _ links: LinkList, _ inputs: UnsafeMutableRawPointer, into memory: UnsafeMutableRawPointer
  ) throws {
    var position = 0
    func next<Parameter>(_ type: Parameter.Type) -> Parameter {
      defer { position += 1 }
      return unsafe (inputs + links.steps[position].offset).assumingMemoryBound(to: type).move()
    }
    let value = try initializer.call(repeat next((each Input).self))
    unsafe memory.initializeMemory(as: Value.self, to: value)
  }

  /// Some inputs are arguments or constants.
  ///
  /// Not inlined: the types of the tuples are looked up whenever the function is entered, which
  /// takes a third of an injection.
  @inline(never)
  private func makeFromIntake(
    _ ingredients: Recipe.Ingredients, into memory: UnsafeMutableRawPointer
  ) throws {
    var intake = Intake(ingredients, origins: origins, types: inputTypes)
    // Every input is taken before the first error is thrown: what was resolved has to be moved out
    // of the memory.
    var failure: InjectionError?
    func take<Parameter>(_ type: Parameter.Type) -> Parameter? {
      do throws(InjectionError) {
        return try intake.next(as: type)
      } catch {
        failure = failure ?? error
        return nil
      }
    }
    let inputs = (repeat take((each Input).self))
    if let failure { throw failure }
    try intake.expectNothingLeft()
    func present<Parameter>(_ input: Parameter?) -> Parameter {
      guard let input else { fatalError("an input without a value and without an error") }
      return input
    }
    let value = try initializer.call(repeat present(each inputs))
    unsafe memory.initializeMemory(as: Value.self, to: value)
  }
}

/// Hands out the inputs of an initializer in order.
///
/// The arguments of a call fill the `.argument` slots in order; what is left overrides the
/// defaults, in order.
private struct Intake {
  let ingredients: Recipe.Ingredients
  let arguments: Arguments
  let origins: [Initializer.Parameter.Origin]
  let types: [Any.Type]
  let slotCount: Int
  let takers: [Any.Type]
  var position = 0
  var links = 0
  var slots = 0
  var defaults = 0

  init(
    _ ingredients: Recipe.Ingredients, origins: [Initializer.Parameter.Origin],
    types: [Any.Type]
  ) {
    self.ingredients = ingredients
    arguments = ingredients.arguments
    self.origins = origins
    self.types = types
    var slots: [Any.Type] = []
    var defaults: [Any.Type] = []
    for (origin, type) in zip(origins, types) {
      switch origin {
      case .argument: slots.append(type)
      case .constant: defaults.append(type)
      case .resolved: break
      }
    }
    slotCount = slots.count
    takers = slots + defaults
  }

  mutating func next<Parameter>(
    as type: Parameter.Type
  ) throws(InjectionError) -> Parameter {
    defer { position += 1 }
    switch origins[position] {
    case .resolved:
      let link = ingredients.links.object.links[links]
      links += 1
      return unsafe (ingredients.memory + link.offset).assumingMemoryBound(to: type).move()
    case .argument:
      defer { slots += 1 }
      return try argument(at: slots, as: type)
    case .constant(let value):
      defer { defaults += 1 }
      if slotCount + defaults < arguments.values.count {
        return try argument(at: slotCount + defaults, as: type)
      }
      guard let value = value as? Parameter else {
        throw InjectionError(
          .defaultMismatch(
            ingredients.key, position: position + 1, expected: type,
            found: Swift.type(of: value)))
      }
      return value
    }
  }

  func expectNothingLeft() throws(InjectionError) {
    try arguments.expectAtMost(takers, of: ingredients.key)
  }

  private func argument<Parameter>(
    at index: Int, as type: Parameter.Type
  ) throws(InjectionError) -> Parameter {
    try arguments.value(
      at: index, as: type, expected: Array(takers.prefix(max(slotCount, index + 1))),
      of: ingredients.key)
  }
}
