import Infusion
import InfusionTesting
import Testing

struct InjectionRecorderTests {
  private func makeInjector(_ recorder: InjectionRecorder) throws -> Injector {
    try Injector([ShopModule()], options: Injector.Options(observers: [recorder]))
  }

  /// The text of the only issue that is recorded at the given line of this file.
  private func issue(line: Int, _ body: () -> Void) throws -> String {
    let texts = Notes<String>()
    withKnownIssue {
      body()
    } matching: { issue in
      texts.note(issue.comments.map(\.rawValue).joined(separator: "\n"))
      return issue.sourceLocation?.fileID == #fileID && issue.sourceLocation?.line == line
    }
    try #require(texts.all.count == 1)
    return texts.all[0]
  }

  // MARK: - Entries

  @Test func entriesAreInTheOrderInWhichTheyHappen() throws {
    let recorder = InjectionRecorder()
    let injector = try makeInjector(recorder)
    _ = try injector.resolve(Checkout.self)
    _ = try injector.resolve(Gateway.self)
    #expect(throws: InjectionError.self) { try injector.resolve(Int.self) }
    #expect(
      recorder.entries.map(\.description) == [
        "created Gateway", "reused Sign", "injected Checkout", "created Checkout",
        "reused Gateway",
      ])
    #expect(recorder.entries.map(\.depth) == [1, 1, 0, 0, 0])
    #expect(recorder.entries.map(\.scope).prefix(1) == [.singleton])
  }

  @Test func createdAndInjectedAreKeys() throws {
    let recorder = InjectionRecorder()
    let injector = try makeInjector(recorder)
    #expect(recorder.created.isEmpty && recorder.injected.isEmpty)
    _ = try injector.resolve(Checkout.self)
    try injector.injectDependencies(into: Checkout())
    #expect(recorder.created == [Key(Gateway.self), Key(Checkout.self)])
    #expect(recorder.injected == [Key(Checkout.self), Key(Checkout.self)])
  }

  @Test func aFailureIsRecorded() throws {
    let recorder = InjectionRecorder()
    let injector = try Injector(options: Injector.Options(observers: [recorder])) {
      $0.bind(Gateway.self).to { () throws -> Gateway in throw BrokenModule.Refused() }
    }
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: Checkout()) }
    #expect(recorder.entries.map(\.description) == ["failed Gateway", "failed Checkout"])
    #expect(recorder.created.isEmpty)
  }

  @Test func creationsAreCountedByKey() throws {
    let recorder = InjectionRecorder()
    let injector = try Injector(options: Injector.Options(observers: [recorder])) { binder in
      binder.bind(Gateway.self).to { Gateway() }
      binder.bind(Gateway.self, named: "spare").to { FakeGateway() }
    }
    for _ in 0..<3 { _ = try injector.resolve(Gateway.self) }
    _ = try injector.resolve(Gateway.self, named: "spare")
    #expect(recorder.creationCount(of: Gateway.self) == 3)
    #expect(recorder.creationCount(of: Gateway.self, named: "spare") == 1)
    #expect(recorder.creationCount(of: Checkout.self) == 0)
    recorder.removeAll()
    #expect(recorder.entries.isEmpty)
    #expect(recorder.creationCount(of: Gateway.self) == 0)
  }

  @Test func injectionsAreCountedByKeyAndOfExistingObjectsByClass() throws {
    let recorder = InjectionRecorder()
    let injector = try Injector(options: Injector.Options(observers: [recorder])) { binder in
      binder.install(ShopModule())
      binder.bind(Checkout.self, named: "express").to { Checkout() }
    }
    _ = try injector.resolve(Checkout.self)
    #expect(recorder.injectionCount(of: Checkout.self) == 1)
    try injector.injectDependencies(intoEach: [Checkout(), Checkout()])
    #expect(recorder.injectionCount(of: Checkout.self) == 3)
    #expect(recorder.creationCount(of: Checkout.self) == 1)
    _ = try injector.resolve(Checkout.self, named: "express")
    #expect(recorder.injectionCount(of: Checkout.self, named: "express") == 1)
    #expect(recorder.injectionCount(of: Checkout.self) == 3)
  }

  @Test func objectsWithNothingToInjectAreNotCountedAsInjected() throws {
    let recorder = InjectionRecorder()
    let injector = try makeInjector(recorder)
    _ = try injector.resolve(Gateway.self)
    try injector.injectDependencies(into: Gateway())
    #expect(recorder.creationCount(of: Gateway.self) == 1)
    #expect(recorder.injectionCount(of: Gateway.self) == 0)
  }

  @Test func anOptionalTypeAsksForItsWrappedType() throws {
    let recorder = InjectionRecorder()
    let injector = try makeInjector(recorder)
    _ = try injector.resolve(Checkout?.self)
    #expect(recorder.creationCount(of: Checkout?.self) == 1)
    #expect(recorder.injectionCount(of: Checkout?.self) == 1)
    recorder.expectCreatedOnce(Checkout?.self)
    recorder.expectNotCreated(Checkout?.self, named: "spare")
    let line = #line + 1
    let text = try issue(line: line) { recorder.expectNotCreated(Gateway?.self) }
    #expect(text.hasPrefix("'Gateway' was created."))
  }

  // MARK: - Expectations

  @Test func metExpectationsAreNoIssues() throws {
    let recorder = InjectionRecorder()
    recorder.expectNotCreated(Gateway.self)
    let injector = try makeInjector(recorder)
    _ = try injector.resolve([Checkout].self)
    _ = try injector.resolve(Checkout.self)
    _ = try injector.resolve(Gateway.self)
    recorder.expectCreatedOnce(Gateway.self)
    recorder.expectNotCreated(Gateway.self, named: "spare")
  }

  @Test func tooManyCreationsAreAnIssueThatListsThem() throws {
    let recorder = InjectionRecorder()
    let injector = try makeInjector(recorder)
    _ = try injector.resolve(Checkout.self)
    _ = try injector.resolve(Checkout.self)
    let line = #line + 1
    let text = try issue(line: line) { recorder.expectCreatedOnce(Checkout.self) }
    #expect(
      text == """
        'Checkout' was created 2 times.
        Created, in this order:
          1. Gateway
          2. Checkout
          3. Checkout
        """)
  }

  @Test func aMissingCreationIsAnIssue() throws {
    let recorder = InjectionRecorder()
    let line = #line + 1
    let text = try issue(line: line) { recorder.expectCreatedOnce(Gateway.self, named: "spare") }
    #expect(
      text == """
        'Gateway named "spare"' was not created.
        Nothing was created.
        """)
  }

  @Test func anUnexpectedCreationIsAnIssue() throws {
    let recorder = InjectionRecorder()
    _ = try makeInjector(recorder).resolve(Gateway.self)
    let line = #line + 1
    let text = try issue(line: line) { recorder.expectNotCreated(Gateway.self) }
    #expect(
      text == """
        'Gateway' was created.
        Created, in this order:
          1. Gateway
        """)
  }

  // MARK: - The recorder of a test

  @Test(.injector(ShopModule()), .recordingInjections)
  func aTestReachesItsRecorder() throws {
    _ = try inject(Checkout.self)
    try InjectionRecorder.current.expectCreatedOnce(Gateway.self)
  }

  @Test(.recordingInjections, .injector(options: .init(forbidsCycles: true)) { _ in })
  func recordingDoesNotDependOnTheOrderOfTraits() throws {
    #expect(try Injector.current.options.forbidsCycles)
    #expect(throws: InjectionError.self) { try inject(Checkout.self) }
    #expect(try InjectionRecorder.current.entries.isEmpty)
  }

  @Test(.injector(ShopModule()))
  func aTestThatIsNotRecordedHasNoRecorder() throws {
    #expect(try Injector.current.options.observers.isEmpty)
    let error = #expect(throws: (any Error).self) { try InjectionRecorder.current }
    #expect(
      error.map { "\($0)" } == """
        [InfusionTesting/noRecorder] Nothing is recorded in this test or task.

          To fix this, do one of the following:
            • Add the trait to the test, or to a suite around it: .recordingInjections
            • Pass the recorder of the test on; threads and detached tasks do not inherit it
        """)
  }

  @Suite(.injector(ShopModule()), .recordingInjections) struct OfASuite {
    @Test(.overriding(with: FakesModule()), arguments: 0..<10)
    func eachCaseHasARecorderOfItsOwn(_ number: Int) throws {
      #expect(try InjectionRecorder.current.entries.isEmpty)
      _ = try inject(Checkout.self)
      #expect(
        try InjectionRecorder.current.created == [Key(Gateway.self), Key(Checkout.self)])
    }

    @Test(.injector { $0.bind(Gateway.self).to { Gateway() } })
    func itRecordsEvenIfTheTestReplacesTheInjector() throws {
      _ = try inject(Gateway.self)
      #expect(try InjectionRecorder.current.created == [Key(Gateway.self)])
    }
  }
}
