import Infusion
import Testing

extension Defects {
  protocol Toy: AnyObject {
    var color: String { get }
  }

  @Suite("Defect07: Objection gave closures no arguments, and Blindside links dropped them")
  struct Defect07 {
    class Ball: Toy {
      let color: String
      init(_ color: String) { self.color = color }
    }

    @Test("Defect07: Arguments reach closures, through links of any length")
    func argumentsArrive() throws {
      let injector = try Injector { binder in
        binder.bind(Ball.self).to { (_, shade: String, color: String) in Ball(shade + color) }
        binder.bind((any Toy).self).to(Ball.self) { $0 }
        binder.bind(AnyObject.self).to(Ball.self) { $0 }
        binder.bind(Ball.self, named: "far").to(Ball.self) { $0 }
        binder.bind((any Toy).self, named: "farther").to(Ball.self, named: "far") { $0 }
      }
      #expect(try injector.resolve(Ball.self, arguments: "dark", "red").color == "darkred")
      #expect(try injector.resolve((any Toy).self, arguments: "dark", "red").color == "darkred")
      let far = try injector.resolve((any Toy).self, named: "farther", arguments: "dark", "blue")
      #expect(far.color == "darkblue")
    }
  }

  @Suite("Defect08: Objection and Gummi-Injection silently turned missing arguments into nil")
  struct Defect08 {
    final class Ball: Toy, InitializerDeclaring {
      let color: String
      let size: Int
      let note: String?
      init(color: String, size: Int, note: String?) {
        (self.color, self.size, self.note) = (color, size, note)
      }
      static var initializer: Initializer {
        Initializer(Ball.init(color:size:note:), .argument, .argument, .argument)
      }
    }

    @Test("Defect08: Missing, wrong and superfluous arguments are errors, and nothing is created")
    func mismatches() throws {
      let closed = try Injector { binder in
        binder.bind(Ball.self).to { (_, color: String, size: Int, note: String?) in
          if size < 0 { Issue.record("the closure runs") }
          return Ball(color: color, size: size, note: note)
        }
      }
      for injector in [closed, try Injector()] {
        let attempts: [() throws -> Ball] = [
          { try injector.resolve(Ball.self) },
          { try injector.resolve(Ball.self, arguments: "red") },
          { try injector.resolve(Ball.self, arguments: -1, "red") },
          { try injector.resolve(Ball.self, arguments: "red", "large") },
          { try injector.resolve(Ball.self, arguments: "red", -1, "note", "more") },
        ]
        for attempt in attempts {
          let error = try #require(throws: InjectionError.self) { _ = try attempt() }
          #expect(error.code == .argumentMismatch)
          #expect(error.key == Key(Ball.self))
        }
      }
    }

    @Test("Defect08: A trailing argument of an Optional type may be omitted: it is nil")
    func optionalArgument() throws {
      let injector = try Injector()
      #expect(try injector.resolve(Ball.self, arguments: "red", 1).note == nil)
      #expect(try injector.resolve(Ball.self, arguments: "red", 1, "note").note == "note")
    }
  }

  @Suite("Defect12: Blindside filled a parameter that was bound to nil with the next argument")
  struct Defect12 {
    final class Radio {}
    final class Car: InitializerDeclaring {
      let radio: Radio?
      let model: String
      let owner: String?
      let year: Int
      init(radio: Radio?, model: String, owner: String?, year: Int) {
        (self.radio, self.model, self.owner, self.year) = (radio, model, owner, year)
      }
      static var initializer: Initializer {
        Initializer(
          Car.init(radio:model:owner:year:), .resolved, .argument, .argument, .argument)
      }
    }

    @Test(
      "Defect12: A parameter bound to nothing and a nil argument keep their positions"
    )
    func positionsAreKept() throws {
      let injector = try Injector { $0.bind(Radio.self).toNothing() }
      let nobody: String? = nil
      let car = try injector.resolve(Car.self, arguments: "Passat", nobody, 1988)
      #expect(car.radio == nil)
      #expect(car.model == "Passat")
      #expect(car.owner == nil)
      #expect(car.year == 1988)
    }
  }

  @Suite("Defect13: Blindside ignored the object that an initializer returned")
  struct Defect13 {
    class Shape: Injectable {
      private(set) var log: Log?
      class var requires: Requirements { requiring(\.log) }
      init() {}
    }
    final class Circle: Shape, AwakesFromInjection {
      private(set) var radius: Int?
      override class var requires: Requirements { requiring(\.radius) }
      func awakeFromInjection() { log?.note("circle \(radius ?? 0)") }
    }
    final class Drawing: InitializerDeclaring {
      let shape: Shape
      init(_ shape: Shape) { self.shape = shape }
      private static let shared = Name("shared")
      static func reused(_ drawing: Drawing) -> Drawing { drawing }
      static var initializer: Initializer { Initializer(reused, .named(shared)) }
    }

    @Test("Defect13: The object that an initializer returns is provided, whatever its class")
    func returnedObjectCounts() throws {
      let log = Log()
      let circle = Circle()
      let drawing = Drawing(circle)
      let injector = try Injector { binder in
        binder.bind(Log.self).to(instance: log)
        binder.bind(Int.self).to(instance: 3)
        binder.bind(Shape.self).toInitializer { () -> Shape in circle }
        binder.bind(Drawing.self, named: "shared").to(instance: drawing)
      }
      #expect(try injector.resolve(Shape.self) === circle)
      #expect(circle.radius == 3)
      #expect(log.entries == ["circle 3"])
      #expect(try injector.resolve(Drawing.self) === drawing)
    }
  }
}
