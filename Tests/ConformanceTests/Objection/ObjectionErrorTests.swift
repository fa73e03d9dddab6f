import Infusion
import Testing

extension Objection {
  final class Sounder: Injectable, DefaultInitializable {
    var motor: Motor!
    var depth = 3
    static var requires: [PartialKeyPath<Sounder>] { [\.motor, \.depth] }
  }
  final class NamedSounder: NamedInjectable, DefaultInitializable {
    var depth = 3
    static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<NamedSounder>> {
      ["keel": \.depth]
    }
  }

  // The compiler rejects OBJ-33, OBJ-35 and OBJ-37 (properties and scopes that do not exist): see
  // Tests/Diagnostics/MustNotCompile.
  @Suite("Objection: errors") struct ErrorTests {
    // Here a number is a value like any other. What remains of the error is that no binding says
    // which number.
    @Test("OBJ-32: a number that nothing provides is an error that names the property")
    func scalar() throws {
      let sounder = Sounder()
      let error = try #require(throws: InjectionError.self) {
        try Injector().injectDependencies(into: sounder)
      }
      #expect(error.code == .missingBinding)
      #expect(error.key == Key(Int.self))
      #expect(error.property?.owner == Sounder.self)
      #expect(error.property?.name == "depth")
      #expect(error.description.contains("Nothing provides 'Int', which 'Sounder' requires."))
      #expect(sounder.motor == nil)
      #expect(sounder.depth == 3)
      try Injector { $0.bind(Int.self).to { 12 } }.injectDependencies(into: sounder)
      #expect(sounder.depth == 12)
    }

    @Test("OBJ-34: an unbound protocol is an error that names protocol, class and property")
    func unboundProtocol() throws {
      let injector = try Injector()
      for attempt in [
        { _ = try injector.resolve(Sailboat.self) },
        { try injector.injectDependencies(into: Sailboat()) },
      ] {
        let error = try #require(throws: InjectionError.self) { try attempt() }
        #expect(error.code == .missingBinding)
        #expect(error.key == Key((any Rig).self))
        #expect(error.property?.owner == Sailboat.self)
        #expect(error.property?.name == "rig")
        #expect(
          error.description.contains("Nothing provides 'any Rig', which 'Sailboat' requires."))
      }
    }

    @Test("OBJ-36: a named number that nothing provides is an error that names property and name")
    func namedScalar() throws {
      let sounder = NamedSounder()
      let injector = try Injector { $0.bind(Int.self).to { 12 } }
      let error = try #require(throws: InjectionError.self) {
        try injector.injectDependencies(into: sounder)
      }
      #expect(error.code == .missingBinding)
      #expect(error.key == Key(Int.self, named: "keel"))
      #expect(error.property?.owner == NamedSounder.self)
      #expect(error.property?.name == "depth")
      #expect(error.description.contains("NamedSounder.depth"))
      #expect(sounder.depth == 3)
      try injector.update { $0.bind(Int.self, named: "keel").to { 40 } }
      try injector.injectDependencies(into: sounder)
      #expect(sounder.depth == 40)
    }
  }
}
