import Infusion
import Testing

extension Defects {
  @Suite("Defect05: Objection dropped a superclass's property when the subclass used its name")
  struct Defect05 {
    final class Light: DefaultInitializable {}
    class Car: NamedInjectable {
      private(set) var headlight: Light?
      private(set) var foglight: Light?
      class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
        ["front": \Car.headlight, "fog": \Car.foglight]
      }
    }
    final class Truck: Car {
      private(set) var spotlight: Light?
      override class var requiresNamed: KeyValuePairs<Name, AnyKeyPath> {
        ["front": \Truck.spotlight]
      }
    }

    @Test("Defect05: Properties of one name in superclass and subclass are all injected")
    func sharedName() throws {
      let injector = try Injector { $0.bind(Light.self, named: "front").in(.singleton) }
      let truck = try injector.create { Truck() }
      let front = try injector.resolve(Light.self, named: "front")
      #expect(truck.headlight === front)
      #expect(truck.spotlight === front)
      #expect(truck.foglight != nil)
      #expect(truck.foglight !== front)
    }
  }

  @Suite("Defect18: Gummi-Injection injected a second time what a closure had requested")
  struct Defect18 {
    final class Part: DefaultInitializable {}
    protocol Vehicle: AnyObject {}
    final class Car: Vehicle, Injectable, DefaultInitializable, AwakesFromInjection {
      var part: Part? { didSet { events.append("part") } }
      private(set) var events: [String] = []
      static var requires: Requirements { requiring(\.part) }
      func awakeFromInjection() { events.append("awake") }
    }

    @Test("Defect18: An object is injected and awoken once, however many closures pass it on")
    func once() throws {
      let injector = try Injector { binder in
        binder.bind((any Vehicle).self, named: "asks").to { try $0.resolve(Car.self) }
        binder.bind((any Vehicle).self, named: "creates").to { try $0.create { Car() } }
        binder.bind((any Vehicle).self, named: "injects").to { injector in
          let car = Car()
          try injector.injectDependencies(into: car)
          return car
        }
        binder.bind((any Vehicle).self, named: "hands on").to { injector in
          try injector.resolve((any Vehicle).self, named: "asks")
        }.in(.singleton)
        binder.bind((any Vehicle).self, named: "makes").to { Car() }
      }
      for name: Name in ["asks", "creates", "injects", "hands on", "makes"] {
        let car = try #require(try injector.resolve((any Vehicle).self, named: name) as? Car)
        #expect(car.events == ["part", "awake"], "\(name)")
      }
    }
  }

  @Suite("Defect21: OIL requested a new object at every read of a property")
  struct Defect21 {
    final class Author: DefaultInitializable {}
    final class Book: DefaultInitializable {
      @Injected var author: Author
      @Injected("ghost") var writer: Author?
    }

    @Test(
      "Defect21: A marked property keeps the value that it received or first read")
    func memoized() throws {
      let injector = try Injector()
      let injected = try injector.resolve(Book.self)
      let author = injected.author
      #expect(injected.author === author)
      let read = Book()
      try Injector.withCurrent(injector) {
        let author = read.author
        #expect(read.author === author)
        let resolved = try read.$author.resolve()
        #expect(resolved === author)
        #expect(read.writer != nil)
        #expect(read.writer === read.writer)
      }
      let replacement = Author()
      read.author = replacement
      #expect(read.author === replacement)
    }
  }

  @Suite(
    "Defect23: Objection and Gummi-Injection set properties and made eager singletons in any order"
  )
  struct Defect23 {
    final class Part: DefaultInitializable {}
    class Base: Injectable {
      final var order = ""
      var f: Part? { didSet { order += "f" } }
      var b: Part? { didSet { order += "b" } }
      var h: Part? { didSet { order += "h" } }
      class var requires: Requirements { requiring(\.f, \.b, \.h) }
    }
    final class Derived: Base, NamedInjectable {
      var c: Part? { didSet { order += "c" } }
      var a: Part? { didSet { order += "a" } }
      var e: Part? { didSet { order += "e" } }
      var d: Part? { didSet { order += "d" } }
      override class var requires: Requirements {
        requiring(\.c, \.a) + Base.requiring(\.b, named: "again")
      }
      static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Derived>> {
        ["z": \.e, "y": \.d]
      }
    }

    @Test("Defect23: Properties are set in declaration order, superclass first")
    func properties() throws {
      for _ in 0..<20 {
        #expect(try Injector().create { Derived() }.order == "fbhcaed")
      }
    }

    @Test("Defect23: Eager singletons are created in the order of their bindings, module by module")
    func eagerSingletons() throws {
      struct Letters: Module, Hashable {
        let letters: String
        let log: Log
        static func == (left: Letters, right: Letters) -> Bool { left.letters == right.letters }
        func hash(into hasher: inout Hasher) { hasher.combine(letters) }
        func configure(_ binder: Binder) {
          for letter in letters {
            binder.bind(Part.self, named: Name("\(letter)")).to { [log] in
              log.note("\(letter)")
              return Part()
            }.asEagerSingleton()
          }
        }
      }
      for _ in 0..<20 {
        let log = Log()
        _ = try Injector(Letters(letters: "gdhxa", log: log), Letters(letters: "zbf", log: log))
        #expect(log.entries.joined() == "gdhxazbf")
      }
    }
  }
}
