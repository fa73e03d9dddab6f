/// The inputs of an initializer, side by side in memory as a ``DependencyList`` lays them out.
///
/// The client's compiler unrolls the call of an initializer, and knows where each input lies: no
/// type is looked up, and no generic code runs. See the row *initializers* in `Tests/Benchmarks`.
@usableFromInline
@safe struct Inputs {
  @usableFromInline var next: UnsafeMutableRawPointer

  init(at memory: UnsafeMutableRawPointer) { unsafe next = unsafe memory }

  /// Moves the next input out of the memory.
  @inlinable
  mutating func take<Input>(_ type: Input.Type) -> Input {
    unsafe place(of: type).move()
  }

  /// The address of the next input.
  @inlinable
  mutating func place<Input>(of type: Input.Type) -> UnsafeMutablePointer<Input> {
    let place = unsafe next.alignedUp(for: type)
    unsafe next = unsafe place + MemoryLayout<Input>.size
    return unsafe place.assumingMemoryBound(to: type)
  }
}

/// Calls an initializer with the inputs, and initializes memory with its result.
@usableFromInline
typealias Constructor = (Inputs, UnsafeMutableRawPointer) throws -> Void

/// An initializer whose parameters are resolved, given or constant: `toInitializer` and
/// `InitializerDeclaring`.
@usableFromInline
@safe final class InitializerRecipe: Recipe {
  private let construct: Constructor
  /// Empty if every parameter is resolved.
  private let declaredOrigins: [Initializer.Parameter.Origin]
  private let inputTypes: [Any.Type]
  /// Whether every parameter is resolved.
  private let isResolved: Bool

  /// Resolves every parameter.
  @usableFromInline
  convenience init<each Input>(
    of valueType: Any.Type, _ types: repeat (each Input).Type, construct: @escaping Constructor
  ) {
    unsafe self.init(
      of: valueType, repeat each types, parameters: [], kind: .constructor, construct: construct)
  }

  /// Takes as many parameters as the initializer has, or none at all if every parameter is
  /// resolved.
  init<each Input>(
    of valueType: Any.Type, _ types: repeat (each Input).Type, parameters: [Initializer.Parameter],
    kind: RecipeKind, requiresMainActor: Bool = false, construct: @escaping Constructor
  ) {
    unsafe self.construct = unsafe construct
    var inputTypes: [Any.Type] = []
    repeat inputTypes.append(each types)
    self.inputTypes = inputTypes
    declaredOrigins = parameters.map(\.origin)
    isResolved =
      parameters.isEmpty
      || parameters.count == inputTypes.count
        && declaredOrigins.allSatisfy { if case .resolved = $0 { true } else { false } }
    super.init(of: valueType, kind, requiresMainActor: requiresMainActor)
  }

  private var origins: [Initializer.Parameter.Origin] {
    declaredOrigins.isEmpty ? inputTypes.map { _ in .resolved(nil) } : declaredOrigins
  }

  /// The parameters that take arguments, in the order in which arguments fill them.
  private var takers: (slots: [Any.Type], defaults: [Any.Type]) {
    var (slots, defaults): ([Any.Type], [Any.Type]) = ([], [])
    for (origin, type) in zip(origins, inputTypes) {
      switch origin {
      case .argument: slots.append(type)
      case .constant: defaults.append(type)
      case .resolved: break
      }
    }
    return (slots, defaults)
  }

  override var acceptedArguments: [Any.Type]? { takers.slots + takers.defaults }
  override var requiredArguments: [Any.Type] { Arguments.required(of: takers.slots) }

  override func mistakes(for key: Key) -> [InjectionError] {
    guard origins.count == inputTypes.count else { return [] }
    return zip(origins, inputTypes).enumerated().compactMap { position, input in
      guard case .constant(let value) = input.0 else { return nil }
      func accepts<Input>(_ type: Input.Type) -> Bool { value is Input }
      if _openExistential(input.1, do: accepts) { return nil }
      return InjectionError(
        .defaultMismatch(
          key, position: position + 1, expected: input.1, found: Swift.type(of: value)))
    }
  }

  override func needs(for key: Key) throws(InjectionError) -> [Requirement] {
    guard origins.count == inputTypes.count else {
      throw InjectionError(
        .parameterCount(key, declared: origins.count, expected: inputTypes.count))
    }
    return inputTypes.indices.compactMap { position in
      guard case .resolved(let name) = origins[position] else { return nil }
      let type = inputTypes[position]
      return Requirement(
        .parameter(of: key, position: position + 1), of: type, name: name,
        acceptsNil: TypeRepresentation.isOptional(type)
          && !(TypeRepresentation.unwrapped(type) is any WrapperForm.Type))
    }
  }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    if isResolved {
      try unsafe construct(Inputs(at: ingredients.memory), memory)
    } else {
      try unsafe makeFromAllInputs(ingredients, into: memory)
    }
    return true
  }

  /// Makes a value when arguments or constants come between the resolved inputs.
  private func makeFromAllInputs(
    _ ingredients: Recipe.Ingredients, into memory: UnsafeMutableRawPointer
  ) throws {
    var layout = ValueLayout(size: 0, alignment: 1)
    for type in inputTypes { _ = layout.append(ValueLayout(of: type)) }
    try unsafe withUnsafeTemporaryAllocation(
      byteCount: layout.size, alignment: layout.alignment
    ) { buffer in
      guard let start = buffer.baseAddress else { fatalError("a buffer without memory") }
      try unsafe fill(start, ingredients)
      try unsafe construct(Inputs(at: start), memory)
    }
  }

  /// Takes every input before it throws the first error: the resolved inputs have to be moved out
  /// of their memory.
  ///
  /// The arguments of a call fill the `.argument` slots in order; those that are left override the
  /// defaults, in order.
  private func fill(
    _ memory: UnsafeMutableRawPointer, _ ingredients: Recipe.Ingredients
  ) throws(InjectionError) {
    let (arguments, origins) = (ingredients.arguments, origins)
    let (slots, defaults) = takers
    var (position, resolved, argument, override) = (0, 0, 0, slots.count)
    func next<Input>(as type: Input.Type) throws(InjectionError) -> Input {
      func value(at index: Int) throws(InjectionError) -> Input {
        let expected = (slots + defaults).prefix(max(slots.count, index + 1))
        return try arguments.value(
          at: index, as: type, expected: Array(expected), of: ingredients.key)
      }
      defer { position += 1 }
      switch origins[position] {
      case .resolved:
        defer { resolved += 1 }
        let offset = unsafe ingredients.dependencies.object.steps[resolved].offset
        return unsafe (ingredients.memory + offset).assumingMemoryBound(to: type).move()
      case .argument:
        defer { argument += 1 }
        return try value(at: argument)
      case .constant(let constant):
        defer { override += 1 }
        if override < arguments.values.count { return try value(at: override) }
        if let constant = constant as? Input { return constant }
        throw InjectionError(
          .defaultMismatch(
            ingredients.key, position: position + 1, expected: type,
            found: Swift.type(of: constant)))
      }
    }
    var inputs = unsafe Inputs(at: memory)
    var undo: [() -> Void] = []
    var failure: InjectionError?
    func take<Input>(_ type: Input.Type) {
      let place = unsafe inputs.place(of: type)
      do throws(InjectionError) {
        unsafe place.initialize(to: try next(as: type))
        undo.append { unsafe place.deinitialize(count: 1) }
      } catch {
        failure = failure ?? error
      }
    }
    for type in inputTypes { _openExistential(type, do: take) }
    if let failure {
      undo.forEach { $0() }
      throw failure
    }
  }
}
