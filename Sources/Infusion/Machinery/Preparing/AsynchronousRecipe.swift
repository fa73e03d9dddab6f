/// Runs a closure of the user for a job, where it belongs, and takes what it returns.
///
/// It calls ``PreparationJob/begin()`` right before that closure, and on the same actor.
typealias AwaitedClosure = @Sendable @isolated(any) (PreparationJob) async throws -> Delivery

/// What an asynchronous closure has made, on its way to the thread that completes it.
///
/// `@unchecked Sendable`: immutable, and handed on, not shared: nothing else reaches the value
/// before it is complete.
struct Delivery: @unchecked Sendable {
  let box: InstanceBox
  /// How long the closure has taken.
  var duration: Duration?

  init<Value>(_ value: Value) { box = TypedBox(value) }
}

/// A closure of the user that is awaited: `.toAsync { … }`.
///
/// A request cannot wait for it, so `make` only hands out what a preparation has had delivered, and
/// only to the thread that completes it. To all others the value is not prepared.
///
/// `@unchecked Sendable`: immutable, and the closure is `@Sendable`.
final class AsynchronousRecipe<Value>: TypedRecipe<Value>, @unchecked Sendable {
  private let closure: AwaitedClosure

  init(_ closure: @escaping AwaitedClosure) { self.closure = closure }

  override var kind: RecipeKind { .asynchronous }
  override var asynchronous: AwaitedClosure? { closure }

  override func make(
    _ ingredients: Ingredients, into memory: UnsafeMutableRawPointer
  ) throws -> Bool {
    guard let delivery = Resolution.current.deliveryForTopmost() else {
      throw InjectionError(.notPrepared(ingredients.key))
    }
    unsafe delivery.box.copy(into: memory)
    return true
  }
}

/// What a call that can wait for asynchronous singletons knows of them, and has found missing.
///
/// Part of a resolution, and used by its thread only.
struct PreparationState {
  /// What was delivered for the bindings that are being completed.
  let deliveries: [ObjectIdentifier: Delivery]
  /// The binding that was asked for last without being prepared.
  var unprepared: Unprepared?

  /// `@unchecked Sendable`: immutable, and a binding at work is safe to share.
  struct Unprepared: Error, @unchecked Sendable {
    let binding: ActiveBinding
    /// Keeps the binding's injector.
    let injector: Injector

    /// What has to be prepared before the request that has failed can be made again.
    func plan(on snapshot: Snapshot) throws(InjectionError) -> PreparationPlan {
      let plan = PreparationPlan(for: binding, in: snapshot)
      // What is neither there nor to be found in the graph would be waited for again and again.
      guard
        !plan.items.isEmpty || !plan.errors.isEmpty || binding.isPrepared
          || !snapshot.configuration.isInForce(binding.declaration)
      else { throw InjectionError(.notPrepared(binding.key)) }
      return plan
    }
  }
}

extension Resolution {
  /// Runs a call that can wait for what is not prepared, and completes what was delivered.
  ///
  /// - Returns: The result, or the binding that the call needs and that is not prepared.
  func awaiting<Value>(
    completing deliveries: [ObjectIdentifier: Delivery] = [:],
    _ body: () throws(InjectionError) -> Value
  ) throws(InjectionError) -> Result<Value, PreparationState.Unprepared> {
    preparation = PreparationState(deliveries: deliveries)
    defer { withExtendedLifetime(preparation.take()) {} }
    do throws(InjectionError) {
      return .success(try body())
    } catch {
      // What user code could do without is not waited for.
      guard let unprepared = preparation?.unprepared, error.code == .notPrepared,
        error.key == unprepared.binding.key
      else { throw error }
      return .failure(unprepared)
    }
  }

  /// What was delivered for the binding whose recipe runs; if nothing, it is noted as missing.
  func deliveryForTopmost() -> Delivery? {
    guard let binding = frames[frames.count - 1].binding?.object else { return nil }
    if let delivery = preparation?.deliveries[binding.keeperIdentity] { return delivery }
    let last = preparation?.unprepared
    preparation?.unprepared = unsafe PreparationState.Unprepared(
      binding: binding, injector: binding.core.injector)
    withExtendedLifetime(last) {}
    return nil
  }
}
