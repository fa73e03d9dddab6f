/// What a singleton has to do with the release of its object.
///
/// An object may be a singleton of several injectors, which pass it on to one another. The first one owns
/// it, and so do those above that one, if they keep it as an object of their own. The last of the
/// instances that own an object releases it. If the owners let go of it without a release, because
/// nothing refers to the injectors any more, another one does.
///
/// Only instances of classes that are released have one. What is known of an object ends with the last
/// instance that holds it.
///
/// Threads may share it: one lock guards the charges of the process and whatever is mutable here. No user
/// code runs under it, and it is taken after the lock of an injector, if that is held.
final class Custody {
  /// What is known of an object that injectors hold.
  private struct Charge {
    /// How many instances hold it, finished or not.
    var instances = 0
    /// How many finished instances each injector has, by its serial number.
    var holders: [Int: Int] = [:]
    /// The serial numbers of the injectors that may own it.
    var owners: [Int] = []
    /// How many instances own it.
    var owned = 0
    /// When the object was completed.
    var completion: Int?
    /// The number of the instance with which the object is released.
    var releasing: Int?
  }

  private static let charges = Guarded<[ObjectIdentifier: Charge]>([:])

  /// Kept, so that no other object has its address while the charges know of it.
  private let object: AnyObject
  private let holder: Int
  private let above: [Int]
  private let mayOwn: Bool
  /// Identifies the instance.
  private let number = UniqueNumber.next()
  // All are guarded by the lock of the charges.
  /// Whether the instance is finished.
  private var holds = false
  /// Whether it is one of those that own the object.
  private var owns = false
  /// Whether the injector has let go of it.
  private var hasLeft = false

  /// - Parameters:
  ///   - object: The object of an instance.
  ///   - holder: The serial number of the injector that keeps the instance.
  ///   - above: The serial numbers of the injectors above it: what they hold is not its own.
  ///   - mayOwn: Whether the object is one that the injector releases, unless something else keeps it.
  ///   - isFinished: Whether the object is; what injects an unfinished one comes before.
  init(
    of object: AnyObject, in holder: Int, below above: [Int], mayOwn: Bool, isFinished: Bool
  ) {
    (self.object, self.holder, self.above, self.mayOwn) = (object, holder, above, mayOwn)
    change { $0.instances += 1 }
    if isFinished { _ = complete(by: number) }
  }

  deinit {
    Self.charges.withLock { charges in
      let isHeld = remove(from: &charges[ObjectIdentifier(object), default: Charge()])
      if !isHeld { charges[ObjectIdentifier(object)] = nil }
    }
  }

  /// When the object was completed; nil when it is not.
  var completion: Int? { change { $0.completion } }

  /// Notes that the object is complete at the latest now.
  ///
  /// - Returns: When it was completed.
  func complete(by number: Int) -> Int { change { finish(&$0, number) } }

  /// Whether the object may be released with this instance.
  var mayRelease: Bool {
    change { $0.releasing == number || !hasLeft && (owns || isFree($0)) }
  }

  /// Notes that the injector lets go of the instance, with which the object is released if no other
  /// instance owns it; only the first call decides.
  func leave() {
    change { charge in
      if hasLeft { return }
      let isFree = isFree(charge)
      hasLeft = true
      guard owns || isFree else { return }
      disown(&charge)
      if charge.owned == 0 { charge.releasing = number }
    }
  }

  // MARK: - Under the lock

  private func change<Result>(_ body: (inout Charge) -> Result) -> Result {
    Self.charges.withLock { charges in
      body(&charges[ObjectIdentifier(object), default: Charge()])
    }
  }

  /// Whether no instance owns the object, and this one may.
  private func isFree(_ charge: Charge) -> Bool {
    mayOwn && charge.owned == 0 && charge.releasing == nil
      && !above.contains { charge.holders[$0] != nil } && !ObjectsKeptElsewhere.contains(object)
  }

  private func finish(_ charge: inout Charge, _ number: Int) -> Int {
    if !holds { charge.holders[holder, default: 0] += 1 }
    holds = true
    if isFree(charge) { charge.owners = [holder] + above }
    if mayOwn, !owns, charge.releasing == nil, charge.owners.contains(holder),
      !ObjectsKeptElsewhere.contains(object)
    {
      owns = true
      charge.owned += 1
    }
    let completion = charge.completion ?? number
    // What hands objects out as they are completes none.
    if mayOwn { charge.completion = completion }
    return completion
  }

  private func disown(_ charge: inout Charge) {
    if owns { charge.owned -= 1 }
    owns = false
  }

  /// - Returns: Whether another instance holds the object.
  private func remove(from charge: inout Charge) -> Bool {
    disown(&charge)
    if holds { charge.holders[holder, default: 1] -= 1 }
    if charge.holders[holder] == 0 { charge.holders[holder] = nil }
    charge.instances -= 1
    return charge.instances > 0
  }
}
