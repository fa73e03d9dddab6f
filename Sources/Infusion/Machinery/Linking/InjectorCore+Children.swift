/// The children of an injector, which keep it and are not kept by it.
extension InjectorCore {
  /// The children in the order in which they were made.
  ///
  /// Part of the state, and guarded by its lock.
  struct Children {
    private struct Child {
      weak var injector: Injector?
    }

    private var all: [Child] = []
    /// The number of children at which those that are gone are removed.
    private var limit = 0

    /// Lists the children that are alive.
    ///
    /// Read by their indices: a copy of a weak reference is one more.
    func addLiving(to list: inout ContiguousArray<Injector>) {
      for index in all.indices {
        if let child = all[index].injector { list.append(child) }
      }
    }

    /// Adds a child.
    ///
    /// The list outlives the lock: it may hold the last reference to a child, whose end takes the
    /// lock.
    mutating func add(_ child: Injector, lookingAt living: inout ContiguousArray<Injector>) {
      if all.count == limit {
        addLiving(to: &living)
        limit = max(16, living.count * 2)
        all = []
        all.reserveCapacity(limit)
        for injector in living { all.append(Child(injector: injector)) }
      }
      all.append(Child(injector: child))
    }
  }

  /// Remembers a child, weakly.
  func add(child: Injector, at location: CodeLocation) throws(InjectionError) {
    var living: ContiguousArray<Injector> = []
    try withState { state throws(InjectionError) in
      guard state.ending.phase == .open else {
        throw Self.closed(for: "creating an injector", at: location)
      }
      state.children.add(child, lookingAt: &living)
    }
    withExtendedLifetime(living) {}
  }

  /// The children that are alive, those made last first, and theirs before each of them.
  var descendants: ContiguousArray<Injector> {
    var order: ContiguousArray<Injector> = []
    var waiting = ContiguousArray(openChildren.reversed())
    // The order has each before its own children; reversed, each after them.
    while let next = waiting.popLast() {
      order.append(next)
      waiting += next.core.openChildren.reversed()
    }
    return ContiguousArray(order.reversed())
  }

  /// The children that are alive and have not ended, in the order in which they were made.
  private var openChildren: ContiguousArray<Injector> {
    var children: ContiguousArray<Injector> = []
    withState { $0.children.addLiving(to: &children) }
    return children.filter { $0.core.withState { $0.ending.phase } != .closed }
  }
}
