import Infusion
import Testing

extension Objection {
  final class Buoy: Injectable, AwakesFromInjection {
    let label: String?
    var lantern: Lantern!
    private(set) var awakeCount = 0
    init(label: String?) { self.label = label }
    static var requires: [PartialKeyPath<Buoy>] { [\.lantern] }
    func awakeFromInjection() { awakeCount += 1 }
  }

  // OBJ-28, an initializer that does not exist, is rejected by the compiler: see
  // Tests/Diagnostics/MustNotCompile.
  @Suite("Objection: initializers") struct InitializerTests {
    @Test("OBJ-25: without arguments the defaults are used, and properties are injected")
    func defaults() throws {
      let chart = try Injector().resolve(Chart.self)
      #expect(chart.sheet == "North Sea")
      #expect(chart.edition == nil)
      #expect(chart.compass != nil)
    }

    @Test("OBJ-26: arguments replace the defaults in order, and properties are injected")
    func argumentsInsteadOfDefaults() throws {
      let chart = try Injector().resolve(Chart.self, arguments: "Baltic", "second")
      #expect(chart.sheet == "Baltic")
      #expect(chart.edition == "second")
      #expect(chart.compass != nil)
    }

    @Test("OBJ-27: an initializer without defaults takes all arguments, including numbers")
    func argumentsOnly() throws {
      let racer = try Injector().resolve(Racer.self, arguments: "Comet", 400, 2026)
      #expect(racer.model == "Comet")
      #expect(racer.horsepower == 400)
      #expect(racer.year == 2026)
      #expect(racer.motor != nil)
    }

    @Test("OBJ-29: the call chooses the initializer, and the object is injected")
    func adHocInitializer() throws {
      let lantern = Lantern()
      let injector = try Injector { $0.bind(Lantern.self).to(instance: lantern) }
      let labeled = try injector.create { Buoy(label: "green 7") }
      #expect(labeled.label == "green 7")
      #expect(labeled.lantern === lantern)
      #expect(labeled.awakeCount == 1)
      let blank = try injector.create { Buoy(label: nil) }
      #expect(blank.label == nil)
      #expect(blank.lantern === lantern)
    }

    @Test("OBJ-30: a static function can serve as the initializer, and takes arguments")
    func staticFunction() throws {
      let injector = try Injector()
      let barge = try injector.resolve(Barge.self, arguments: "Northern Yard")
      #expect(barge.builder == "Northern Yard")
      #expect(barge.motor != nil)
      #expect(try injector.resolve(Barge.self).builder == "unknown")
    }

    @Test("OBJ-31: the plain initializer can be declared, beside others")
    func plainInitializer() throws {
      let skiff = try Injector().resolve(Skiff.self)
      #expect(skiff.origin == "plain")
      #expect(skiff.motor != nil)
    }
  }
}
