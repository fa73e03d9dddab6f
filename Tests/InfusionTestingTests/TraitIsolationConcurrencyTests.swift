import Infusion
import InfusionTesting
import Testing

private actor Clerk {
  func sign() throws -> Sign { try inject(Sign.self) }
}

@MainActor private func signOnTheMainActor() throws -> Sign { try inject(Sign.self) }

@concurrent private func signElsewhere() async throws -> Sign {
  await Task.yield()
  return try inject(Sign.self)
}

/// Expects the sign in every context that a task can reach.
private func expectEverywhere(
  _ sign: Sign, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
  var found = [try inject(Sign.self), try await signElsewhere()]
  async let first = signElsewhere()
  async let second = inject(Checkout.self).sign
  let grouped = try await withThrowingTaskGroup(of: Sign.self) { group in
    for _ in 0..<4 {
      group.addTask {
        async let nested = signElsewhere()
        return try await nested
      }
    }
    return try await group.reduce(into: []) { $0.append($1) }
  }
  found += grouped
  found.append(try await Task { try await signElsewhere() }.value)
  found.append(try await Task(priority: .low) { try await signElsewhere() }.value)
  found.append(try await Clerk().sign())
  found.append(try await signOnTheMainActor())
  found.append(try await first)
  if let last = try await second { found.append(last) }
  #expect(found == Array(repeating: sign, count: 12), sourceLocation: sourceLocation)
}

@Suite(.injector(ShopModule()), .timeLimit(.minutes(5)))
struct TraitIsolationConcurrencyTests {
  private static let tickets = Attendance<Ticket>()

  /// A thousand cases run in parallel; their bindings depend on their arguments.
  @Test(.overriding { $0.bind(Ticket.self).to { Ticket() }.in(.singleton) }, arguments: 0..<1_000)
  func aCaseSeesNothingOfAnother(_ number: Int) async throws {
    let injector = try Injector.current
    let sign = Sign(stringLiteral: "case \(number)")
    try injector.update { $0.bind(Sign.self).to(instance: sign) }
    let ticket = try inject(Ticket.self)
    #expect(await Self.tickets.note(ticket))
    await Task.yield()
    try await expectEverywhere(sign)
    #expect(try inject(Ticket.self) == ticket)
    #expect(try Injector.current === injector)
  }

  /// A thousand tests run in parallel, each with its own override.
  @Test func aTestSeesNothingOfAnother() async throws {
    let test = try #require(Test.current)
    let (outer, bodies) = (try Injector.current, Attendance<Int>())
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<1_000 {
        group.addTask {
          let sign = Sign(stringLiteral: "test \(number)")
          let trait: InjectorTrait = .overriding { $0.bind(Sign.self).to(instance: sign) }
          try await trait.provideScope(for: test, testCase: .current) {
            #expect(await bodies.note(number))
            #expect(try Injector.current !== outer)
            try await expectEverywhere(sign)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await bodies.present.count == 1_000)
    #expect(try Injector.current === outer)
    try await expectEverywhere("shop")
  }

  @Test func aDetachedTaskIsGivenTheInjector() async throws {
    let injector = try Injector.current
    let inherits = await Task.detached { (try? Injector.current) === injector }.value
    #expect(!inherits)
    let sign = try await Task.detached {
      try await Injector.withCurrent(injector) { try await signElsewhere() }
    }.value
    #expect(sign == "shop")
  }

  @Test(.recordingInjections, arguments: 0..<100)
  func aRecorderRecordsItsOwnCaseOnly(_ number: Int) async throws {
    let recorder = try InjectionRecorder.current
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0...number {
        group.addTask {
          _ = try inject(Checkout.self)
          #expect(try InjectionRecorder.current === recorder)
        }
      }
      try await group.waitForAll()
    }
    #expect(recorder.creationCount(of: Checkout.self) == number + 1)
    recorder.expectCreatedOnce(Gateway.self)
  }
}
