import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

extension ErrorTextTests {
  @Test func closureThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Creating 'Brakes' failed.

          Failure: closed

        Requested by:
          1. Brakes                     bound at AppModule.swift:44
          2. resolve(Brakes.self)       AppModule.swift:48
          3. Brakes named "left \"L\""  bound at AppModule.swift:47
          4. Headlights.left or right   requirement 1 of Headlights, Headlights.swift:10
          5. resolve(Headlights.self)   main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44)
          .to { () throws -> G.Brakes in throw G.Failure.closed }
        binder.bind(G.Headlights.self, fileID: module, line: 46).to { G.Headlights() }
        binder.bind(G.Brakes.self, named: "left \"L\"", fileID: module, line: 47)
          .to { try $0.resolve(G.Brakes.self, fileID: module, line: 48) }
      }
      _ = try injector.resolve(G.Headlights.self, fileID: file, line: 9)
    }
  }

  @Test func errorOfSeveralLinesIsIndented() throws {
    expect(
      #"""
      [Infusion/providerFailed] The closure that creates 'Brakes' failed.

          LongFailure: first line
          second line

        Requested by:
          1. create { Brakes }  main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.LongFailure
      """#
    ) {
      _ = try injector().create(fileID: file, line: 9) { () throws -> G.Brakes in
        throw G.LongFailure(description: "first line\nsecond line")
      }
    }
  }

  @Test func awakeThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] awakeFromInjection() of 'Sleeper' failed.

          Failure: tooEarly

        Requested by:
          1. Sleeper                created on demand
          2. resolve(Sleeper.self)  main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) { _ = try injector().resolve(G.Sleeper.self, fileID: file, line: 9) }
  }

  @Test func completingStepThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] A completing(…) step of 'Brakes' failed.

          Failure: closed

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
          .completing { _ in throw G.Failure.closed }
      }
      _ = try injector.resolve(G.Brakes.self, fileID: file, line: 9)
    }
  }

  @Test func moduleThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Configuring 'BrokenModule' failed.

          Failure: closed

        Requested by:
          1. creating an injector  main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) { _ = try Injector([G.BrokenModule()], fileID: file, line: 9) }
  }

  @Test func closureOfAnInjectorThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Configuring the injector failed.

          Failure: closed

        Requested by:
          1. creating an injector  main.swift:1

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) { _ = try injector { _ in throw G.Failure.closed } }
  }

  @Test func storeThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] The scope's store failed for 'Brakes'.

          Failure: closed

        Requested by:
          1. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) {
      let store = G.OddStore(.failing)
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
          .in(Scope("session") { _ in store })
      }
      _ = try injector.resolve(G.Brakes.self, fileID: file, line: 9)
    }
  }

  @Test func unloadingThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Unloading 'StubbornModule' failed.

          Failure: closed

        Requested by:
          1. update { … }  main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) {
      let injector = try Injector([G.StubbornModule()])
      try injector.update(fileID: file, line: 9) { $0.uninstall(G.StubbornModule.self) }
    }
  }

  @Test func moduleOfAModuleThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Configuring 'BrokenModule' failed.

          Failure: closed

        Requested by:
          1. install(BrokenModule)  CarelessModule.swift:5
          2. creating an injector   main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) { _ = try Injector([G.CarelessModule()], fileID: file, line: 9) }
  }

  @Test func moduleOfAnUpdateThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Configuring 'BrokenModule' failed.

          Failure: closed

        Requested by:
          1. install(BrokenModule)  main.swift:10
          2. update { … }           main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) {
      try injector().update(fileID: file, line: 9) { binder in
        binder.install(G.BrokenModule(), fileID: file, line: 10)
      }
    }
  }

  @Test func modulesThatThrowAreReportedTogether() throws {
    expect(
      #"""
      [Infusion/several] 2 errors were found.

      1. [Infusion/providerFailed] Configuring 'EarlyModule' failed.

             Failure: tooEarly

           Requested by:
             1. creating an injector  main.swift:9

           To fix this:
             • Inspect the cause: error.underlying as? Golden.Failure

      2. [Infusion/providerFailed] Configuring 'BrokenModule' failed.

             Failure: closed

           Requested by:
             1. install(BrokenModule)  CarelessModule.swift:5
             2. creating an injector   main.swift:9

           To fix this:
             • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) {
      _ = try Injector([G.EarlyModule(), G.CarelessModule()], fileID: file, line: 9)
    }
  }
}
