/// The delivered values that a call can use, and the binding that it found unprepared.
///
/// Part of a resolution, and used by its thread only.
struct PreparationState {
  /// The deliveries for the bindings that are being completed, by keeper.
  let deliveries: [ObjectIdentifier: Delivery]
  func delivery(for binding: ActiveBinding) -> Delivery? { deliveries[binding.keeperIdentity] }

  /// The requested bindings that were not prepared, the last one for each key.
  var unprepared: [Key: Unprepared] = [:]

  /// The end of a call that can wait.
  enum Outcome<Value> {
    case value(Value)
    case unprepared(Unprepared)
  }

  struct Unprepared {
    let binding: ActiveBinding
    /// Keeps the binding: the call may plan when a change has replaced what it has read.
    private let snapshot: Snapshot
    /// Keeps the binding's injector.
    let injector: Injector

    init(_ binding: ActiveBinding) {
      self.binding = binding
      snapshot = binding.snapshot
      injector = binding.core.injector
    }

    /// Plans what to prepare before the failed request can be repeated.
    func plan(on snapshot: Snapshot) throws(InjectionError) -> PreparationPlan {
      let plan = PreparationPlan(for: binding, in: snapshot)
      // The binding of an update that has failed would be awaited again and again, and so would one that
      // only an enclosing call of this thread still sees.
      let mayHaveChanged =
        binding.isPrepared || binding.isReplaced && !Resolution.current.isWithinCall
      guard !plan.items.isEmpty || mayHaveChanged else {
        throw InjectionError(.notPrepared(binding.key))
      }
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
  ) throws(InjectionError) -> PreparationState.Outcome<Value> {
    // A task that starts in user code may make such a call while another one is under way.
    let outer = preparation
    preparation = PreparationState(deliveries: deliveries)
    defer { withExtendedLifetime(preparation) { preparation = outer } }
    do throws(InjectionError) {
      return .value(try body())
    } catch {
      // The call does not wait for a value that user code could do without.
      guard error.code == .notPrepared, let key = error.key,
        let unprepared = preparation?.unprepared[key]
      else { throw error }
      return .unprepared(unprepared)
    }
  }

  /// The delivery for the binding whose recipe runs; without one, the binding is noted as missing.
  func deliveryForTopmost() -> Delivery? {
    guard let binding = frames[frames.count - 1].binding?.object else { return nil }
    if let delivery = preparation?.delivery(for: binding) { return delivery }
    let last = preparation?.unprepared.updateValue(.init(binding), forKey: binding.key)
    // Its end may run user code.
    withExtendedLifetime(last) {}
    return nil
  }
}
