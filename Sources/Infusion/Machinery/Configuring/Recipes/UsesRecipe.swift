/// A recipe whose closure has declared what it uses.
///
/// The uses serve the validation and the graph; nothing is resolved before the closure asks for it.
/// The other recipe does everything else.
final class UsesRecipe: Recipe {
  private let inner: Recipe
  let keys: [Key]

  init(_ inner: Recipe, uses keys: [Key]) {
    self.inner = inner
    self.keys = keys
  }

  /// The sources of the used values in an injector, in the order of declaration.
  func sources(in snapshot: Snapshot) -> [Source] {
    keys.map { snapshot.source(of: $0.type, named: $0.name) }
  }

  override var injectsResult: Bool { inner.injectsResult }
  override var requiresMainActor: Bool { inner.requiresMainActor }
  override var isLink: Bool { inner.isLink }
  override var linkedKey: Key? { inner.linkedKey }
  override var asynchronous: AwaitedClosure? { inner.asynchronous }
  override var instance: AnyObject? { inner.instance }
  override var requiredArguments: [Any.Type] { inner.requiredArguments }
  override var maker: Maker? { unsafe inner.maker }
  override var kind: RecipeKind { inner.kind }
  override var valueType: Any.Type { inner.valueType }

  override func mistakes(for key: Key) -> [InjectionError] { inner.mistakes(for: key) }

  override func parameters(for key: Key, in snapshot: Snapshot) throws(InjectionError) -> [Link] {
    try inner.parameters(for: key, in: snapshot)
  }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    try unsafe inner.make(ingredients, into: memory)
  }

  override func convert(
    _ linked: UnsafeMutableRawPointer, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    unsafe inner.convert(linked, into: memory)
  }

  override func layout() -> ValueLayout { inner.layout() }

  override func copy(_ value: UnsafeMutableRawPointer, into memory: UnsafeMutableRawPointer) {
    unsafe inner.copy(value, into: memory)
  }

  override func discard(_ memory: UnsafeMutableRawPointer) { unsafe inner.discard(memory) }

  override func object(in memory: UnsafeMutableRawPointer) -> AnyObject? {
    unsafe inner.object(in: memory)
  }

  override func objects(in memory: UnsafeMutableRawPointer) -> [AnyObject] {
    unsafe inner.objects(in: memory)
  }

  override func box(_ memory: UnsafeMutableRawPointer) -> InstanceBox { unsafe inner.box(memory) }

  override func initialize(_ memory: UnsafeMutableRawPointer, withAny value: Any) -> Bool {
    unsafe inner.initialize(memory, withAny: value)
  }
}
