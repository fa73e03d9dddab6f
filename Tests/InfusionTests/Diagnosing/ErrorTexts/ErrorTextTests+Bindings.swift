import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

extension ErrorTextTests {
  @Test func keysBoundTwice() throws {
    expect(
      #"""
      [Infusion/duplicateBinding] 2 keys are bound more than once.

          Brakes: bound at AppModule.swift:44; bound at AppModule.swift:46; bound at AppModule.swift:47
          Radio named "main": bound at AppModule.swift:45; bound at AppModule.swift:48

        To fix this, do one of the following:
          • Remove one of the bindings
          • Override on purpose: AppModule().overriding(with: TestModule())
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Brakes.self).to { … }
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

  @Test func keyBoundAgainInAnUpdate() throws {
    let injector = try injector(.init(forbidsRebinding: true)) { binder in
      binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
    }
    expect(
      #"""
      [Infusion/duplicateBinding] 'Brakes' is bound more than once.

          Brakes: bound at AppModule.swift:44; bound at AppModule.swift:61

        To fix this, do one of the following:
          • Remove the earlier binding first: binder.unbind(Golden.Brakes.self)
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Brakes.self).to { … }
      """#
    ) {
      try injector.update(fileID: module, line: 60) { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 61).to { G.Brakes() }
      }
    }
    try injector.update { binder in
      binder.unbind(G.Brakes.self)
      binder.bind(G.Brakes.self).to { G.Brakes() }
    }
  }

  @Test func keyBoundTwice() throws {
    expect(
      #"""
      [Infusion/duplicateBinding] 'Car' is bound more than once.

          Car: bound in AppModule, AppModule.swift:20; bound in OtherModule, OtherModule.swift:8

        To fix this, do one of the following:
          • Remove one of the bindings
          • Override on purpose: Golden.AppModule().overriding(with: Golden.OtherModule())
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Car.self).to { … }
      """#
    ) {
      _ = try Injector(
        [G.AppModule(), G.OtherModule()], options: Injector.Options(forbidsRebinding: true))
    }
  }

  @Test func keyBoundTwiceInOneModule() throws {
    struct Twice: Module {
      func configure(_ binder: Binder) {
        for line in [20, 21] as [UInt] {
          binder.bind(G.Car.self, fileID: "App/Twice.swift", line: line).to { G.Car() }
        }
      }
    }
    expect(
      #"""
      [Infusion/duplicateBinding] 'Car' is bound more than once.

          Car: bound in Twice, Twice.swift:20; bound in Twice, Twice.swift:21

        To fix this, do one of the following:
          • Remove one of the bindings
          • Override on purpose: AppModule().overriding(with: TestModule())
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Car.self).to { … }
      """#
    ) { _ = try Injector([Twice()], options: Injector.Options(forbidsRebinding: true)) }
  }

  /// There is one binding to remove, and nothing to override.
  @Test func keyOfAModuleThatIsInstalledTwice() throws {
    expect(
      #"""
      [Infusion/duplicateBinding] 'Brakes' is bound more than once.

          Brakes: bound in Left → Pads, Pads.swift:4; bound in Right → Pads, Pads.swift:4

        To fix this, do one of the following:
          • Install 'Pads' once
          • Conform 'Pads' to Hashable: a module that equals an installed one is not configured again
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Brakes.self).to { … }
      """#
    ) { _ = try Injector([Left(), Right()], options: Injector.Options(forbidsRebinding: true)) }
    expect(
      #"""
      [Infusion/shadowedBinding] 'Brakes' is bound twice, and the later binding hides the earlier one.

          earlier: bound in Left → Pads, Pads.swift:4
          later:   bound in Right → Pads, Pads.swift:4

        To fix this, do one of the following:
          • Install 'Pads' once
          • Conform 'Pads' to Hashable: a module that equals an installed one is not configured again
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Brakes.self).to { … }
      """#
    ) { try Injector(Left(), Right()).validate() }
  }

  /// Modules that are not equal do not count as one.
  @Test func keyOfTwoUnequalModules() throws {
    struct Discs: Module, Hashable {
      let size: Int
      func configure(_ binder: Binder) {
        binder.bind(G.Brakes.self, fileID: "App/Discs.swift", line: 4).to { G.Brakes() }
      }
    }
    expect(
      #"""
      [Infusion/duplicateBinding] 'Brakes' is bound more than once.

          Brakes: bound in Discs, Discs.swift:4

        To fix this, do one of the following:
          • Install 'Discs' once
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Brakes.self).to { … }
      """#
    ) {
      _ = try Injector(
        [Discs(size: 1), Discs(size: 2)], options: Injector.Options(forbidsRebinding: true))
    }
  }

  /// A module that binds a key twice at one line is installed once.
  @Test func keyBoundTwiceAtOneLine() throws {
    struct Loop: Module {
      func configure(_ binder: Binder) {
        for _ in 1...2 {
          binder.bind(G.Car.self, fileID: "App/Loop.swift", line: 20).to { G.Car() }
        }
      }
    }
    expect(
      #"""
      [Infusion/duplicateBinding] 'Car' is bound more than once.

          Car: bound in Loop, Loop.swift:20

        To fix this, do one of the following:
          • Remove one of the bindings
          • Override on purpose: AppModule().overriding(with: TestModule())
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Car.self).to { … }
      """#
    ) { _ = try Injector([Loop()], options: Injector.Options(forbidsRebinding: true)) }
  }

  private struct Pads: Module {
    let thickness: Double
    func configure(_ binder: Binder) {
      binder.bind(G.Brakes.self, fileID: "App/Pads.swift", line: 4).to { G.Brakes() }
    }
  }
  private struct Left: Module {
    func configure(_ binder: Binder) { binder.install(Pads(thickness: 9.5)) }
  }
  private struct Right: Module {
    func configure(_ binder: Binder) { binder.install(Pads(thickness: 9.5)) }
  }

  @Test func shadowedBinding() throws {
    expect(
      #"""
      [Infusion/shadowedBinding] 'Car' is bound twice, and the later binding hides the earlier one.

          earlier: bound in AppModule, AppModule.swift:20
          later:   bound in OtherModule, OtherModule.swift:8

        To fix this, do one of the following:
          • Remove one of the bindings
          • Override on purpose: Golden.AppModule().overriding(with: Golden.OtherModule())
          • Keep both: give one a name, or contribute both: binder.contribute(Golden.Car.self).to { … }
      """#
    ) {
      let injector = try Injector([G.AppModule(), G.OtherModule()])
      try injector.validate()
    }
  }

  @Test(arguments: [false, true])
  func eagerBindingInAnotherScope(isInstance: Bool) throws {
    expect(
      #"""
      [Infusion/eagerNotSingleton] 'Brakes' is eager, but has scope 'graph'.

          bound at AppModule.swift:44

        To fix this:
          • Keep it a singleton: asEagerSingleton() without another scope
      """#
    ) {
      _ = try injector { binder in
        let brakes = binder.bind(G.Brakes.self, fileID: module, line: 44)
        let bound = isInstance ? brakes.to(instance: G.Brakes()) : brakes.to { G.Brakes() }
        bound.asEagerSingleton().in(.graph)
      }
    }
  }

  @Test func instanceToInjectInAnotherScope() throws {
    expect(
      #"""
      [Infusion/eagerNotSingleton] 'Brakes' is an instance that the injector injects, but has scope 'graph'.

          bound at AppModule.swift:44

        To fix this:
          • Keep it a singleton: to(instance: …, injecting: true) without another scope
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44)
          .to(instance: G.Brakes(), injecting: true).in(.graph)
      }
    }
  }

  @Test func captiveDependency() throws {
    expect(
      #"""
      [Infusion/captiveDependency] The singleton 'Sensor' keeps 'Brakes', whose scope 'graph' ends earlier.

        Requested by:
          1. Lamp.bulb  requirement 1 of Lamp, bound at AppModule.swift:44
          2. Sensor     declared with 'uses:', bound at AppModule.swift:45

        To fix this, do one of the following:
          • Ask for it each time: Provider<Golden.Brakes>
          • Give 'Sensor' a scope that ends no later
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

  @Test func namedCaptiveDependency() throws {
    expect(
      #"""
      [Infusion/captiveDependency] The singleton 'Sensor' keeps 'Brakes' named "front", whose scope 'graph' ends earlier.

        Requested by:
          1. Sensor  declared with 'uses:', bound at AppModule.swift:45

        To fix this, do one of the following:
          • Ask for it each time: Provider<Golden.Brakes> named "front"
          • Give 'Sensor' a scope that ends no later
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, named: "front", fileID: module, line: 43).to { G.Brakes() }
          .in(.graph)
        binder.bind(G.Sensor.self, fileID: module, line: 45)
          .to(uses: Key(G.Brakes.self, named: "front")) { _ in G.Sensor() }.in(.singleton)
      }
      try injector.validate()
    }
  }

  /// The property asks for the collection, and the link is what it asks for.
  @Test func captiveDependencyThatIsPassedOn() throws {
    expect(
      #"""
      [Infusion/several] 2 errors were found.

      1. [Infusion/captiveDependency] The singleton 'Boat' keeps 'V8Engine', whose scope 'graph' ends earlier.

           Requested by:
             1. any Engine   linked to another type, bound at AppModule.swift:43
             2. Boat.engine  requirement 1 of Boat, Boat.swift:5

           To fix this, do one of the following:
             • Ask for it each time: Provider<any Golden.Engine>
             • Give 'Boat' a scope that ends no later

      2. [Infusion/captiveDependency] The singleton 'Fleet' keeps 'Sensor', whose scope 'graph' ends earlier.

           Requested by:
             1. [Sensor]  collects what is contributed
             2. Fleet     parameter 1 of its initializer, bound at AppModule.swift:46

           To fix this, do one of the following:
             • Ask for it each time: Provider<[Golden.Sensor]>
             • Give 'Fleet' a scope that ends no later
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, fileID: module, line: 43).to(G.V8Engine.self) { $0 }
        binder.bind(G.V8Engine.self, fileID: module, line: 44).to { G.V8Engine() }.in(.graph)
        binder.bind(G.Boat.self, fileID: module, line: 45).to { G.Boat() }.in(.singleton)
        binder.bind(Fleet.self, fileID: module, line: 46).toInitializer(Fleet.init(spare:))
          .in(.singleton)
        binder.contribute(G.Sensor.self, fileID: module, line: 47).to { G.Sensor() }.in(.graph)
      }
      try injector.validate()
    }
  }

  private final class Fleet {
    init(spare: [G.Sensor]) {}
  }

  /// A link has no property whose type could be changed.
  @Test func captiveDependencyOfALink() throws {
    expect(
      #"""
      [Infusion/captiveDependency] The singleton 'any Engine' keeps 'V8Engine', whose scope 'graph' ends earlier.

        Requested by:
          1. any Engine  linked to another type, bound at AppModule.swift:43

        To fix this:
          • Give 'any Engine' a scope that ends no later
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, fileID: module, line: 43).to(G.V8Engine.self) { $0 }
          .in(.singleton)
        binder.bind(G.V8Engine.self, fileID: module, line: 44).to { G.V8Engine() }.in(.graph)
      }
      try injector.validate()
    }
  }

  @Test func validationMergesRequestsForOneKey() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes', which 'Lamp' and 3 more require.

        Requested by:
          1. Lamp.bulb   requirement 1 of Lamp, bound at AppModule.swift:43
          2. Pair.first  requirement 1 of Pair, bound at AppModule.swift:44
          3. Sensor      declared with 'uses:', bound at AppModule.swift:45
          4. Inner       requirement 1 of Inner of type Brakes?, Inner.swift:3

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Brakes.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • Accept that it may be missing, in a list of type Requirements: accepting(\.bulb)
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

  /// The list of requests shows that there are two.
  @Test func validationNamesAClassThatAsksTwiceOnce() throws {
    expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Brakes', which the closure of 'Lamp' uses.

        Requested by:
          1. Lamp       declared with 'uses:', bound at AppModule.swift:43
          2. Lamp.bulb  requirement 1 of Lamp, bound at AppModule.swift:43

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Brakes.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • If the closure can do without it, declare the use of an Optional: uses: Golden.Brakes?.self
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Lamp.self, fileID: module, line: 43)
          .to(uses: G.Brakes.self) { _ in G.Lamp() }
      }
      try injector.validate()
    }
  }

  @Test func validationCountsAClassThatAsksTwiceOnce() throws {
    let injector = try injector { binder in
      binder.bind(G.Sensor.self).to(uses: G.Brakes.self) { _ in G.Sensor() }
      binder.bind(G.Lamp.self).to(uses: G.Brakes.self) { _ in G.Lamp() }
    }
    let error = #expect(throws: InjectionError.self) { try injector.validate() }
    #expect(error?.path.count == 3)
    #expect(error?.description.contains(", which 'Sensor' and 1 more require.") == true)
  }

  @Test func bindingWithoutATargetFoundByValidation() throws {
    expect(
      #"""
      [Infusion/missingBinding] 'V8Engine' is bound without a target, and cannot be created on demand.

          bound at AppModule.swift:44

        To fix this, do one of the following:
          • Give it a target: binder.bind(Golden.V8Engine.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
      """#
    ) {
      let injector = try injector { binder in
        _ = binder.bind(G.V8Engine.self, fileID: module, line: 44)
      }
      try injector.validate()
    }
  }

  @Test func bindingWithoutATargetThatHidesAnother() throws {
    expect(
      #"""
      [Infusion/missingBinding] 'any Engine' is bound without a target, and cannot be created on demand.

          hidden:   bound at AppModule.swift:44
          in force: bound at AppModule.swift:45

        Requested by:
          1. eager singleton any Engine  main.swift:9

        To fix this:
          • Write one binding, with the scope after the target: binder.bind((any Golden.Engine).self).to { … }
      """#
    ) {
      _ = try Injector(fileID: file, line: 9) { binder in
        binder.bind((any G.Engine).self, fileID: module, line: 44).to { G.V8Engine() }
        binder.bind((any G.Engine).self, fileID: module, line: 45).asEagerSingleton()
      }
    }
  }

  @Test func nothingProvidedFoundByValidation() throws {
    expect(
      #"""
      [Infusion/nothingProvided] The binding of 'any Engine' provides nothing, but 'Boat' requires a value.

          bound at AppModule.swift:44

        Requested by:
          1. Boat.engine  requirement 1 of Boat, Boat.swift:5

        To fix this, do one of the following:
          • Let the binding return a value: binder.bind((any Golden.Engine).self).to { … }
          • Make the property Optional: var engine: (any Golden.Engine)?
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

      1. [Infusion/eagerNotSingleton] 'Brakes' is eager, but has scope 'graph'.

             bound at AppModule.swift:44

           To fix this:
             • Keep it a singleton: asEagerSingleton() without another scope

      2. [Infusion/weakValue] 'Color' has scope 'weak', which keeps only class instances.

             bound at AppModule.swift:45

           To fix this, do one of the following:
             • Give it another scope: .in(.singleton)
             • Remove the scope
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
          .asEagerSingleton().in(.graph)
        binder.bind(G.Color.self, fileID: module, line: 45).to { G.Color() }.in(.weak)
      }
    }
  }

  @Test func valueToHoldWeakly() throws {
    expect(
      #"""
      [Infusion/weakValue] 'Any' is bound with to(weak:) to a value that is not a class instance.

          bound at AppModule.swift:44

        To fix this:
          • Let the binding keep the value: .to(instance: …)
      """#
    ) {
      _ = try injector { binder in
        binder.bind(Any.self, fileID: module, line: 44).to(weak: 1)
      }
    }
  }

  @Test func requirementsThatAreAddedToALink() throws {
    expect(
      #"""
      [Infusion/notInjected] The binding of 'Car' adds requirements or steps to a link, which only forwards the target's value.

          bound at AppModule.swift:44

        To fix this, do one of the following:
          • Add them to the target: binder.bind(Golden.SportsCar.self).to { … }.injecting(…)
          • Create the object here: binder.bind(Golden.Car.self).to { … }.injecting(…)
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Car.self, fileID: module, line: 44).to(G.SportsCar.self) { $0 }
          .injecting(\.engine)
      }
    }
  }

  @Test func requirementsThatAreAddedToAnInstance() throws {
    expect(
      #"""
      [Infusion/notInjected] The binding of 'Lamp' adds requirements or steps to an instance, which is handed out unchanged.

          bound in LampModule, LampModule.swift:5

        To fix this, do one of the following:
          • Inject it when the injector is created: to(instance: …, injecting: true)
          • Remove injecting(…) and completing(…)
      """#
    ) {
      _ = try Injector([G.LampModule()], fileID: file, line: 9)
    }
  }

  @Test(arguments: [false, true])
  func requirementsThatAreAddedToAnInstanceThatIsNotInjected(_ isOfMainActor: Bool) throws {
    expect(
      #"""
      [Infusion/notInjected] The binding of 'Lamp' adds requirements or steps to an instance, which is handed out unchanged.

          bound at AppModule.swift:44

        To fix this, do one of the following:
          • Inject it when the injector is created: to(instance: …, injecting: true)
          • Remove injecting(…) and completing(…)
      """#
    ) {
      _ = try injector { binder in
        if isOfMainActor {
          binder.onMainActor.bind(G.Lamp.self, fileID: module, line: 44).to(instance: G.Lamp())
            .injecting(\.bulb)
        } else {
          binder.bind(G.Lamp.self, fileID: module, line: 44)
            .to(instance: G.Lamp(), injecting: false).injecting(\.bulb)
        }
      }
    }
  }

  @Test func requirementsThatAreAddedToAnAsIsBinding() throws {
    expect(
      #"""
      [Infusion/notInjected] The binding of 'Lamp' named "reading" adds requirements or steps, but asIs() hands the value out without them.

          contributed at AppModule.swift:44

        To fix this, do one of the following:
          • Remove asIs()
          • Remove injecting(…) and completing(…)
      """#
    ) {
      let injector = try injector()
      try injector.update { binder in
        binder.contribute(G.Lamp.self, named: "reading", fileID: module, line: 44)
          .injecting(\.bulb).to { G.Lamp() }.asIs()
      }
    }
  }

  @Test func requirementsThatAreAddedToAContributedLink() throws {
    expect(
      #"""
      [Infusion/notInjected] The binding of 'Car' adds requirements or steps to a link, which only forwards the target's value.

          contributed at AppModule.swift:44

        To fix this, do one of the following:
          • Add them to the target: binder.bind(Golden.SportsCar.self, named: "red").to { … }.injecting(…)
          • Create the object here: binder.contribute(Golden.Car.self).to { … }.injecting(…)
      """#
    ) {
      _ = try injector { binder in
        binder.contribute(G.Car.self, fileID: module, line: 44)
          .to(G.SportsCar.self, named: "red") { $0 }.injecting(\.engine)
      }
    }
  }

  @Test func requirementsThatAreAddedToNothing() throws {
    expect(
      #"""
      [Infusion/notInjected] The binding of 'Lamp' adds requirements or steps, but provides nothing.

          bound at AppModule.swift:44

        To fix this, do one of the following:
          • Let it provide a value: binder.bind(Golden.Lamp.self).to { … }.injecting(…)
          • Remove injecting(…) and completing(…)
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Lamp.self, fileID: module, line: 44).toNothing().injecting(\.bulb)
      }
    }
  }

  @Test func weakValue() throws {
    expect(
      #"""
      [Infusion/weakValue] 'Color' has scope 'weak', which keeps only class instances.

          bound at AppModule.swift:44

        To fix this, do one of the following:
          • Give it another scope: .in(.singleton)
          • Remove the scope
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Color.self, fileID: module, line: 44).to { G.Color() }.in(.weak)
      }
    }
  }

  @Test func weakValueOnDemand() throws {
    expect(
      #"""
      [Infusion/weakValue] 'Tint' has scope 'weak', which keeps only class instances.

        Requested by:
          1. resolve(Tint.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it with another scope: binder.bind(Golden.Tint.self).in(.singleton)
          • Let 'Tint' declare another scope: static var scope: Scope { .singleton }
      """#
    ) {
      _ = try injector { _ in }.resolve(G.Tint.self, fileID: "App/main.swift", line: 9)
    }
  }

  /// The binding has no scope that could be removed.
  @Test func weakValueOfATypeThatIsBound() throws {
    expect(
      #"""
      [Infusion/weakValue] 'Tint' has scope 'weak', which keeps only class instances.

          bound at AppModule.swift:44

        Requested by:
          1. resolve(Tint.self)  main.swift:9

        To fix this, do one of the following:
          • Give it another scope: .in(.singleton)
          • Let 'Tint' declare another scope: static var scope: Scope { .singleton }
      """#
    ) {
      let injector = try injector { $0.bind(G.Tint.self, fileID: module, line: 44) }
      _ = try injector.resolve(G.Tint.self, fileID: "App/main.swift", line: 9)
    }
  }

  @Test func weakValueByAnOption() throws {
    expect(
      #"""
      [Infusion/weakValue] 'Coin' has scope 'weak', which keeps only class instances.

        Requested by:
          1. resolve(Coin.self)  main.swift:9

        To fix this, do one of the following:
          • Bind it with another scope: binder.bind(Coin.self).in(.singleton)
          • Let the options give another scope: Injector.Options(onDemandScope: .singleton)
      """#
    ) {
      struct Coin: InitializerDeclaring {
        static var initializer: Initializer { Initializer(Coin.init) }
      }
      _ = try injector(.init(onDemandScope: .weak))
        .resolve(Coin.self, fileID: "App/main.swift", line: 9)
    }
  }

  @Test func weakValueByACallOfRescope() throws {
    expect(
      #"""
      [Infusion/weakValue] 'Color' has scope 'weak', which keeps only class instances.

          bound at AppModule.swift:44
          rescoped at main.swift:9

        To fix this, do one of the following:
          • Give it another scope: binder.rescope(Golden.Color.self, to: .singleton)
          • Remove the call of rescope
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Color.self, fileID: module, line: 44).to { G.Color() }
      }
      try injector.update { binder in
        binder.rescope(G.Color.self, to: .weak, fileID: "App/main.swift", line: 9)
      }
    }
  }

  @Test func preparedValueByACallOfRescope() throws {
    expect(
      #"""
      [Infusion/eagerNotSingleton] 'Brakes' is prepared asynchronously, but has scope 'graph'.

          bound at AppModule.swift:44
          rescoped at main.swift:9

        To fix this:
          • Remove the call of rescope
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).toAsync { G.Brakes() }
      }
      try injector.update { binder in
        binder.rescope(G.Brakes.self, to: .graph, fileID: "App/main.swift", line: 9)
      }
    }
  }

  @Test func contributionWithArguments() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] A contribution to '[Brakes]' takes arguments, but a collection passes none.

          expected: (Int)
          contributed at AppModule.swift:44

        To fix this, do one of the following:
          • Contribute without arguments: binder.contribute(Golden.Brakes.self).to { … }
          • Bind it by name, and ask for it with arguments: binder.bind(Golden.Brakes.self, named: …)
      """#
    ) {
      _ = try injector { binder in
        binder.contribute(G.Brakes.self, fileID: module, line: 44)
          .to { (_, size: Int) in G.Brakes() }
      }
    }
  }
}
