import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

extension ErrorTextTests {
  /// Only objects have properties to inject.
  @Test func cycleOfValues() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Int' is needed before it exists.

          Int → String → Int

        Requested by:
          1. resolve(Int.self)     AppModule.swift:46
          2. String                bound at AppModule.swift:45
          3. resolve(String.self)  AppModule.swift:47
          4. Int                   bound at AppModule.swift:44
          5. resolve(Int.self)     main.swift:9

        To fix this:
          • In 'String', take and store a Lazy<Int>, and call get() at its first use; bind 'Int' with .in(.singleton) if it has to be the same object
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(Int.self, fileID: module, line: 44).to {
          try $0.resolve(String.self, fileID: module, line: 47).count
        }
        binder.bind(String.self, fileID: module, line: 45).to {
          "\(try $0.resolve(Int.self, fileID: module, line: 46))"
        }
      }
      _ = try injector.resolve(Int.self, fileID: file, line: 9)
    }
  }

  @Test func cycleOfInitializers() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Cache' is needed before it exists.

          Cache → Store → Cache

        Requested by:
          1. Store                parameter 1 of its initializer, bound at AppModule.swift:45; value bound at AppModule.swift:44
          2. Cache                parameter 1 of its initializer, bound at AppModule.swift:44
          3. resolve(Cache.self)  main.swift:9

        To fix this, do one of the following:
          • In 'Store', take and store a Lazy<Golden.Cache>, and call get() at its first use; bind 'Cache' with .in(.singleton) if it has to be the same object
          • Inject 'Cache' and 'Store' into each other through properties in 'requires', not through initializers or closures
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
          • In 'Store', take and store a Lazy<Golden.Cache>, and call get() at its first use; bind 'Cache' with .in(.singleton) if it has to be the same object
          • Inject 'Cache' and 'Store' into each other through properties in 'requires', not through initializers or closures
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Cache.self, fileID: module, line: 44).toInitializer(G.Cache.init(store:))
        binder.bind(G.Store.self, fileID: module, line: 45).toInitializer(G.Store.init(cache:))
      }
      try injector.validate()
    }
  }

  @Test func closureThatRequestsItsOwnKey() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Radio' is needed before it exists.

          Radio → Radio

        Requested by:
          1. resolve(Radio.self)  AppModule.swift:45
          2. Radio                bound at AppModule.swift:44
          3. resolve(Radio.self)  main.swift:9

        To fix this, do one of the following:
          • Create 'Radio' in its binding, and do not request it there
          • To wrap another 'Radio', bind that one under another name, and ask for it by that name; a child can ask its parent
          • Inject 'Radio' into itself through a property in 'requires', not through initializers or closures
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Radio.self, fileID: module, line: 44).to {
          try $0.resolve(G.Radio.self, fileID: module, line: 45)
        }
      }
      _ = try injector.resolve(G.Radio.self, fileID: file, line: 9)
    }
  }

  /// A class that wraps a value of the protocol for which it stands.
  @Test func wrapperThatAsksForItsOwnKey() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'any Bird' is needed before it exists.

          any Bird → Parrot → any Bird

        Requested by:
          1. Parrot                    parameter 1 of its initializer, bound at AppModule.swift:45; value bound at AppModule.swift:44
          2. any Bird                  linked to another type, bound at AppModule.swift:44
          3. resolve((any Bird).self)  main.swift:9

        To fix this, do one of the following:
          • To wrap another 'any Bird', bind that one under another name, and ask for it by that name; a child can ask its parent
          • Inject 'Parrot' into itself through a property in 'requires', not through initializers or closures
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Bird).self, fileID: module, line: 44).to(Parrot.self) { $0 }
        binder.bind(Parrot.self, fileID: module, line: 45).toInitializer(Parrot.init(repeating:))
      }
      _ = try injector.resolve((any G.Bird).self, fileID: file, line: 9)
    }
  }

  private final class Parrot: G.Bird {
    init(repeating other: any G.Bird) {}
  }

  /// A link passes on the value of another key: there is nothing to change in it.
  @Test func cycleThroughALink() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Nest' is needed before it exists.

          Nest → any Bird → Hen → Nest

        Requested by:
          1. Hen                 parameter 1 of its initializer, bound at AppModule.swift:46; value bound at AppModule.swift:44
          2. any Bird            linked to another type, bound at AppModule.swift:45
          3. Nest                parameter 1 of its initializer, bound at AppModule.swift:44
          4. resolve(Nest.self)  main.swift:9

        To fix this, do one of the following:
          • In 'Hen', take and store a Lazy<Golden.Nest>, and call get() at its first use; bind 'Nest' with .in(.singleton) if it has to be the same object
          • Inject 'Nest' and 'Hen' into each other through properties in 'requires', not through initializers or closures
      """#
    ) { _ = try nested().resolve(G.Nest.self, fileID: file, line: 9) }
    expect(
      #"""
      [Infusion/cyclicDependency] 'Hen' is needed before it exists.

          Hen → Nest → any Bird → Hen

        Requested by:
          1. any Bird           linked to another type, bound at AppModule.swift:45; value bound at AppModule.swift:46
          2. Nest               parameter 1 of its initializer, bound at AppModule.swift:44
          3. Hen                parameter 1 of its initializer, bound at AppModule.swift:46
          4. resolve(Hen.self)  main.swift:9

        To fix this, do one of the following:
          • In 'Nest', take and store a Lazy<any Golden.Bird>, and call get() at its first use; bind 'Hen' with .in(.singleton) if it has to be the same object
          • Inject 'Hen' and 'Nest' into each other through properties in 'requires', not through initializers or closures
      """#
    ) { _ = try nested().resolve(G.Hen.self, fileID: file, line: 9) }
  }

  private func nested() throws -> Injector {
    try injector { binder in
      binder.bind(G.Nest.self, fileID: module, line: 44).toInitializer(G.Nest.init(bird:))
      binder.bind((any G.Bird).self, fileID: module, line: 45).to(G.Hen.self) { $0 }
      binder.bind(G.Hen.self, fileID: module, line: 46).toInitializer(G.Hen.init(nest:))
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
          • In 'Brakes', take and store a Lazy<Golden.Brakes> named "n0", and call get() at its first use; bind 'Brakes' named "n0" with .in(.singleton) if it has to be the same object
          • Inject them into one another through properties in 'requires', not through initializers or closures
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

  @Test(arguments: [(-1, 2), (0, 2), (1, 2), (2, 4)])
  func theAdvisedLimitIsHigher(_ limit: Int, _ advised: Int) throws {
    let injector = try injector(.init(maximumNesting: limit)) { binder in
      binder.bind(G.Brakes.self).to { (injector, number: Int) in
        try injector.resolve(G.Brakes.self, arguments: number + 1)
      }
    }
    let text = error { _ = try injector.resolve(G.Brakes.self, arguments: 0) }?.description
    #expect(text?.contains("(maximumNesting: \(advised))") == true)
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
          • End the recursion in the closures, initializers or awakeFromInjection()
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

  @Test func modulesInstalledWithoutEnd() throws {
    struct Ring: Module {
      let objects: [Any]
      func configure(_ binder: Binder) {
        binder.install(Ring(objects: objects), fileID: module, line: 44)
      }
    }
    expect(
      #"""
      [Infusion/cyclicDependency] install(Ring) is nested in 200 other calls of install.

        Requested by:
            1. install(Ring)         AppModule.swift:44
            2. install(Ring)         AppModule.swift:44
            3. install(Ring)         AppModule.swift:44
            4. install(Ring)         AppModule.swift:44
            5. install(Ring)         AppModule.swift:44
            6. install(Ring)         AppModule.swift:44
            7. install(Ring)         AppModule.swift:44
            8. install(Ring)         AppModule.swift:44
            9. install(Ring)         AppModule.swift:44
           10. install(Ring)         AppModule.swift:44
          … 189 more steps …
          200. install(Ring)         AppModule.swift:44
          201. install(Ring)         main.swift:9
          202. creating an injector  main.swift:1

        To fix this, do one of the following:
          • End the recursion: let one module install the others
          • Conform 'Ring' to Hashable: a module that equals an installed one is not configured again
      """#
    ) {
      // A small stack has no room for as many.
      _ = try onStack(of: 4 << 20) {
        try injector { $0.install(Ring(objects: []), fileID: file, line: 9) }
      }
    }
  }

  @Test func cycleOfPropertiesWhereCyclesAreForbidden() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Planet' refers back to itself, and the options forbid cycles.

          Planet → Moon → Planet

        Requested by:
          1. Moon.planet           bound at AppModule.swift:45
          2. Planet.moon           bound at AppModule.swift:44
          3. resolve(Planet.self)  main.swift:9

        To fix this, do one of the following:
          • In 'Moon', take and store a Lazy<Golden.Planet>, and call get() at its first use; bind 'Planet' with .in(.singleton) if it has to be the same object
          • Allow cycles between properties: Injector.Options(forbidsCycles: false)
      """#
    ) {
      let injector = try injector(.init(forbidsCycles: true)) { binder in
        binder.bind(G.Moon.self, fileID: module, line: 44).to { G.Moon() }
        binder.bind(G.Planet.self, fileID: module, line: 45).to { G.Planet() }
      }
      _ = try injector.resolve(G.Planet.self, fileID: file, line: 9)
    }
  }

  /// A collection has no binding whose scope could be changed.
  @Test func cycleThroughACollection() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] '[Track]' is needed before it exists.

          [Track] → Track → [Track]

        Requested by:
          1. Track                  parameter 1 of its initializer, contributed at AppModule.swift:44
          2. [Track]                collects what is contributed
          3. resolve([Track].self)  main.swift:9

        To fix this:
          • In 'Track', take and store a Lazy<[ErrorTextTests.Track]>, and call get() at its first use
      """#
    ) {
      let injector = try injector { binder in
        binder.contribute(Track.self, fileID: module, line: 44).toInitializer(Track.init(others:))
      }
      _ = try injector.resolve([Track].self, fileID: file, line: 9)
    }
  }

  private final class Track {
    init(others: [Track]) {}
  }

  /// Its key may be a protocol, which has no property to change.
  @Test func cycleThroughAPropertyOfAnElement() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] '[any Bird]' is needed before it exists.

          [any Bird] → any Bird → [any Bird]

        Requested by:
          1. Starling.flock            requirement 1 of Starling
          2. [any Bird]                collects what is contributed; value contributed at AppModule.swift:44
          3. resolve([any Bird].self)  main.swift:9

        To fix this:
          • In 'Starling', take and store a Lazy<[any Golden.Bird]>, and call get() at its first use
      """#
    ) {
      let injector = try injector { binder in
        binder.contribute((any G.Bird).self, fileID: module, line: 44).to { Starling() }
      }
      _ = try injector.resolve([any G.Bird].self, fileID: file, line: 9)
    }
  }

  private final class Starling: G.Bird, Injectable {
    var flock: [any G.Bird] = []
    static var requires: [PartialKeyPath<Starling>] { [\.flock] }
  }

  /// Nothing sets the properties of an actor.
  @Test func cycleOfActors() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Office' is needed before it exists.

          Office → Clerk → Office

        Requested by:
          1. Clerk                 parameter 1 of its initializer, bound at AppModule.swift:45; value bound at AppModule.swift:44
          2. Office                parameter 1 of its initializer, bound at AppModule.swift:44
          3. resolve(Office.self)  main.swift:9

        To fix this:
          • In 'Clerk', take and store a Lazy<ErrorTextTests.Office>, and call get() at its first use; bind 'Office' with .in(.singleton) if it has to be the same object
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(Office.self, fileID: module, line: 44).toInitializer(Office.init(clerk:))
        binder.bind(Clerk.self, fileID: module, line: 45).toInitializer(Clerk.init(office:))
      }
      _ = try injector.resolve(Office.self, fileID: file, line: 9)
    }
  }

  private actor Office {
    init(clerk: Clerk) {}
  }
  private final class Clerk: Sendable {
    init(office: Office) {}
  }

  @Test func cycleOfPropertiesFoundByValidationWhereCyclesAreForbidden() throws {
    expect(
      #"""
      [Infusion/cyclicDependency] 'Moon' refers back to itself, and the options forbid cycles.

          Moon → Planet → Moon

        Requested by:
          1. Planet.moon  requirement 1 of Planet, bound at AppModule.swift:45
          2. Moon.planet  requirement 1 of Moon, bound at AppModule.swift:44

        To fix this, do one of the following:
          • In 'Planet', take and store a Lazy<Golden.Moon>, and call get() at its first use; bind 'Moon' with .in(.singleton) if it has to be the same object
          • Allow cycles between properties: Injector.Options(forbidsCycles: false)
      """#
    ) {
      let injector = try injector(.init(forbidsCycles: true)) { binder in
        binder.bind(G.Moon.self, fileID: module, line: 44).to { G.Moon() }
        binder.bind(G.Planet.self, fileID: module, line: 45).to { G.Planet() }
      }
      try injector.validate()
    }
  }

  /// A cycle that can never close has its own text, because allowing cycles would not help; nor would
  /// properties help.
  @Test func cycleOfInitializersWhereCyclesAreForbidden() throws {
    let configure: (Binder) -> Void = { binder in
      binder.bind(G.Cache.self, fileID: module, line: 44).toInitializer(G.Cache.init(store:))
      binder.bind(G.Store.self, fileID: module, line: 45).toInitializer(G.Store.init(cache:))
    }
    let (allowing, forbidding) = (
      try injector(.init(), configure), try injector(.init(forbidsCycles: true), configure)
    )
    let asked = { (injector: Injector) in
      error { _ = try injector.resolve(G.Cache.self, fileID: file, line: 9) }?.description
    }
    func withoutProperties(_ text: String?) -> String? {
      text.map { text in
        text.split(separator: "\n", omittingEmptySubsequences: false)
          .filter { !$0.contains("through properties") }.joined(separator: "\n")
          .replacing("To fix this, do one of the following:", with: "To fix this:")
      }
    }
    #expect(asked(allowing)?.contains("through properties") == true)
    #expect(asked(forbidding) == withoutProperties(asked(allowing)))
    let found = { (injector: Injector) in error { try injector.validate() }?.description }
    #expect(found(forbidding) == withoutProperties(found(allowing)))
  }
}
