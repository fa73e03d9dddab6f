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
@safe final class MakerRecipe: Recipe {
  @safe struct Closure {
    let maker: Maker
    let kind: RecipeKind
    /// Whether it may ask the injector for anything.
    var asksFreely = false
  }

  private let make: Maker

  init(of valueType: Any.Type, _ closure: Closure) {
    unsafe make = unsafe closure.maker
    super.init(of: valueType, closure.kind, asksFreely: closure.asksFreely)
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
