/// Runs a user's closure for a job, where the closure belongs, and delivers its result.
///
/// It calls ``PreparationJob/begin()`` right before that closure, and on the same actor.
typealias AwaitedClosure = @Sendable @isolated(any) (PreparationJob) async throws -> Delivery

/// A value that an asynchronous closure has made, on its way to the thread that completes it.
///
/// `@unchecked Sendable`: handed on, not shared: nothing else reaches the value before it is complete.
struct Delivery: @unchecked Sendable {
  let box: InstanceBox
  /// How long the closure took.
  var duration: Duration?

  init<Value>(_ value: Value) { box = TypedBox(value) }
}

/// The recipe of a binding whose closure is awaited: `.toAsync { … }`.
///
/// A request cannot wait for the closure. So `make` hands out only a delivered value, and only to
/// the thread that completes it. For any other thread, the value is not prepared.
///
/// Threads may share it: immutable, and the closure is `@Sendable`.
final class AsynchronousRecipe: Recipe {
  private let closure: AwaitedClosure

  init(of valueType: Any.Type, _ closure: @escaping AwaitedClosure) {
    self.closure = closure
    super.init(of: valueType, .asynchronous, asksFreely: true)
  }

  override var asynchronous: AwaitedClosure? { closure }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    guard let delivery = Resolution.current.deliveryForTopmost() else {
      throw InjectionError(.notPrepared(ingredients.key))
    }
    return unsafe delivery.box.copy(into: memory) == .ready
  }
}
