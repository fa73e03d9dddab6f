/// Runs a user's closure for a job, where the closure belongs, and delivers its result.
///
/// It calls ``PreparationJob/begin()`` right before that closure, and on the same actor.
typealias AwaitedClosure = @Sendable @isolated(any) (PreparationJob) async throws -> Delivery

/// A value that an asynchronous closure has made, on its way to the thread that completes it.
///
/// `@unchecked Sendable`: immutable, and handed on, not shared: nothing else reaches the value
/// before it is complete.
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
    return unsafe delivery.box.copy(into: memory) == .ready
  }
}

/// The delivered values that a call can use, and the binding that it found unprepared.
///
/// Part of a resolution, and used by its thread only.
struct PreparationState {
  /// The deliveries for the bindings that are being completed, by keeper.
  let deliveries: [ObjectIdentifier: Delivery]
  /// The last requested binding that was not prepared.
  var unprepared: Unprepared?

  /// `@unchecked Sendable`: immutable, and a binding at work is safe to share.
  struct Unprepared: Error, @unchecked Sendable {
    let binding: ActiveBinding
    /// Keeps the binding's injector.
    let injector: Injector

    /// Plans what to prepare before the failed request can be repeated.
    func plan(on snapshot: Snapshot) throws(InjectionError) -> PreparationPlan {
      let plan = PreparationPlan(for: binding, in: snapshot)
      // A value that neither exists nor appears in the graph would be awaited again and again.
      guard
        !plan.items.isEmpty || !plan.errors.isEmpty || binding.isPrepared
          || !snapshot.configuration.isInForce(binding.declaration)
      else { throw InjectionError(.notPrepared(binding.key)) }
      return plan
    }
  }
}

extension Resolution {
  /// Runs a call that can wait for unprepared bindings, and completes the delivered values.
  ///
  /// - Returns: The result, or the unprepared binding that the call needs.
  func awaiting<Value>(
    completing deliveries: [ObjectIdentifier: Delivery] = [:],
    _ body: () throws(InjectionError) -> Value
  ) throws(InjectionError) -> Result<Value, PreparationState.Unprepared> {
    preparation = PreparationState(deliveries: deliveries)
    defer { withExtendedLifetime(preparation.take()) {} }
    do throws(InjectionError) {
      return .success(try body())
    } catch {
      // The call does not wait for a value that user code could do without.
      guard let unprepared = preparation?.unprepared, error.code == .notPrepared,
        error.key == unprepared.binding.key
      else { throw error }
      return .failure(unprepared)
    }
  }

  /// The delivery for the binding whose recipe runs; without one, the binding is noted as missing.
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
