import Infusion

/// A random graph in which every piece of user code may throw.
final class FaultBench: @unchecked Sendable {
  let count: Int
  let faults = Faults()
  private let injector: Injector
  private let live: Counter
  private let store: MemoryStore

  init(seed: UInt64, mayFailAtRandom percent: Int = 0) throws {
    var random = SeededGenerator(seed: seed)
    let count = 3 + random.below(12)
    self.count = count
    let faults = faults
    let live = Counter()
    self.live = live
    let store = MemoryStore { isPublishing, _ in
      try faults.pass(isPublishing ? "publish" : "value")
    }
    self.store = store
    let scope = Scope("store") { _ in
      try faults.pass("store")
      return store
    }
    // Closures request only parts of the last third, which require nothing else: a cycle through a
    // running closure would be an error itself.
    let sink = count - count / 3
    let plans = (0..<count).map { index in
      let isSink = index >= sink
      return (
        kind: isSink ? 9 : random.below(10), scope: random.below(10),
        edges: (0..<random.below(4)).map { _ in
          isSink ? sink + random.below(count - sink) : random.below(count)
        },
        later: sink + random.below(count - sink)
      )
    }
    injector = try Injector { binder in
      binder.extend(FaultyPart.self).completing { try $0.complete() }
      for (index, plan) in plans.enumerated() {
        let builder = binder.bind(FaultyPart.self, named: Name("\(index)"))
        switch plan.kind {
        case 0:
          builder.to(provider: FaultyProvider(number: index, live: live, faults: faults))
        case 1:
          builder.to { injector in
            _ = try injector.resolve(FaultyPart.self, named: Name("\(plan.later)"))
            return try FaultyPart(index, live, faults)
          }
        case 2:
          // The closure requests a part, and continues without it.
          builder.to { injector in
            _ = try? injector.resolve(FaultyPart.self, named: Name("\(plan.later)"))
            return try FaultyPart(index, live, faults)
          }
        case 3:
          builder.to(FaultyPart.self, named: Name("\(plan.later)")) { $0 }
        default:
          builder.to { try FaultyPart(index, live, faults) }
        }
        switch plan.scope {
        case 0..<5: builder.in(.singleton)
        case 5: builder.in(.graph)
        case 6: builder.in(.weak)
        case 7: builder.in(scope)
        default: break
        }
        // A link passes on the object of its target, and has no requirements of its own.
        for (position, edge) in plan.edges.enumerated() where plan.kind != 3 {
          let name = Name("\(edge)")
          switch position {
          case 0: builder.injecting(\.a, named: name)
          case 1: builder.injecting(\.b, named: name)
          default: builder.injecting(\.c, named: name)
          }
        }
        if index < 3 {
          binder.contribute(FaultyPart.self, named: "list").to {
            try FaultyPart(100 + index, live, faults)
          }
          .in(index == 0 ? .singleton : .unscoped).injecting(\.a, named: Name("\(index)"))
        }
      }
    }
    faults.storm(percent)
  }

  /// Resolves a part or injects an existing object, and checks rule 3.
  func attempt(_ target: Int, mayFail: Bool) throws {
    let visitor = FaultyVisitor(faults)
    let marker = FaultyPart(marker: live)
    defer { withExtendedLifetime(marker) {} }
    visitor.first = marker
    visitor.second = nil
    do throws(InjectionError) {
      try injector.injectDependencies(into: visitor)
      guard visitor.hasAwoken, visitor.first !== marker, visitor.first != nil, visitor.second != nil
      else { throw Broken("half injected").asInjectionError }
      try expectComplete(visitor.first)
      try expectComplete(visitor.second)
      for part in visitor.list { try expectComplete(part) }
    } catch {
      if !mayFail { throw Broken("a request fails without a fault: \(error)") }
      guard isExpected(error) else { throw Broken("another error: \(error)") }
      if visitor.hasAwoken {
        // The object's own callback has thrown, so the properties stay set.
        guard visitor.first !== marker, visitor.second != nil else { throw Broken("half set") }
      } else {
        guard visitor.first === marker, visitor.second == nil, visitor.list.isEmpty else {
          throw Broken("the object is not as before")
        }
      }
    }
    visitor.forget()
    let result = Result { () throws(InjectionError) in
      try injector.resolve(FaultyPart.self, named: Name("\(target)"))
    }
    switch result {
    case .success(let part): try expectComplete(part)
    case .failure(let error):
      if !mayFail { throw Broken("a request fails without a fault: \(error)") }
      guard isExpected(error) else { throw Broken("another error: \(error)") }
    }
  }

  private func isExpected(_ error: InjectionError) -> Bool {
    error.code == .deadlock || (error.code == .providerFailed && error.underlying is Fault)
  }

  /// Expects that all parts that can be reached are complete.
  private func expectComplete(_ part: FaultyPart?) throws(InjectionError) {
    var open = [part].compactMap { $0 }
    var seen: Set<ObjectIdentifier> = []
    while let part = open.popLast() {
      guard seen.insert(ObjectIdentifier(part)).inserted else { continue }
      guard part.completions == 1, part.awakes == 1 else {
        throw Broken("part \(part.number) is handed out unfinished").asInjectionError
      }
      open += [part.a, part.b, part.c].compactMap { $0 }
    }
  }

  /// Releases everything; no object may be left.
  func close() throws {
    injector.releaseSingletons()
    store.removeAll()
    // Members of cycles hold one another until this call takes them apart.
    FaultyPart.openAll(of: live)
    guard live.value == 0 else { throw Broken("\(live.value) objects are left") }
  }
}
