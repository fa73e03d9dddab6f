/// A closure of the user that makes values: `.to { … }`.
final class ClosureRecipe<Value, each Argument>: Recipe {
  typealias Body = (Recipe.Ingredients, repeat each Argument) throws -> Value

  private let body: Body
  private let expected: [Any.Type]

  init(kind: RecipeKind = .closure, _ body: @escaping Body) {
    self.body = body
    var types: [Any.Type] = []
    repeat types.append((each Argument).self)
    expected = types.filter { $0 != InjectionPoint.self }
    super.init(of: Value.self, kind, asksFreely: kind == .closure)
  }

  override var acceptedArguments: [Any.Type]? { expected }
  override var requiredArguments: [Any.Type] { Arguments.required(of: expected) }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    let (arguments, key) = (ingredients.arguments, ingredients.key)
    var position = 0
    func next<Parameter>(_ type: Parameter.Type) throws -> Parameter {
      if type == InjectionPoint.self, let point = ingredients.point as? Parameter { return point }
      defer { position += 1 }
      return try arguments.value(at: position, as: type, expected: expected, of: key)
    }
    let value = try body(ingredients, repeat try next((each Argument).self))
    unsafe memory.initializeMemory(as: Value.self, to: value)
    return true
  }
}

/// A closure of the user that takes no arguments.
///
/// The client's compiler has wrapped the user's closure in one that knows its type and stores the
/// result without generic code.
@usableFromInline
@safe final class MakerRecipe: Recipe {
  private let make: Maker

  @usableFromInline
  init(
    of valueType: Any.Type, _ kind: RecipeKind = .closure, asksFreely: Bool = false,
    _ make: @escaping Maker
  ) {
    unsafe self.make = unsafe make
    super.init(of: valueType, kind, asksFreely: asksFreely)
  }

  override var maker: Maker? { unsafe make }
  override var acceptedArguments: [Any.Type]? { [] }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    try unsafe make(ingredients.injector, memory)
    return true
  }
}
