import Infusion
import InfusionTesting
import Testing

private struct NeedyModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Checkout.self).to { Checkout() }.asEagerSingleton()
  }
}

struct FailingConfigurationTests {
  /// Runs a body in the scope of a trait, and expects an issue instead of a call of the body.
  private func expectIssue(
    _ trait: InjectorTrait, line: Int, caller: SourceLocation = #_sourceLocation,
    _ isExpected: @escaping @Sendable (any Error) -> Bool
  ) async throws {
    let test = try #require(Test.current)
    try await confirmation(expectedCount: 1, sourceLocation: caller) { issues in
      try await confirmation(expectedCount: 0, sourceLocation: caller) { bodies in
        try await withKnownIssue(sourceLocation: caller) {
          try await trait.provideScope(for: test, testCase: .current) { bodies() }
        } matching: { issue in
          issues()
          guard let error = issue.error, let place = issue.sourceLocation else { return false }
          // The issue contains the whole text of the error.
          return isExpected(error) && place.fileID == #fileID && place.line == line
            && "\(issue)".contains("\(error)")
        }
      }
    }
  }

  @Test func modulesThatThrowAreAnIssueAndTheBodyDoesNotRun() async throws {
    try await expectIssue(.injector(ShopModule(), BrokenModule()), line: #line) { error in
      (error as? InjectionError)?.underlying is BrokenModule.Refused
    }
  }

  @Test func aClosureThatThrowsIsAnIssue() async throws {
    try await expectIssue(.injector { _ in throw BrokenModule.Refused() }, line: #line) { error in
      (error as? InjectionError)?.underlying is BrokenModule.Refused
    }
  }

  @Test func aClosureThatBindsAKeyTwiceIsAnIssueWhereThatIsForbidden() async throws {
    let trait: InjectorTrait = .injector(options: .init(forbidsRebinding: true)) { binder in
      binder.install(ShopModule())
      binder.install(FakesModule())
    }
    let line = #line - 4
    try await expectIssue(trait, line: line) { error in
      (error as? InjectionError)?.code == .duplicateBinding
    }
  }

  @Test func aModuleThatCannotBeMadeIsAnIssue() async throws {
    @Sendable func makeModule() throws -> ShopModule { throw BrokenModule.Refused() }
    try await expectIssue(.injector(try makeModule()), line: #line) { $0 is BrokenModule.Refused }
  }

  @Test func anEagerSingletonThatCannotBeMadeIsAnIssueAtTheTrait() async throws {
    let line = #line + 1
    try await expectIssue(.injector(NeedyModule()), line: line) { error in
      guard let error = error as? InjectionError else { return false }
      return error.code == .missingBinding
        && error.location == CodeLocation(fileID: #fileID, line: UInt(line))
    }
  }

  @Test(.injector(ShopModule()))
  func anOverrideThatThrowsIsAnIssueAtTheOverride() async throws {
    try await expectIssue(.overriding(with: BrokenModule()), line: #line) { error in
      "\(error)".contains("'BrokenModule'")
    }
  }

  @Test func anOverrideWithoutAnInjectorIsAnIssue() async throws {
    try await expectIssue(.overriding { _ in }, line: #line) { error in
      "\(error)".hasPrefix("[InfusionTesting/noInjector] There is no injector")
    }
  }

  @Test func recordingWithoutAnInjectorIsAnIssueAtTheTest() async throws {
    let line = try #require(Test.current).sourceLocation.line
    try await expectIssue(.recordingInjections, line: line) { error in
      "\(error)".hasPrefix("[InfusionTesting/noInjector] There is no injector")
    }
  }

  @Test(.injector(ShopModule()))
  func anErrorOfTheTestIsRethrown() async throws {
    let test = try #require(Test.current)
    let trait: InjectorTrait = .overriding(with: FakesModule())
    await #expect(throws: BrokenModule.Refused.self) {
      try await trait.provideScope(for: test, testCase: .current) { throw BrokenModule.Refused() }
    }
    #expect(try inject(Sign.self) == "shop")
  }
}
