import Foundation
import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

/// One whole text for each code of an error, and for each way in which it comes about.
struct ErrorTextTests {
  // MARK: - missingBinding

  @Test func missingBindingOfAPropertyShowsTheChain() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'any Engine', which 'Car' requires.

        Requested by:
          1. Car.engine            requirement 1 of Car, Car.swift:12
          2. Garage.car            bound in OuterModule → AppModule, AppModule.swift:20
          3. resolve(Garage.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind((any Engine).self).to { … }
          • Declare the requirement as optional: accepting(\.engine)
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

        To fix this:
          • Bind it in a module: binder.bind((any Engine).self).to { … }
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

  @Test func missingBindingOfAPlainListHasNoPlace() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Car', which 'Garage' requires.

        Requested by:
          1. Garage.car            requirement 1 of Garage
          2. resolve(Garage.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Car.self).to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
          • Declare the requirement as optional, in a list of type Requirements: accepting(\.car)
      """#
    ) { _ = try injector().resolve(G.Garage.self, fileID: file, line: 9) }
  }

  @Test func missingBindingOfAMarkerShowsItsPlace() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Radio' named "main", which 'Cockpit' requires.

        Requested by:
          1. Cockpit.radio                      @Injected, Cockpit.swift:6
          2. injectDependencies(into: Cockpit)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Radio.self, named: "main").to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
          • Make the property Optional: @Injected("main") var radio: Radio?
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
          • Bind it in a module: binder.bind(Brakes.self, named: "left \"L\"").to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
          • Declare the requirement as optional: accepting(\.left, named: "left \"L\"") or accepting(\.right, named: "left \"L\"")
      """#
    ) {
      try injector().injectDependencies(into: G.Headlights(), fileID: file, line: 9)
    }
  }

  @Test func missingBindingOfAParameter() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Store', which the initializer of 'Cache' requires.

        Requested by:
          1. Cache                parameter 1 of its initializer
          2. resolve(Cache.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Store.self).to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
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
          1. any Engine                  linked to another type
          2. resolve((any Engine).self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(V8Engine.self).to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, fileID: module, line: 44).to(G.V8Engine.self) { $0 }
      }
      _ = try injector.resolve((any G.Engine).self, fileID: file, line: 9)
    }
  }

  @Test func missingBindingWhereNothingIsCreatedOnDemand() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Diesel'.

        Requested by:
          1. resolve(Diesel.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Diesel.self).to { … }
          • Allow that it is created on demand: Injector.Options(requiresExplicitBindings: false)
      """#
    ) {
      let injector = try injector(.init(requiresExplicitBindings: true))
      _ = try injector.resolve(G.Diesel.self, fileID: file, line: 9)
    }
  }

  @Test func bindingWithoutATarget() throws {
    expect(
      #"""
      [Infusion/missingBinding] 'V8Engine' is bound without a target, and cannot be created on demand.

        Requested by:
          1. resolve(V8Engine.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(V8Engine.self).to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
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
      [Infusion/missingBinding] Nothing provides 'Radio' named "main".

        Requested by:
          1. @Injected var of type Radio, named: "main"  Cockpit.swift:6

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Radio.self, named: "main").to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
      """#
    ) {
      let injector = try injector()
      _ = try Injector.withCurrent(injector) { try G.Cockpit().$radio.resolve() }
    }
  }

  // MARK: - nothingProvided

  @Test func nothingProvidedToACall() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'Brakes' named "spare" provides nothing.

        Requested by:
          1. resolve(Brakes.self, named: "spare")  main.swift:9

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind(Brakes.self, named: "spare").to { … }
          • Ask for an Optional: resolve(Brakes?.self, named: "spare")
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
      [Infusion/nothingProvided] The binding of 'any Engine' provides nothing, where 'Boat' requires a value.

        Requested by:
          1. Boat.engine                     requirement 1 of Boat, Boat.swift:5; value bound at AppModule.swift:44
          2. injectDependencies(into: Boat)  main.swift:9

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind((any Engine).self).to { … }
          • Make the property Optional: var engine: (any Engine)?
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
      [Infusion/nothingProvided] The binding of 'Radio' named "main" provides nothing, where 'Cockpit' requires a value.

        Requested by:
          1. Cockpit.radio                      @Injected, Cockpit.swift:6; value bound at AppModule.swift:44
          2. injectDependencies(into: Cockpit)  main.swift:9

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind(Radio.self, named: "main").to { … }
          • Make the property Optional: @Injected("main") var radio: Radio?
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Radio.self, named: "main", fileID: module, line: 44).toNothing()
      }
      try injector.injectDependencies(into: G.Cockpit(), fileID: file, line: 9)
    }
  }

  @Test func nothingProvidedToAParameter() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'Store' provides nothing.

        Requested by:
          1. Cache                parameter 1 of its initializer; value bound at AppModule.swift:44
          2. resolve(Cache.self)  main.swift:9

        To fix this:
          • Let the binding return a value: binder.bind(Store.self).to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Store.self, fileID: module, line: 44).toNothing()
        binder.bind(G.Cache.self, fileID: module, line: 45).toInitializer(G.Cache.init(store:))
      }
      _ = try injector.resolve(G.Cache.self, fileID: file, line: 9)
    }
  }

  @Test func nothingContributed() throws {
    expect(
      #"""
      [Infusion/nothingProvided] A contribution to '[any Engine]' provides nothing, and never adds a value.

          contributed at AppModule.swift:44

        To fix this, do one of the following:
          • Remove it
          • Let it return a value: binder.contribute((any Engine).self).to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.contribute((any G.Engine).self, fileID: module, line: 44).toNothing()
      }
      try injector.validate()
    }
  }

  // MARK: - notWritable, wrongRoot

  @Test func constantsAreNotWritable() throws {
    expect(
      #"""
      [Infusion/several] 2 errors were found.

        Requested by:
          1. injectDependencies(into: Base)  main.swift:9

      1. [Infusion/notWritable] 'Base.serial' of type 'Int' is listed as requirement 1, and cannot be set.

           To fix this, do one of the following:
             • Make it a `var`: var serial: Int
             • List it inside 'Base' when its setter is private
             • Remove it from the list

      2. [Infusion/notWritable] A property of 'Base' of type 'Radio?' is listed as requirement 2, and cannot be set.

           To fix this, do one of the following:
             • Make it a `var`: var …: Radio?
             • List it inside 'Base' when its setter is private
             • Remove it from the list
      """#
    ) {
      try injector().injectDependencies(into: G.Base(), fileID: file, line: 9)
    }
  }

  @Test func keyPathOfAStrangerHasTheWrongRoot() throws {
    expect(
      #"""
      [Infusion/wrongRoot] 'Bus' lists 'Lamp.bulb' as requirement 2, and is neither 'Lamp' nor a subclass of it.

        Requested by:
          1. injectDependencies(into: Bus)  main.swift:9

        To fix this, do one of the following:
          • List it in 'Lamp' or a subclass
          • Remove it from the list of 'Bus'
      """#
    ) {
      try injector().injectDependencies(into: G.Bus(), fileID: file, line: 9)
    }
  }

  // MARK: - argumentMismatch

  @Test func argumentsOfOtherTypes() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The arguments do not fit the parameters of 'Brakes'.

          expected: (Int, Color)
          given:    (String, Color)

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Pass 2 arguments of these types, in this order
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44)
          .to { (_, size: Int, color: G.Color) in G.Brakes() }
      }
      _ = try injector.resolve(
        G.Brakes.self, arguments: "secret", G.Color(), fileID: file, line: 9)
    }
  }

  @Test func argumentThatNobodyTakes() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The arguments do not fit the parameters of 'Brakes'.

          expected: ()
          given:    (String)

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Call it without arguments
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
      }
      _ = try injector.resolve(G.Brakes.self, arguments: "secret", fileID: file, line: 9)
    }
  }

  @Test func initializerWithTooFewParametersListed() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The initializer of 'Miscounting' has 2 parameters, and 1 is listed.

        Requested by:
          1. Miscounting                created on demand
          2. resolve(Miscounting.self)  main.swift:9

        To fix this, do one of the following:
          • List .resolved, .named(_), .default(_) or .argument for each parameter
          • List none at all, when every parameter is resolved
      """#
    ) { _ = try injector().resolve(G.Miscounting.self, fileID: file, line: 9) }
  }

  // MARK: - typeMismatch

  @Test func defaultOfAnotherType() throws {
    expect(
      #"""
      [Infusion/typeMismatch] The default of parameter 2 of 'Person' is of type 'String', and the parameter of type 'Int'.

        Requested by:
          1. Person                created on demand
          2. resolve(Person.self)  main.swift:9

        To fix this:
          • Write a default of type 'Int'
      """#
    ) { _ = try injector().resolve(G.Person.self, fileID: file, line: 9) }
  }

  @Test func inheritedInitializer() throws {
    expect(
      #"""
      [Infusion/typeMismatch] 'Employee' inherits an initializer that makes 'Person'.

        Requested by:
          1. resolve(Employee.self)  main.swift:9

        To fix this, do one of the following:
          • Override it: override class var initializer: Initializer { Initializer(Employee.init) }
          • Bind it in a module: binder.bind(Employee.self).to { … }
      """#
    ) { _ = try injector().resolve(G.Employee.self, fileID: file, line: 9) }
  }

  @Test func storeThatReturnsSomethingElse() throws {
    expect(
      #"""
      [Infusion/typeMismatch] The store of the scope of 'Brakes' returned a value of type 'String'.

        Requested by:
          1. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Return what was published for the key, or nil
      """#
    ) {
      let store = G.OddStore(.wrongType)
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
          .in(Scope("session") { _ in store })
      }
      _ = try injector.resolve(G.Brakes.self, fileID: file, line: 9)
    }
  }

  @Test func structInASequenceOfObjects() throws {
    expect(
      #"""
      [Infusion/typeMismatch] A value of type 'Color' is no object, and has nothing to inject into.

        Requested by:
          1. injectDependencies(intoEach: [Color])  object at index 0, main.swift:9

        To fix this:
          • Pass instances of classes only
      """#
    ) {
      try injector().injectDependencies(intoEach: [G.Color()], fileID: file, line: 9)
    }
  }

  // MARK: - cyclicDependency

  @Test func cycleOfInitializers() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Cache' is needed before it exists.

          Cache → Store → Cache

        Requested by:
          1. Store                parameter 1 of its initializer; value bound at AppModule.swift:44
          2. Cache                parameter 1 of its initializer; value bound at AppModule.swift:45
          3. resolve(Cache.self)  main.swift:9

        To fix this, do one of the following:
          • Inject one of them as a property, not through its closure or initializer
          • Ask for one of them later: Lazy<Cache>
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Cache.self, fileID: module, line: 44).toInitializer(G.Cache.init(store:))
        binder.bind(G.Store.self, fileID: module, line: 45).toInitializer(G.Store.init(cache:))
      }
      _ = try injector.resolve(G.Cache.self, fileID: file, line: 9)
    }
  }

  @Test func cycleOfInitializersFoundByValidation() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Cache' is needed before it exists.

          Cache → Store → Cache

        Requested by:
          1. Store  parameter 1 of its initializer, bound at AppModule.swift:45
          2. Cache  parameter 1 of its initializer, bound at AppModule.swift:44

        To fix this, do one of the following:
          • Inject one of them as a property, not through its closure or initializer
          • Ask for one of them later: Lazy<Cache>
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Cache.self, fileID: module, line: 44).toInitializer(G.Cache.init(store:))
        binder.bind(G.Store.self, fileID: module, line: 45).toInitializer(G.Store.init(cache:))
      }
      try injector.validate()
    }
  }

  @Test func longCycleShowsItsBeginningAndItsEnd() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Brakes' named "n0" is needed before it exists.

          Brakes named "n0" → Brakes named "n1" → Brakes named "n2" → Brakes named "n3" → Brakes named "n4" → Brakes named "n5" → Brakes named "n6" → Brakes named "n7" → Brakes named "n8" → Brakes named "n9" → … 18 more … → Brakes named "n28" → Brakes named "n29" → Brakes named "n0"

        Requested by:
           1. resolve(Brakes.self, named: "n0")   AppModule.swift:45
           2. Brakes named "n29"                  bound at AppModule.swift:44
           3. resolve(Brakes.self, named: "n29")  AppModule.swift:45
           4. Brakes named "n28"                  bound at AppModule.swift:44
           5. resolve(Brakes.self, named: "n28")  AppModule.swift:45
           6. Brakes named "n27"                  bound at AppModule.swift:44
           7. resolve(Brakes.self, named: "n27")  AppModule.swift:45
           8. Brakes named "n26"                  bound at AppModule.swift:44
           9. resolve(Brakes.self, named: "n26")  AppModule.swift:45
          10. Brakes named "n25"                  bound at AppModule.swift:44
          … 48 more steps …
          59. resolve(Brakes.self, named: "n1")   AppModule.swift:45
          60. Brakes named "n0"                   bound at AppModule.swift:44
          61. resolve(Brakes.self, named: "n0")   main.swift:9

        To fix this, do one of the following:
          • Inject one of them as a property, not through its closure or initializer
          • Ask for one of them later: Lazy<Brakes>
      """#
    ) {
      let injector = try injector { binder in
        for number in 0..<30 {
          let next = Name("n\((number + 1) % 30)")
          binder.bind(G.Brakes.self, named: Name("n\(number)"), fileID: module, line: 44)
            .to { try $0.resolve(G.Brakes.self, named: next, fileID: module, line: 45) }
        }
      }
      _ = try injector.resolve(G.Brakes.self, named: "n0", fileID: file, line: 9)
    }
  }

  @Test func requestsNestedTooDeep() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] resolve(Brakes.self) is nested in more than 2 other requests.

        Requested by:
          1. resolve(Brakes.self)  AppModule.swift:45
          2. Brakes                bound at AppModule.swift:44
          3. resolve(Brakes.self)  AppModule.swift:45
          4. Brakes                bound at AppModule.swift:44
          5. resolve(Brakes.self)  AppModule.swift:45
          6. Brakes                bound at AppModule.swift:44
          7. resolve(Brakes.self)  main.swift:9

        To fix this, do one of the following:
          • Let the closures or initializers end their recursion
          • Raise the limit: Injector.Options(maximumNesting: 4)
      """#
    ) {
      let injector = try injector(.init(maximumNesting: 2)) { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { (injector, number: Int) in
          try injector.resolve(G.Brakes.self, arguments: number + 1, fileID: module, line: 45)
        }
      }
      _ = try injector.resolve(G.Brakes.self, arguments: 1, fileID: file, line: 9)
    }
  }

  // MARK: - providerFailed

  @Test func closureThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Making 'Brakes' failed.

          Failure: closed

        Requested by:
          1. Brakes                     bound at AppModule.swift:44
          2. resolve(Brakes.self)       AppModule.swift:48
          3. Brakes named "left \"L\""  bound at AppModule.swift:47
          4. Headlights.left or right   requirement 1 of Headlights, Headlights.swift:10
          5. resolve(Headlights.self)   main.swift:9

        To fix this:
          • Read the cause in code: error.underlying as? Failure
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
          • Read the cause in code: error.underlying as? LongFailure
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
      [Infusion/providerFailed] 'Sleeper' failed to awake from injection.

          Failure: tooEarly

        Requested by:
          1. Sleeper                created on demand
          2. resolve(Sleeper.self)  main.swift:9

        To fix this:
          • Read the cause in code: error.underlying as? Failure
      """#
    ) { _ = try injector().resolve(G.Sleeper.self, fileID: file, line: 9) }
  }

  @Test func moduleThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Configuring 'BrokenModule' failed.

          Failure: closed

        To fix this:
          • Read the cause in code: error.underlying as? Failure
      """#
    ) { _ = try Injector([G.BrokenModule()], fileID: file, line: 9) }
  }

  @Test func closureOfAnInjectorThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] Configuring the injector failed.

          Failure: closed

        To fix this:
          • Read the cause in code: error.underlying as? Failure
      """#
    ) { _ = try injector { _ in throw G.Failure.closed } }
  }

  @Test func storeThatThrows() throws {
    expect(
      #"""
      [Infusion/providerFailed] The store of the scope of 'Brakes' failed.

          Failure: closed

        Requested by:
          1. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Read the cause in code: error.underlying as? Failure
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

        To fix this:
          • Read the cause in code: error.underlying as? Failure
      """#
    ) {
      let injector = try Injector([G.StubbornModule()])
      try injector.update { $0.uninstall(G.StubbornModule.self) }
    }
  }

  // MARK: - Injectors

  @Test func releasedInjector() throws {
    expect(
      #"""
      [Infusion/injectorReleased] The injector that 'Brakes' was asked of is gone.

        Requested by:
          1. a request for Brakes  main.swift:9

        To fix this:
          • Keep the injector for as long as its handles are used
      """#
    ) {
      var injector: Injector? = try injector()
      let factory = try injector?.resolve(ObjectFactory.self)
      injector = nil
      _ = try factory?.resolve(G.Brakes.self, fileID: file, line: 9)
    }
  }

  // The default injector is the process's: these have one of their own.

  @Test func noInjectorAtAll() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] There is no current injector, and no default one.

          Requested by:
            1. inject(Brakes.self)  main.swift:9

          To fix this, do one of the following:
            • Set one: Injector.setDefault(injector)
            • Make one current: Injector.withCurrent(injector) { … }
        """#
      ) { _ = try inject(Golden.Brakes.self, fileID: "App/main.swift", line: 9) }
    }
  }

  @Test func markerWithoutAnyInjector() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] There is no current injector, and no default one.

          Requested by:
            1. @Injected var of type Radio, named: "main"  Cockpit.swift:6

          To fix this, do one of the following:
            • Set one: Injector.setDefault(injector)
            • Make one current: Injector.withCurrent(injector) { … }
        """#
      ) { _ = try Golden.Cockpit().$radio.resolve() }
    }
  }

  @Test func defaultInjectorConfiguredTwice() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/alreadyConfigured] A default injector is configured already.

          Requested by:
            1. Injector.configure { … }  main.swift:9

          To fix this, do one of the following:
            • Replace it: Injector.clearAndConfigure { … }
            • Keep the first one: Injector.configureOnce { … }
        """#
      ) {
        try Injector.configure { _ in }
        try Injector.configure(fileID: "App/main.swift", line: 9) { _ in }
      }
    }
  }

  @Test func singletonsOfTwoThreadsThatWaitForOneAnother() throws {
    let (radioBegan, brakesBegan) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let injector = try injector { binder in
      binder.bind(G.Radio.self, fileID: module, line: 44).to { injector in
        radioBegan.signal()
        brakesBegan.wait()
        _ = try injector.resolve(G.Brakes.self, fileID: module, line: 45)
        return G.Radio()
      }.in(.singleton)
      binder.bind(G.Brakes.self, fileID: module, line: 46).to { injector in
        brakesBegan.signal()
        _ = try injector.resolve(G.Radio.self, fileID: module, line: 47)
        return G.Brakes()
      }.in(.singleton)
    }
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = try? injector.resolve(G.Radio.self)
      done.signal()
    }
    radioBegan.wait()
    expect(
      #"""
      [Infusion/deadlock] Waiting for 'Radio' would never end: threads wait for one another.

          thread 1 holds 'Brakes' and wants 'Radio'
          thread 2 holds 'Radio' and wants 'Brakes'

        Requested by:
          1. resolve(Radio.self)   AppModule.swift:47
          2. Brakes                bound at AppModule.swift:46
          3. resolve(Brakes.self)  main.swift:9

        To fix this, do one of the following:
          • Let the singletons refer to one another as properties, not in their closures
          • Ask for one of them later: Lazy<Radio>
      """#
    ) { _ = try injector.resolve(G.Brakes.self, fileID: file, line: 9) }
    done.wait()
  }

  @Test func updateInsideAnUpdate() throws {
    expect(
      #"""
      [Infusion/updateInProgress] The injector is being updated by the same thread.

        To fix this:
          • Make all changes in one update, through the binder that it hands out
      """#
    ) {
      let injector = try injector()
      try injector.update(fileID: file, line: 9) { _ in
        try injector.update(fileID: file, line: 10) { _ in }
      }
    }
  }

  @Test func mainActorClassAskedForElsewhere() async throws {
    let injector = try injector { binder in
      binder.onMainActor.bind(G.Screen.self, fileID: module, line: 44).to { G.Screen() }
    }
    let found = await Task.detached {
      error { _ = try injector.resolve(G.Screen.self, fileID: file, line: 9) }
    }.value
    expect(
      #"""
      [Infusion/mainActorRequired] 'Screen' belongs to the main actor, and was asked for elsewhere.

        Requested by:
          1. resolve(Screen.self)  main.swift:9

        To fix this:
          • Make the call on the main actor: await MainActor.run { … }
      """#
    ) { if let found { throw found } }
  }

  // MARK: - Bindings

  @Test func keysBoundTwice() throws {
    expect(
      #"""
      [Infusion/duplicateBinding] 2 keys are bound more than once.

          Brakes: AppModule.swift:44, AppModule.swift:46, AppModule.swift:47
          Radio named "main": AppModule.swift:45, AppModule.swift:48

        To fix this, do one of the following:
          • Remove one of the bindings
          • Override on purpose: AppModule().overriding(with: TestModule())
      """#
    ) {
      _ = try injector(.init(forbidsRebinding: true)) { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
        binder.bind(G.Radio.self, named: "main", fileID: module, line: 45).to { G.Radio() }
        binder.bind(G.Brakes.self, fileID: module, line: 46).to { G.Brakes() }
        binder.bind(G.Brakes.self, fileID: module, line: 47).to { G.Brakes() }
        binder.bind(G.Radio.self, named: "main", fileID: module, line: 48).to { G.Radio() }
      }
    }
  }

  @Test func keyBoundTwice() throws {
    expect(
      #"""
      [Infusion/duplicateBinding] 'Brakes' is bound more than once.

          Brakes: AppModule.swift:44, AppModule.swift:45

        To fix this, do one of the following:
          • Remove one of the bindings
          • Override on purpose: AppModule().overriding(with: TestModule())
      """#
    ) {
      _ = try injector(.init(forbidsRebinding: true)) { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
        binder.bind(G.Brakes.self, fileID: module, line: 45).to { G.Brakes() }
      }
    }
  }

  @Test func shadowedBinding() throws {
    expect(
      #"""
      [Infusion/shadowedBinding] 'Car' is bound twice, and the later binding hides the earlier one.

          hidden:   bound in AppModule, AppModule.swift:20
          in force: bound in OtherModule, OtherModule.swift:8

        To fix this, do one of the following:
          • Remove one of the bindings
          • Override on purpose: AppModule().overriding(with: TestModule())
      """#
    ) {
      let injector = try Injector([G.AppModule(), G.OtherModule()])
      try injector.validate()
    }
  }

  @Test func eagerBindingInAnotherScope() throws {
    expect(
      #"""
      [Infusion/eagerNotSingleton] 'Brakes' is eager, and its scope is 'graph'.

          bound at AppModule.swift:44

        To fix this:
          • Make it a singleton: asEagerSingleton() without another scope
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
          .asEagerSingleton().in(.graph)
      }
    }
  }

  @Test func captiveDependency() throws {
    expect(
      #"""
      [Infusion/captiveDependency] The singleton 'Sensor' keeps 'Brakes', whose scope 'graph' ends before it.

        Requested by:
          1. Lamp.bulb  requirement 1 of Lamp, bound at AppModule.swift:44
          2. Sensor     declared with uses, bound at AppModule.swift:45

        To fix this, do one of the following:
          • Ask for it each time: Provider<Brakes>
          • Give 'Sensor' a scope that is as short
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 43).to { G.Brakes() }.in(.graph)
        binder.bind(G.Lamp.self, fileID: module, line: 44).to { G.Lamp() }
        binder.bind(G.Sensor.self, fileID: module, line: 45)
          .to(uses: G.Lamp.self) { _ in G.Sensor() }.in(.singleton)
      }
      try injector.validate()
    }
  }

  @Test func validationMergesThoseWhoAskForTheSame() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes', which 'Lamp' and 3 more require.

        Requested by:
          1. Lamp.bulb   requirement 1 of Lamp, bound at AppModule.swift:43
          2. Pair.first  requirement 1 of Pair, bound at AppModule.swift:44
          3. Sensor      declared with uses, bound at AppModule.swift:45
          4. Inner       requirement 1 of Inner of type Brakes?, Inner.swift:3

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Brakes.self).to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
          • Declare the requirement as optional, in a list of type Requirements: accepting(\.bulb)
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Lamp.self, fileID: module, line: 43).to { G.Lamp() }
        binder.bind(G.Pair.self, fileID: module, line: 44).to { G.Pair() }
        binder.bind(G.Sensor.self, fileID: module, line: 45)
          .to(uses: G.Brakes.self) { _ in G.Sensor() }
      }
      try injector.validate(including: G.Pair.Inner.self)
    }
  }

  @Test func bindingWithoutATargetFoundByValidation() throws {
    expect(
      #"""
      [Infusion/missingBinding] 'V8Engine' is bound without a target, and cannot be created on demand.

          bound at AppModule.swift:44

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(V8Engine.self).to { … }
          • Let the class be created on demand: conform it to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        _ = binder.bind(G.V8Engine.self, fileID: module, line: 44)
      }
      try injector.validate()
    }
  }

  @Test func nothingProvidedFoundByValidation() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'any Engine' provides nothing, where 'Boat' requires a value.

          bound at AppModule.swift:44

        Requested by:
          1. Boat  requirement 1 of Boat of type any Engine, Boat.swift:5

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind((any Engine).self).to { … }
          • Make the property Optional: var …: (any Engine)?
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, fileID: module, line: 44).toNothing()
      }
      try injector.validate(including: G.Boat.self)
    }
  }

  @Test func severalErrorsAreNumbered() throws {
    expect(
      #"""
      [Infusion/several] 2 errors were found.

      1. [Infusion/eagerNotSingleton] 'Brakes' is eager, and its scope is 'graph'.

             bound at AppModule.swift:44

           To fix this:
             • Make it a singleton: asEagerSingleton() without another scope

      2. [Infusion/missingBinding] Nothing provides 'Store', which the initializer of 'Cache' requires.

           Requested by:
             1. Cache                  parameter 1 of its initializer
             2. eager singleton Cache  main.swift:1

           To fix this, do one of the following:
             • Bind it in a module: binder.bind(Store.self).to { … }
             • Let the class be created on demand: conform it to DefaultInitializable
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
          .asEagerSingleton().in(.graph)
        binder.bind(G.Cache.self, fileID: module, line: 45)
          .toInitializer(G.Cache.init(store:)).asEagerSingleton()
      }
    }
  }
}
