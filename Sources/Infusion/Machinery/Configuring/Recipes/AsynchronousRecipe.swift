/// What an asynchronous closure has made, on its way to the thread that completes it.
///
/// `@unchecked Sendable`: immutable, and handed on, not shared: nothing else reaches the value
/// before it is complete.
struct Delivery: @unchecked Sendable {
  let box: InstanceBox
  /// What the closure was given: when it returns one of these objects, it has made nothing new.
  let used: [AnyObject]
  /// How long the closure has taken.
  var duration: Duration?

  init<Value>(_ value: Value, used: [AnyObject] = []) {
    box = TypedBox(value)
    self.used = used
  }
}

/// A recipe whose closure is awaited, seen without the type of its values.
protocol AsynchronousMaking: AnyObject, Sendable {
  /// Runs the closure.
  ///
  /// Called once per preparation, by the task that prepares the binding.
  func deliver(_ supplies: Supplies) async throws -> Delivery
}

/// A closure of the user that is awaited: `.toAsync { … }`.
///
/// A request cannot wait for it, so `make` only hands out what a preparation has had delivered, and
/// only to the thread that completes it. To all others the value is not prepared.
///
/// `@unchecked Sendable`: immutable, and the closure is `@Sendable`.
final class AsynchronousRecipe<Value>: TypedRecipe<Value>, AsynchronousMaking, @unchecked Sendable {
  typealias Body = @Sendable @concurrent (Supplies) async throws -> Delivery

  private let body: Body

  init(_ body: @escaping Body) {
    self.body = body
  }

  override var kind: RecipeKind { .asynchronous }
  override var asynchronous: (any AsynchronousMaking)? { self }

  func deliver(_ supplies: Supplies) async throws -> Delivery { try await body(supplies) }

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

/// What an asynchronous closure may use while it makes a value.
struct Supplies: Sendable {
  private let job: PreparationJob

  init(_ job: PreparationJob) { self.job = job }

  var injector: Injector { job.injector }

  /// Called right before the closure of the user, on its actor: it may not begin any more when this
  /// throws.
  func begin() throws {
    try Preparations.shared.begin(job)
    job.observe(nil) { $0.willCreate($1) }
  }

  /// A value that the binding has declared as used.
  func used<Value>(_ type: Value.Type) async throws(InjectionError) -> Value {
    do throws(InjectionError) {
      return try await injector.prepared(type, named: nil, by: nil)
    } catch {
      let use = Requirement(.parameter(of: job.key, position: 1), name: nil)
      throw error.withoutCall().passing(
        InjectionError.Step(examining: use, isDeclaredUse: true, owner: job.binding.declaration))
    }
  }
}

/// What a thread that completes prepared values knows of them, and what it has found missing.
///
/// Part of a resolution, and used by its thread only.
struct PreparationState {
  /// What was delivered for the bindings that are being completed.
  var deliveries: [ObjectIdentifier: Delivery] = [:]
  /// Whether what is not prepared will be waited for: it is no failure.
  var isAwaited = false
  /// The binding that was asked for last without being prepared, in a call that can wait for it.
  var unprepared: Unprepared?

  /// `@unchecked Sendable`: immutable, and a binding at work is safe to share.
  struct Unprepared: @unchecked Sendable {
    let binding: ActiveBinding
    /// Keeps the binding's injector.
    let injector: Injector
  }
}

extension Resolution {
  /// What was delivered for the binding whose recipe runs; if nothing, it is noted as missing.
  func deliveryForTopmost() -> Delivery? {
    guard let binding = frames[frames.count - 1].binding?.object else { return nil }
    if let delivery = preparation.deliveries[binding.keeperIdentity] { return delivery }
    if preparation.isAwaited {
      let last = preparation.unprepared.take()
      preparation.unprepared = unsafe PreparationState.Unprepared(
        binding: binding, injector: binding.core.injector)
      withExtendedLifetime(last) {}
    }
    return nil
  }

  /// The binding for whose sake a request has failed, if it is one that is not prepared.
  func takeUnprepared(after error: InjectionError) -> PreparationState.Unprepared? {
    let unprepared = preparation.unprepared.take()
    return error.code == .notPrepared && error.key == unprepared?.binding.key ? unprepared : nil
  }
}

extension PreparationState.Unprepared {
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
