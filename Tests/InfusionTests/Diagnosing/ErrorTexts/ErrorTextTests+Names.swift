import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

/// Only a binding with a name exists: each form of a request says how it asks by name.
extension ErrorTextTests {
  @Test func nameForAPlainList() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes', which 'Lamp' requires.

        Requested by:
          1. Lamp.bulb                       requirement 1 of Lamp
          2. injectDependencies(into: Lamp)  main.swift:9

        Did you mean 'Brakes' named "front" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name, in a list of type Requirements: requiring(\.bulb, named: "front")
          • Bind it in a module: binder.bind(Golden.Brakes.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • Accept that it may be missing, in a list of type Requirements: accepting(\.bulb)
      """#
    ) {
      let injector = try injector { bindFrontBrakes($0) }
      try injector.injectDependencies(into: G.Lamp(), fileID: file, line: 9)
    }
  }

  @Test func nameForAnAdditionOfAModule() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes', which 'Van' requires.

        Requested by:
          1. Van.brakes                     requirement 1 of Van, AppModule.swift:45
          2. injectDependencies(into: Van)  main.swift:9

        Did you mean 'Brakes' named "front" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name: injecting(\.brakes, named: "front")
          • Bind it in a module: binder.bind(Golden.Brakes.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        bindFrontBrakes(binder)
        binder.extend(G.Van.self, fileID: module, line: 45).injecting(\.brakes)
      }
      try injector.injectDependencies(into: G.Van(), fileID: file, line: 9)
    }
  }

  @Test func nameForAParameterThatTheClassDeclares() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes', which the initializer of 'Trailer' requires.

        Requested by:
          1. Trailer                parameter 1 of its initializer
          2. resolve(Trailer.self)  main.swift:9

        Did you mean 'Brakes' named "front" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name, in the list of the initializer's parameters: .named("front")
          • Bind it in a module: binder.bind(Golden.Brakes.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { bindFrontBrakes($0) }
      _ = try injector.resolve(G.Trailer.self, fileID: file, line: 9)
    }
  }

  @Test func nameForAParameterOfABoundInitializer() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Store', which the initializer of 'Cache' requires.

        Requested by:
          1. Cache                parameter 1 of its initializer, bound at AppModule.swift:45
          2. resolve(Cache.self)  main.swift:9

        Did you mean 'Store' named "disk" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name, in a closure in place of the initializer: try $0.resolve(Golden.Store.self, named: "disk")
          • Bind it in a module: binder.bind(Golden.Store.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Store.self, named: "disk", fileID: module, line: 44).to { G.Store() }
        binder.bind(G.Cache.self, fileID: module, line: 45).toInitializer(G.Cache.init(store:))
      }
      _ = try injector.resolve(G.Cache.self, fileID: file, line: 9)
    }
  }

  @Test func nameForAHandle() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes'.

        Requested by:
          1. get() in Workshop  main.swift:9

        Did you mean 'Brakes' named "front" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name, where 'Workshop' declares the Lazy or Provider: "front"
          • Bind it in a module: binder.bind(Golden.Brakes.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { bindFrontBrakes($0) }
      let workshop = G.Workshop()
      try injector.injectDependencies(into: workshop)
      _ = try workshop.brakes.get(fileID: file, line: 9)
    }
  }

  @Test func nameForARequestedHandle() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes'.

        Requested by:
          1. get()  main.swift:9

        Did you mean 'Brakes' named "front" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name, where you request the Lazy or Provider: "front"
          • Bind it in a module: binder.bind(Golden.Brakes.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { bindFrontBrakes($0) }
      let brakes = try injector.resolve(Provider<G.Brakes>.self)
      _ = try brakes.get(fileID: file, line: 9)
    }
  }

  @Test func nameForADeclaredUse() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes', which the closure of 'Sensor' uses.

        Requested by:
          1. Sensor  declared with 'uses:', bound at AppModule.swift:45

        Did you mean 'Brakes' named "front" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name: Key(Golden.Brakes.self, named: "front")
          • Bind it in a module: binder.bind(Golden.Brakes.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • If the closure can do without it, declare the use of an Optional: uses: Golden.Brakes?.self
      """#
    ) {
      try injector { binder in
        bindFrontBrakes(binder)
        binder.bind(G.Sensor.self, fileID: module, line: 45).to(uses: Key(G.Brakes.self)) { _ in
          G.Sensor()
        }
      }.validate()
    }
  }

  @Test func nameForALink() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'V8Engine', to which 'any Engine' is linked.

        Requested by:
          1. any Engine                  linked to another type, bound at AppModule.swift:45
          2. resolve((any Engine).self)  main.swift:9

        Did you mean 'V8Engine' named "big" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name: to(Golden.V8Engine.self, named: "big") { $0 }
          • Bind it in a module: binder.bind(Golden.V8Engine.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.V8Engine.self, named: "big", fileID: module, line: 44).to { G.V8Engine() }
        binder.bind((any G.Engine).self, fileID: module, line: 45).to(G.V8Engine.self) { $0 }
      }
      _ = try injector.resolve((any G.Engine).self, fileID: file, line: 9)
    }
  }

  @Test func misspelledNameOfAReadMarker() throws {
    expect(
      #"""
      [Infusion/missingBinding] 'Cockpit.radio' was read before it was injected. Nothing provides 'Radio' named "main".

        Requested by:
          1. Cockpit.radio  Cockpit.swift:6

        Did you mean 'Radio' named "mian" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Inject the object first: try injector.injectDependencies(into: object)
          • Move code that reads the property from the initializer to awakeFromInjection()
          • Correct the name: @Injected("mian") var radio: Golden.Radio
          • Bind it in a module: binder.bind(Golden.Radio.self, named: "main").to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Radio.self, named: "mian", fileID: module, line: 44).to { G.Radio() }
      }
      // The name of the property is known once an object of the class has been met.
      #expect(throws: InjectionError.self) { try injector.injectDependencies(into: G.Cockpit()) }
      _ = try Injector.withCurrent(injector) { try G.Cockpit().$radio.resolve() }
    }
  }
}

private func bindFrontBrakes(_ binder: Binder) {
  binder.bind(G.Brakes.self, named: "front", fileID: module, line: 44).to { G.Brakes() }
}
