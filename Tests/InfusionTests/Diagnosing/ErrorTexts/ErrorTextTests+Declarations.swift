import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

extension ErrorTextTests {
  // MARK: - notWritable, wrongRoot

  @Test func aConstantIsNotWritable() throws {
    expect(
      #"""
      [Infusion/notWritable] 'Plate.serial' of type 'Int' is listed as requirement 1, but cannot be set.

        Requested by:
          1. injectDependencies(into: Plate)  main.swift:9

        To fix this, do one of the following:
          • Make it a variable, nil until the injection: var serial: Int?
          • If its setter is private, list it inside 'Plate'
          • Remove it from the list of 'Plate'
      """#
    ) { try injector().injectDependencies(into: G.Plate(), fileID: file, line: 9) }
  }

  @Test func constantsAreNotWritable() throws {
    expect(
      #"""
      [Infusion/several] 2 errors were found.

        Requested by:
          1. injectDependencies(into: Base)  main.swift:9

      1. [Infusion/notWritable] 'Base.serial' of type 'Int' is listed as requirement 1, but cannot be set.

           To fix this, do one of the following:
             • Make it a variable, nil until the injection: var serial: Int?
             • If its setter is private, list it inside 'Base'
             • Remove it from the list of 'Base'

      2. [Infusion/notWritable] A property of 'Base' of type 'Radio?' is listed as requirement 2, but cannot be set.

           To fix this, do one of the following:
             • Make it a variable, nil until the injection: var …: Golden.Radio?
             • If its setter is private, list it inside 'Base'
             • Remove it from the list of 'Base'
      """#
    ) {
      try injector().injectDependencies(into: G.Base(), fileID: file, line: 9)
    }
  }

  /// It is not the variable of the same type.
  @Test func aComputedPropertyIsNotWritable() throws {
    expect(
      #"""
      [Infusion/notWritable] A property of 'Moped' of type 'Radio?' is listed as requirement 1, but cannot be set.

        Requested by:
          1. injectDependencies(into: Moped)  main.swift:9

        To fix this, do one of the following:
          • Make it a variable, nil until the injection: var …: Golden.Radio?
          • If its setter is private, list it inside 'Moped'
          • Remove it from the list of 'Moped'
      """#
    ) { try injector().injectDependencies(into: Moped(), fileID: file, line: 9) }
  }

  private final class Moped: Injectable {
    var horn: G.Radio?
    var radio: G.Radio? { horn }
    static var requires: [PartialKeyPath<Moped>] { [\.radio] }
  }

  @Test func aPropertyOfAnotherObject() throws {
    expect(
      #"""
      [Infusion/notWritable] Requirement 1 of 'Fleet' is not one of its own properties: the key path leads to another object or into an Optional.

        Requested by:
          1. injectDependencies(into: Fleet)  main.swift:9

        To fix this, do one of the following:
          • List the property itself, and do not unwrap it
          • List the property in the class of the other object, and inject that object, too
          • Remove it from the list of 'Fleet'
      """#
    ) { try injector().injectDependencies(into: Fleet(), fileID: file, line: 9) }
  }

  @Test func aPropertyWithinAnOptionalOneThatCannotBeSet() throws {
    expect(
      #"""
      [Infusion/notWritable] 'Raft.home?.berths?' of type 'Int?' is listed as requirement 1, but cannot be set.

        Requested by:
          1. injectDependencies(into: Raft)  main.swift:9

        To fix this, do one of the following:
          • List the property itself, and do not unwrap it
          • List the property in the class of the other object, and inject that object, too
          • Remove it from the list of 'Raft'
      """#
    ) { try injector().injectDependencies(into: Raft(), fileID: file, line: 9) }
  }

  #if DEBUG
    // An optimized setter makes no key path.
    @Test func aModuleAddsAPropertyOfAnotherObject() throws {
      expect(
        #"""
        [Infusion/notWritable] Requirement 1 of 'Harbor' is not one of its own properties: the key path leads to another object or into an Optional.

          Requested by:
            1. injectDependencies(into: Harbor)  main.swift:9

          To fix this, do one of the following:
            • List the property itself, and do not unwrap it
            • List the property in the class of the other object, and inject that object, too
            • Remove it from the call of injecting
        """#
      ) {
        let injector = try injector { binder in
          binder.extend(Harbor.self).injecting(\.first.radio)
        }
        try injector.injectDependencies(into: Harbor(), fileID: file, line: 9)
      }
    }

    private final class Harbor {
      var first: Fleet!
    }
  #endif

  private final class Fleet: Injectable {
    var first: Fleet!
    var radio: G.Radio?
    static var requires: [PartialKeyPath<Fleet>] { [\.first.radio] }
  }

  private final class Raft: Injectable {
    struct Harbor { var berths = 0 }
    var home: Harbor?
    static var requires: [PartialKeyPath<Raft>] { [\.home?.berths] }
  }

  @Test func keyPathOfAnotherClassHasTheWrongRoot() throws {
    expect(
      #"""
      [Infusion/wrongRoot] 'Bus' lists 'Lamp.bulb' as requirement 2, but is neither 'Lamp' nor a subclass of it.

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

  private final class Lantern: Injectable {
    var bulb: G.Brakes!
    static var requires: [AnyKeyPath] { [\G.Lamp.bulb] }
  }

  @Test func keyPathOfAnotherClassMayBeMeantForTheOwnProperty() throws {
    expect(
      #"""
      [Infusion/wrongRoot] 'Lantern' lists 'Lamp.bulb' as requirement 1, but is neither 'Lamp' nor a subclass of it.

        Requested by:
          1. injectDependencies(into: Lantern)  main.swift:9

        To fix this, do one of the following:
          • List the property of 'Lantern' instead: \Lantern.bulb
          • List it in 'Lamp' or a subclass
          • Remove it from the list of 'Lantern'
      """#
    ) { try injector().injectDependencies(into: Lantern(), fileID: file, line: 9) }
  }

  @Test func keyPathOfAValueHasTheWrongRoot() throws {
    expect(
      #"""
      [Infusion/wrongRoot] 'Ferry' lists 'Deck.lamp' as requirement 1, but 'Deck' is not a class.

        Requested by:
          1. injectDependencies(into: Ferry)  main.swift:9

        To fix this, do one of the following:
          • Begin the key path at 'Ferry'
          • Remove it from the list of 'Ferry'
      """#
    ) { try injector().injectDependencies(into: Ferry(), fileID: file, line: 9) }
  }

  private struct Deck {
    var lamp: G.Lamp?
  }
  private final class Ferry: Injectable {
    var deck = Deck()
    static var requires: [AnyKeyPath] { [\Deck.lamp] }
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
          • Pass 2 arguments of the expected types, in that order: resolve(Golden.Brakes.self, arguments: …)
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

  @Test func argumentsThatLookAsIfTheyWereConverted() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The arguments do not fit the parameters of 'Brakes'.

          expected: (Double?, (Int) -> Void)
          given:    (Int, @MainActor @Sendable (Int) -> Void)

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. resolve(Brakes.self)  main.swift:9

        To fix this, do one of the following:
          • Pass 2 arguments of the expected types, in that order: resolve(Golden.Brakes.self, arguments: …)
          • Convert argument 1 yourself, because arguments are only cast: Double(…)
          • Convert argument 2 yourself, because arguments are only cast: … as ((Int) -> Void)
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44)
          .to { (_, size: Double?, report: @escaping (Int) -> Void) in G.Brakes() }
      }
      let report: @MainActor @Sendable (Int) -> Void = { _ in }
      _ = try injector.resolve(G.Brakes.self, arguments: 5, report, fileID: file, line: 9)
    }
  }

  @Test func argumentsForACollection() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The arguments do not fit the parameters of '[Brakes]'.

          expected: ()
          given:    (Int)

        Requested by:
          1. [Brakes]                collects what is contributed
          2. resolve([Brakes].self)  main.swift:9

        To fix this, do one of the following:
          • Call it without arguments
          • Bind it to a closure that takes these arguments: binder.bind([Golden.Brakes].self).to { (_, argument: Int) in … }
      """#
    ) { _ = try Injector().resolve([G.Brakes].self, arguments: 1, fileID: file, line: 9) }
  }

  @Test func argumentWithoutAParameter() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The arguments do not fit the parameters of 'Brakes'.

          expected: ()
          given:    (String)

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. resolve(Brakes.self)  main.swift:9

        To fix this, do one of the following:
          • Call it without arguments
          • Bind it to a closure that takes these arguments: binder.bind(Golden.Brakes.self).to { (_, argument: String) in … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
      }
      _ = try injector.resolve(G.Brakes.self, arguments: "secret", fileID: file, line: 9)
    }
  }

  @Test func functionWithoutAParameter() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The arguments do not fit the parameters of 'Brakes'.

          expected: ()
          given:    ((Int) -> Void, String?)

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. resolve(Brakes.self)  main.swift:9

        To fix this, do one of the following:
          • Call it without arguments
          • Bind it to a closure that takes these arguments: binder.bind(Golden.Brakes.self).to { (_, argument1: @escaping (Int) -> Void, argument2: String?) in … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
      }
      let report: (Int) -> Void = { _ in }
      _ = try injector.resolve(
        G.Brakes.self, arguments: report, String?.none, fileID: file, line: 9)
    }
  }

  @Test func propertyThatCannotPassArguments() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] 'Brakes' is created with arguments, but 'Lamp' asks for it without any.

          expected: (Int)

        Requested by:
          1. Brakes                          bound at AppModule.swift:44
          2. Lamp.bulb                       requirement 1 of Lamp
          3. injectDependencies(into: Lamp)  main.swift:9

        To fix this, do one of the following:
          • Ask for it where you have the arguments, with an ObjectFactory: factory.resolve(Golden.Brakes.self, arguments: …)
          • Bind it without arguments: binder.bind(Golden.Brakes.self).to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { (_, size: Int) in G.Brakes() }
      }
      try injector.injectDependencies(into: G.Lamp(), fileID: file, line: 9)
    }
  }

  @Test func propertyThatCannotPassArgumentsToANamedBinding() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] 'Brakes' named "disc" is created with arguments, but 'Lamp' asks for it without any.

          expected: (Int)

        Requested by:
          1. Brakes named "disc"             bound at AppModule.swift:44
          2. Brakes                          linked to another key, bound at AppModule.swift:45
          3. Lamp.bulb                       requirement 1 of Lamp
          4. injectDependencies(into: Lamp)  main.swift:9

        To fix this, do one of the following:
          • Ask for it where you have the arguments, with an ObjectFactory: factory.resolve(Golden.Brakes.self, arguments: …)
          • Bind it without arguments: binder.bind(Golden.Brakes.self, named: "disc").to { … }
      """#
    ) {
      try linkToBrakesWithArguments()
        .injectDependencies(into: G.Lamp(), fileID: file, line: 9)
    }
  }

  @Test func callThatPassesALinkNoArguments() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The arguments do not fit the parameters of 'Brakes' named "disc".

          expected: (Int)
          given:    ()

        Requested by:
          1. Brakes named "disc"   bound at AppModule.swift:44
          2. Brakes                linked to another key, bound at AppModule.swift:45
          3. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Pass 1 argument of the expected type: resolve(Golden.Brakes.self, arguments: …)
      """#
    ) { _ = try linkToBrakesWithArguments().resolve(G.Brakes.self, fileID: file, line: 9) }
  }

  @Test func handleThatPassesNoArguments() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] 'Brakes' is created with arguments, but a Lazy or a Provider asks for it without any.

          expected: (Int)

        Requested by:
          1. Brakes             bound at AppModule.swift:44
          2. get() in Workshop  main.swift:9

        To fix this, do one of the following:
          • Ask for it where you have the arguments, with an ObjectFactory: factory.resolve(Golden.Brakes.self, arguments: …)
          • Bind it without arguments: binder.bind(Golden.Brakes.self).to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { (_, size: Int) in G.Brakes() }
      }
      let workshop = G.Workshop()
      try injector.injectDependencies(into: workshop)
      _ = try workshop.brakes.get(fileID: file, line: 9)
    }
  }

  @Test func readMarkerThatPassesNoArguments() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] 'Radio' named "main" is created with arguments, but 'Cockpit' asks for it without any.

          expected: (Int)

        Requested by:
          1. Radio named "main"  bound at AppModule.swift:44
          2. Cockpit.radio       Cockpit.swift:6

        To fix this, do one of the following:
          • Ask for it where you have the arguments, with an ObjectFactory: factory.resolve(Golden.Radio.self, named: "main", arguments: …)
          • Bind it without arguments: binder.bind(Golden.Radio.self, named: "main").to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Radio.self, named: "main", fileID: module, line: 44)
          .to { (_, size: Int) in G.Radio() }
      }
      // The name of the property is known once an object of the class has been met.
      #expect(throws: InjectionError.self) { try injector.injectDependencies(into: G.Cockpit()) }
      _ = try Injector.withCurrent(injector) { try G.Cockpit().$radio.resolve() }
    }
  }

  @Test func eagerSingletonThatReceivesNoArguments() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] 'Brakes' is created with arguments, but an eager singleton is created without any.

          expected: (Int)

        Requested by:
          1. Brakes                  bound at AppModule.swift:44
          2. eager singleton Brakes  main.swift:1

        To fix this, do one of the following:
          • Write .in(.singleton) in place of asEagerSingleton(), and ask for it where you have the arguments: resolve(Golden.Brakes.self, arguments: …)
          • Bind it without arguments: binder.bind(Golden.Brakes.self).to { … }
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { (_, size: Int) in G.Brakes() }
          .asEagerSingleton()
      }
    }
  }

  /// The binding at the end of a contributed link takes arguments.
  @Test func collectionThatPassesNoArguments() throws {
    let injector = try injector { binder in
      binder.bind(G.V8Engine.self, fileID: module, line: 44)
        .to { (_, size: Int) in G.V8Engine() }
      binder.contribute((any G.Engine).self, fileID: module, line: 45)
        .to(G.V8Engine.self) { $0 }
    }
    expect(
      #"""
      [Infusion/argumentMismatch] 'V8Engine' is created with arguments, but the collection '[any Engine]' asks for it without any.

          expected: (Int)

        Requested by:
          1. V8Engine                    bound at AppModule.swift:44
          2. any Engine                  linked to another type, contributed at AppModule.swift:45
          3. [any Engine]                collects what is contributed
          4. resolve([any Engine].self)  main.swift:9

        To fix this, do one of the following:
          • Contribute a value that is created without arguments: binder.contribute((any Golden.Engine).self).to { … }
          • Bind it without arguments: binder.bind(Golden.V8Engine.self).to { … }
      """#
    ) { _ = try injector.resolve([any G.Engine].self, fileID: file, line: 9) }
    expect(
      #"""
      [Infusion/argumentMismatch] A contribution to '[any Engine]' takes arguments, but a collection passes none.

          expected: (Int)
          contributed at AppModule.swift:45

        Requested by:
          1. any Engine  linked to another type, contributed at AppModule.swift:45

        To fix this, do one of the following:
          • Contribute without arguments: binder.contribute((any Golden.Engine).self).to { … }
          • Bind it by name, and ask for it with arguments: binder.bind((any Golden.Engine).self, named: …)
      """#
    ) { try injector.validate() }
  }

  private func linkToBrakesWithArguments() throws -> Injector {
    try injector { binder in
      binder.bind(G.Brakes.self, named: "disc", fileID: module, line: 44)
        .to { (_, size: Int) in G.Brakes() }
      binder.bind(G.Brakes.self, fileID: module, line: 45).to(G.Brakes.self, named: "disc") { $0 }
    }
  }

  @Test func initializerWithTooFewParametersListed() throws {
    expect(
      #"""
      [Infusion/argumentMismatch] The initializer of 'Miscounting' has 2 parameters, but 1 is listed.

        Requested by:
          1. Miscounting                created on demand
          2. resolve(Miscounting.self)  main.swift:9

        To fix this, do one of the following:
          • List .resolved, .named(_), .default(_) or .argument for each parameter
          • List no parameters if all of them are resolved
      """#
    ) { _ = try injector().resolve(G.Miscounting.self, fileID: file, line: 9) }
  }

  // MARK: - typeMismatch

  @Test func defaultOfAnotherType() throws {
    expect(
      #"""
      [Infusion/typeMismatch] The default of parameter 2 of 'Person' has type 'String', but the parameter has type 'Int'.

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
      [Infusion/typeMismatch] 'Employee' inherits an initializer that creates 'Person'.

        Requested by:
          1. resolve(Employee.self)  main.swift:9

        To fix this, do one of the following:
          • Override it and list all parameters; 'Person' has to declare it with class var, too: override class var initializer: Initializer { Initializer(Employee.init(…), …) }
          • Bind it in a module: binder.bind(Golden.Employee.self).to { … }
      """#
    ) { _ = try injector().resolve(G.Employee.self, fileID: file, line: 9) }
  }

  @Test(arguments: ["bind", "contribute"])
  func inheritedInitializerOfABindingWithoutATarget(_ verb: String) throws {
    let injector = try injector { binder in
      if verb == "bind" {
        _ = binder.bind(G.Employee.self)
      } else {
        _ = binder.contribute(G.Employee.self)
      }
    }
    let text = error { try injector.validate() }?.description
    #expect(
      text?.contains("Give it a target: binder.\(verb)(Golden.Employee.self).to { … }") == true)
  }

  private class Crate<Item>: InitializerDeclaring {
    init() {}
    class var initializer: Initializer { Initializer(Crate<Item>.init) }
  }
  private final class Box<Item>: Crate<Item> {}

  @Test func inheritedInitializerOfAGenericClass() throws {
    expect(
      #"""
      [Infusion/typeMismatch] 'Box<Int>' inherits an initializer that creates 'Crate<Int>'.

        Requested by:
          1. resolve(Box<Int>.self)  main.swift:9

        To fix this, do one of the following:
          • Override it and list all parameters; 'Crate<Int>' has to declare it with class var, too: override class var initializer: Initializer { Initializer(Box.init(…), …) }
          • Bind it in a module: binder.bind(ErrorTextTests.Box<Int>.self).to { … }
      """#
    ) { _ = try injector().resolve(Box<Int>.self, fileID: file, line: 9) }
  }

  @Test func initializerThatMayFail() throws {
    struct Ticket: InitializerDeclaring {
      init?(number: Int) { nil }
      static var initializer: Initializer { Initializer(Ticket.init(number:)) }
    }
    expect(
      #"""
      [Infusion/typeMismatch] The initializer that 'Ticket' declares creates 'Ticket?'.

        Requested by:
          1. resolve(Ticket.self)  main.swift:9

        To fix this, do one of the following:
          • Declare a function that returns 'Ticket'
          • Bind it in a module: binder.bind(Ticket.self).to { … }
      """#
    ) { _ = try injector().resolve(Ticket.self, fileID: file, line: 9) }
  }

  @Test func storeThatReturnsSomethingElse() throws {
    expect(
      #"""
      [Infusion/typeMismatch] The scope's store returned a value of the wrong type for 'Brakes': 'String'.

        Requested by:
          1. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Return the value that was published for the key, or nil
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
      [Infusion/typeMismatch] A value of type 'Color' is not a class instance, so nothing can be injected into it.

        Requested by:
          1. injectDependencies(intoEach: [Color])  object at index 0, main.swift:9

        To fix this:
          • Pass instances of classes only
      """#
    ) {
      try injector().injectDependencies(intoEach: [G.Color()], fileID: file, line: 9)
    }
  }

  @Test func optionalsInASequenceOfObjects() throws {
    expect(
      #"""
      [Infusion/typeMismatch] A value of type 'Brakes?' is not a class instance, so nothing can be injected into it.

        Requested by:
          1. injectDependencies(intoEach: [Brakes?])  object at index 0, main.swift:9

        To fix this:
          • Pass the objects without nil: compactMap { $0 }
      """#
    ) {
      try injector().injectDependencies(intoEach: [G.Brakes?.none], fileID: file, line: 9)
    }
  }
}
