import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

extension ErrorTextTests {
  @Test func missingBindingOfAPropertyShowsTheChain() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'any Engine', which 'Car' requires.

        Requested by:
          1. Car.engine            requirement 1 of Car, Car.swift:12
          2. Garage.car            bound in OuterModule → AppModule, AppModule.swift:20
          3. resolve(Garage.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind((any Golden.Engine).self).to { … }
          • Accept that it may be missing, and leave the property as it is: accepting(\.engine)
      """#
    ) {
      let injector = try Injector([G.OuterModule()])
      _ = try injector.resolve(G.Garage.self, fileID: file, line: 9)
    }
  }

  @Test func missingBindingOfACallHasSuggestions() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'any Engine'.

        Requested by:
          1. resolve((any Engine).self)  main.swift:9

        Did you mean 'any Engine' named "turbo" (bound at AppModule.swift:45) or 'V8Engine' (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Ask for it by its name: resolve((any Golden.Engine).self, named: "turbo")
          • Bind it in a module: binder.bind((any Golden.Engine).self).to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.V8Engine.self, fileID: module, line: 44).to { G.V8Engine() }
        binder.bind((any G.Engine).self, named: "turbo", fileID: module, line: 45)
          .to { G.V8Engine() }
      }
      _ = try injector.resolve((any G.Engine).self, fileID: file, line: 9)
    }
  }

  @Test func aTypeThatSwiftHasInferredIsToBeNamed() throws {
    final class Badge {}
    let badge = Badge()
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'AnyObject'.

        Requested by:
          1. resolve(AnyObject?.self)  main.swift:9

        To fix this, do one of the following:
          • Name the type, if Swift has inferred 'AnyObject': resolve(….self)
          • Bind it in a module: binder.bind(AnyObject.self).to { … }
          • Accept that it may be missing: injector.resolveIfBound(AnyObject.self)
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(Badge.self, fileID: module, line: 44).to(instance: badge)
      }
      #expect(try injector.resolve(fileID: file, line: 9) === badge)
    }
  }

  @Test func anInjectionPointIsForClosures() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'InjectionPoint', which the initializer of 'Label' requires.

        Requested by:
          1. Label                parameter 1 of its initializer, bound at AppModule.swift:44
          2. resolve(Label.self)  main.swift:9

        To fix this:
          • Ask for it in a closure: .to { (_, point: InjectionPoint) in … }
      """#
    ) {
      final class Label {
        init(point: InjectionPoint) {}
      }
      let injector = try injector { binder in
        binder.bind(Label.self, fileID: module, line: 44).toInitializer(Label.init(point:))
      }
      _ = try injector.resolve(Label.self, fileID: file, line: 9)
    }
  }

  @Test func missingBindingOfAPlainListHasNoLocation() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Car', which 'Garage' requires.

        Requested by:
          1. Garage.car            requirement 1 of Garage
          2. resolve(Garage.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Car.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • Accept that it may be missing, in a list of type Requirements: accepting(\.car)
      """#
    ) { _ = try injector().resolve(G.Garage.self, fileID: file, line: 9) }
  }

  @Test func missingBindingOfAMarkerShowsItsLocation() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Radio' named "main", which 'Cockpit' requires.

        Requested by:
          1. Cockpit.radio                      @Injected, Cockpit.swift:6
          2. injectDependencies(into: Cockpit)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Radio.self, named: "main").to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • Make the property Optional: @Injected("main") var radio: Golden.Radio?
      """#
    ) {
      try injector().injectDependencies(into: G.Cockpit(), fileID: file, line: 9)
    }
  }

  @Test func missingBindingOfANamedPropertyOffersAllThatFit() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes' named "left \"L\"", which 'Headlights' requires.

        Requested by:
          1. Headlights.left or right              requirement 1 of Headlights, Headlights.swift:10
          2. injectDependencies(into: Headlights)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Brakes.self, named: "left \"L\"").to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • Accept that it may be missing, and leave the property as it is: accepting(\.left, named: "left \"L\"") or accepting(\.right, named: "left \"L\"")
      """#
    ) {
      try injector().injectDependencies(into: G.Headlights(), fileID: file, line: 9)
    }
  }

  @Test func missingBindingOfAPropertyListedThroughItsClassKeepsTheClass() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'any Engine' named "racing", which 'RaceCar' requires.

        Requested by:
          1. RaceCar.engine                     requirement 1 of RaceCar, RaceCar.swift:9
          2. injectDependencies(into: RaceCar)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind((any Golden.Engine).self, named: "racing").to { … }
          • Accept that it may be missing, and leave the property as it is: Golden.Car.accepting(\.engine, named: "racing")
      """#
    ) {
      try injector().injectDependencies(into: G.RaceCar(), fileID: file, line: 9)
    }
  }

  @Test func missingBindingOfAParameter() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Store', which the initializer of 'Cache' requires.

        Requested by:
          1. Cache                parameter 1 of its initializer, bound at AppModule.swift:44
          2. resolve(Cache.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Store.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Cache.self, fileID: module, line: 44).toInitializer(G.Cache.init(store:))
      }
      _ = try injector.resolve(G.Cache.self, fileID: file, line: 9)
    }
  }

  @Test func missingTargetOfALinkDoesNotSuggestTheLink() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'V8Engine', to which 'any Engine' is linked.

        Requested by:
          1. any Engine                  linked to another type, bound at AppModule.swift:44
          2. resolve((any Engine).self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.V8Engine.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, fileID: module, line: 44).to(G.V8Engine.self) { $0 }
      }
      _ = try injector.resolve((any G.Engine).self, fileID: file, line: 9)
    }
  }

  @Test func missingTargetOfAContributionOfTheSameTypeDoesNotSuggestTheCollection() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'V8Engine', to which a contribution is linked.

        Requested by:
          1. V8Engine                  linked to its own type, contributed at AppModule.swift:44
          2. [V8Engine]                collects what is contributed
          3. resolve([V8Engine].self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.V8Engine.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        binder.contribute(G.V8Engine.self, fileID: module, line: 44).to(G.V8Engine.self) { $0 }
      }
      _ = try injector.resolve([G.V8Engine].self, fileID: file, line: 9)
    }
  }

  @Test func missingBindingWhereNothingIsCreatedOnDemand() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Diesel'.

        Requested by:
          1. resolve(Diesel.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Diesel.self).to { … }
          • Allow creation on demand: Injector.Options(requiresExplicitBindings: false)
      """#
    ) {
      let injector = try injector(.init(requiresExplicitBindings: true))
      _ = try injector.resolve(G.Diesel.self, fileID: file, line: 9)
    }
  }

  @Test func contributionWithoutATarget() throws {
    let injector = try injector { _ = $0.contribute(G.Radio.self) }
    let text = error { _ = try injector.resolve([G.Radio].self) }?.description
    #expect(text?.contains("target: binder.contribute(Golden.Radio.self).to { … }") == true)
  }

  @Test func bindingWithoutATarget() throws {
    expect(
      #"""
      [Infusion/missingBinding] 'V8Engine' is bound without a target, and cannot be created on demand.

          bound at AppModule.swift:44

        Requested by:
          1. resolve(V8Engine.self)  main.swift:9

        To fix this, do one of the following:
          • Give it a target: binder.bind(Golden.V8Engine.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        _ = binder.bind(G.V8Engine.self, fileID: module, line: 44)
      }
      _ = try injector.resolve(G.V8Engine.self, fileID: file, line: 9)
    }
  }

  @Test func missingBindingOfAReadMarker() throws {
    expect(
      #"""
      [Infusion/missingBinding] 'Cockpit.radio' was read before it was injected. Nothing provides 'Radio' named "main".

        Requested by:
          1. Cockpit.radio  Cockpit.swift:6

        To fix this, do one of the following:
          • Inject the object first: try injector.injectDependencies(into: object)
          • Move code that reads the property from the initializer to awakeFromInjection()
          • Bind it in a module: binder.bind(Golden.Radio.self, named: "main").to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector()
      // The name of the property is known once an object of the class has been met.
      #expect(throws: InjectionError.self) { try injector.injectDependencies(into: G.Cockpit()) }
      _ = try Injector.withCurrent(injector) { try G.Cockpit().$radio.resolve() }
    }
  }

  @Test func misspelledNameOfAProperty() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'any Engine' named "racing", which 'RaceCar' requires.

        Requested by:
          1. RaceCar.engine                     requirement 1 of RaceCar, RaceCar.swift:9
          2. injectDependencies(into: RaceCar)  main.swift:9

        Did you mean 'any Engine' named "Racing" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Correct the name: Golden.Car.requiring(\.engine, named: "Racing")
          • Bind it in a module: binder.bind((any Golden.Engine).self, named: "racing").to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, named: "Racing", fileID: module, line: 44)
          .to { G.V8Engine() }
      }
      try injector.injectDependencies(into: G.RaceCar(), fileID: file, line: 9)
    }
  }

  @Test func misspelledNameOfAMarker() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Radio' named "main", which 'Cockpit' requires.

        Requested by:
          1. Cockpit.radio                      @Injected, Cockpit.swift:6
          2. injectDependencies(into: Cockpit)  main.swift:9

        Did you mean 'Radio' named "mian" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Correct the name: @Injected("mian") var radio: Golden.Radio
          • Bind it in a module: binder.bind(Golden.Radio.self, named: "main").to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Radio.self, named: "mian", fileID: module, line: 44).to { G.Radio() }
      }
      try injector.injectDependencies(into: G.Cockpit(), fileID: file, line: 9)
    }
  }

  @Test func misspelledNameOfACall() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Sensor' named "rear-left".

        Requested by:
          1. resolve(Sensor.self, named: "rear-left")  main.swift:9

        Did you mean 'Sensor' named "rearLeft" (bound at AppModule.swift:44)?

        To fix this, do one of the following:
          • Correct the name: resolve(Golden.Sensor.self, named: "rearLeft")
          • Bind it in a module: binder.bind(Golden.Sensor.self, named: "rear-left").to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Sensor.self, named: "rearLeft", fileID: module, line: 44).to { G.Sensor() }
      }
      _ = try injector.resolve(G.Sensor.self, named: "rear-left", fileID: file, line: 9)
    }
  }

  @Test func singletonOfTheParentThatNeedsABindingOfTheChild() throws {
    expect(
      #"""
      [Infusion/boundInChild] The parent keeps 'Lamp', which needs 'Brakes', but only the child binds 'Brakes'.

          'Brakes' is bound at AppModule.swift:45

        Requested by:
          1. Lamp.bulb           requirement 1 of Lamp
          2. resolve(Lamp.self)  main.swift:9

        To fix this, do one of the following:
          • Bind 'Lamp' in the child, too: binder.bind(Golden.Lamp.self).to { … }.in(.singleton)
          • Give 'Lamp' a scope in which the child creates it: binder.bind(Golden.Lamp.self).to { … }.in(.graph)
      """#
    ) {
      let parent = try injector { binder in
        binder.bind(G.Lamp.self, fileID: module, line: 44).to { G.Lamp() }.in(.singleton)
      }
      let child = try parent.makeChild { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 45).to { G.Brakes() }
      }
      _ = try child.resolve(G.Lamp.self, fileID: file, line: 9)
    }
  }

  @Test func codeForAnyTypeCanBePasted() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides '(any Engine, Int) throws -> [any Engine]?'.

        Requested by:
          1. resolve(((any Engine, Int) throws -> [any Engine]?).self)  main.swift:9

        To fix this:
          • Bind it in a module: binder.bind(((any Golden.Engine, Int) throws -> [any Golden.Engine]?).self).to { … }
      """#
    ) {
      _ = try injector().resolve(
        ((any G.Engine, Int) throws -> [any G.Engine]?).self, fileID: file, line: 9)
    }
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'any Shelf<Color>'.

        Requested by:
          1. resolve((any Shelf<Color>).self)  main.swift:9

        To fix this:
          • Bind it in a module: binder.bind((any Golden.Shelf<Golden.Color>).self).to { … }
      """#
    ) {
      _ = try injector().resolve((any G.Shelf<G.Color>).self, fileID: file, line: 9)
    }
  }
}
