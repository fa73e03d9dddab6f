import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

extension ErrorTextTests {
  @Test func nothingProvidedToACall() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'Brakes' named "spare" provides nothing.

          bound at AppModule.swift:45

        Requested by:
          1. resolve(Brakes.self, named: "spare")  main.swift:9

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind(Golden.Brakes.self, named: "spare").to { … }
          • Ask for an Optional: resolve(Golden.Brakes?.self, named: "spare")
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, named: "spare", fileID: module, line: 45).toNothing()
      }
      _ = try injector.resolve(G.Brakes.self, named: "spare", fileID: file, line: 9)
    }
  }

  @Test func nothingProvidedToAProperty() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'any Engine' provides nothing, but 'Boat' requires a value.

        Requested by:
          1. Boat.engine                     requirement 1 of Boat, Boat.swift:5; value bound at AppModule.swift:44
          2. injectDependencies(into: Boat)  main.swift:9

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind((any Golden.Engine).self).to { … }
          • Make the property Optional: var engine: (any Golden.Engine)?
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, fileID: module, line: 44).toNothing()
      }
      try injector.injectDependencies(into: G.Boat(), fileID: file, line: 9)
    }
  }

  @Test func nothingProvidedToAMarker() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'Radio' named "main" provides nothing, but 'Cockpit' requires a value.

        Requested by:
          1. Cockpit.radio                      @Injected, Cockpit.swift:6; value bound at AppModule.swift:44
          2. injectDependencies(into: Cockpit)  main.swift:9

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind(Golden.Radio.self, named: "main").to { … }
          • Make the property Optional: @Injected("main") var radio: Golden.Radio?
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Radio.self, named: "main", fileID: module, line: 44).toNothing()
      }
      try injector.injectDependencies(into: G.Cockpit(), fileID: file, line: 9)
    }
  }

  /// An Optional handle would ask for the same value.
  @Test func nothingProvidedToAHandle() throws {
    let injector = try injector { binder in
      binder.bind(G.Brakes.self, fileID: module, line: 44).toNothing()
    }
    let workshop = G.Workshop()
    try injector.injectDependencies(into: workshop)
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'Brakes' provides nothing.

          bound at AppModule.swift:44

        Requested by:
          1. get() in Workshop  main.swift:9

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind(Golden.Brakes.self).to { … }
          • Let the handle provide an Optional: Lazy<Golden.Brakes?> or Provider<Golden.Brakes?>
      """#
    ) { _ = try workshop.brakes.get(fileID: file, line: 9) }
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'Brakes' provides nothing, but 'Workshop' requires a value.

          bound at AppModule.swift:44

        Requested by:
          1. Workshop.brakes  requirement 1 of Workshop

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind(Golden.Brakes.self).to { … }
          • Let the handle provide an Optional: var brakes: Provider<Golden.Brakes?>?
      """#
    ) { try injector.validate(including: G.Workshop.self) }
  }

  @Test func nothingProvidedToADeclaredUse() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'Brakes' named "front" provides nothing.

          bound at AppModule.swift:44

        Requested by:
          1. Sensor  declared with 'uses:', bound at AppModule.swift:45

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind(Golden.Brakes.self, named: "front").to { … }
          • If the closure can do without it, declare the use of an Optional: uses: Key(Golden.Brakes?.self, named: "front")
      """#
    ) {
      try injector { binder in
        binder.bind(G.Brakes.self, named: "front", fileID: module, line: 44).toNothing()
        binder.bind(G.Sensor.self, fileID: module, line: 45)
          .to(uses: Key(G.Brakes.self, named: "front")) { _ in G.Sensor() }
      }.validate()
    }
    // As the text says.
    try injector { binder in
      binder.bind(G.Brakes.self, named: "front").toNothing()
      binder.bind(G.Sensor.self).to(uses: Key(G.Brakes?.self, named: "front")) { _ in G.Sensor() }
    }.validate()
  }

  @Test func nothingProvidedToAParameter() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'Store' provides nothing.

        Requested by:
          1. Cache                parameter 1 of its initializer, bound at AppModule.swift:45; value bound at AppModule.swift:44
          2. resolve(Cache.self)  main.swift:9

        To fix this:
          • Let the binding return a value: binder.bind(Golden.Store.self).to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Store.self, fileID: module, line: 44).toNothing()
        binder.bind(G.Cache.self, fileID: module, line: 45).toInitializer(G.Cache.init(store:))
      }
      _ = try injector.resolve(G.Cache.self, fileID: file, line: 9)
    }
  }

  @Test func objectThatIsGone() throws {
    let injector = try injector()
    try injector.update { binder in
      binder.bind(G.Brakes.self, fileID: module, line: 44).to(weak: G.Brakes())
    }
    expect(
      #"""
      [Infusion/nothingProvided] 'Brakes' is bound with to(weak:) to an object that no longer exists.

          bound at AppModule.swift:44

        Requested by:
          1. resolve(Brakes.self)  main.swift:9

        To fix this, do one of the following:
          • Keep a reference to the object for as long as something asks for it
          • Let the binding keep the object: .to(instance: …)
          • Ask for an Optional: resolve(Golden.Brakes?.self)
      """#
    ) { _ = try injector.resolve(G.Brakes.self, fileID: file, line: 9) }
    expect(
      #"""
      [Infusion/nothingProvided] 'Brakes' is bound with to(weak:) to an object that no longer exists, but 'Crate' requires a value.

        Requested by:
          1. Crate.brakes                     requirement 1 of Crate, Crate.swift:3; value bound at AppModule.swift:44
          2. injectDependencies(into: Crate)  main.swift:9

        To fix this, do one of the following:
          • Keep a reference to the object for as long as something asks for it
          • Let the binding keep the object: .to(instance: …)
          • Make the property Optional: var brakes: Golden.Brakes?
      """#
    ) { try injector.injectDependencies(into: Crate(), fileID: file, line: 9) }
  }

  private final class Crate: Injectable {
    var brakes = G.Brakes()
    static var requires: Requirements {
      requiring(\.brakes, fileID: "App/Crate.swift", line: 3)
    }
  }

  @Test func nothingContributed() throws {
    expect(
      #"""
      [Infusion/nothingProvided] A contribution to '[any Engine]' provides nothing, so it never adds a value.

          contributed at AppModule.swift:44

        To fix this, do one of the following:
          • Remove it
          • Let it return a value: binder.contribute((any Golden.Engine).self).to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.contribute((any G.Engine).self, fileID: module, line: 44).toNothing()
      }
      try injector.validate()
    }
  }

  @Test func nothingForAnOptionalParameter() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Sensor', which the initializer of 'Pump' requires.

        Requested by:
          1. Pump                parameter 1 of its initializer, bound at AppModule.swift:44
          2. resolve(Pump.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Sensor.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • Let it be nil: binder.bind(Golden.Sensor.self).toNothing()
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Pump.self, fileID: module, line: 44).toInitializer(G.Pump.init)
      }
      _ = try injector.resolve(G.Pump.self, fileID: file, line: 9)
    }
  }

  @Test func nothingForACallThatAsksForAnOptional() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'any Engine' named "spare".

        Requested by:
          1. resolve((any Engine)?.self, named: "spare")  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind((any Golden.Engine).self, named: "spare").to { … }
          • Accept that it may be missing: injector.resolveIfBound((any Golden.Engine).self, named: "spare")
      """#
    ) {
      _ = try injector().resolve((any G.Engine)?.self, named: "spare", fileID: file, line: 9)
    }
  }

  @Test func anOptionalParameterOfWhatIsBoundToNothingIsNil() throws {
    let injector = try injector { binder in
      binder.bind(G.Pump.self).toInitializer(G.Pump.init)
      binder.bind(G.Sensor.self).toNothing()
    }
    #expect(try injector.resolve(G.Pump.self).sensor == nil)
  }
}
