import Infusion
import Testing

extension Gummi {
  /// Initializers that a module or the class itself names, and their arguments.
  struct ArgumentTests {
    /// Declares an initializer that takes the color as an argument of the call.
    final class PaintedBall: Toy, InitializerDeclaring {
      let color: String
      init(color: String) { self.color = color }
      static var initializer: Initializer {
        Initializer(PaintedBall.init(color:), .default("green"))
      }
    }

    @Test("GUM-83: Creating an injector runs no initializer that a module names")
    func gum83() throws {
      var runs = 0
      let injector = try Injector { binder in
        binder.bind(Ball.self).toInitializer { () -> Ball in
          runs += 1
          return .painted()
        }
      }
      #expect(injector.hasBinding(Ball.self))
      #expect(runs == 0)
      _ = try injector.resolve(Ball.self)
      #expect(runs == 1)
    }

    // GUM-84, an initializer that does not exist, is rejected by the compiler: see `Gummi.swift`
    // under `Tests/Diagnostics/MustNotCompile`.

    @Test("GUM-85: The initializer that a module names is used")
    func gum85() throws {
      let injector = try Injector { $0.bind(Ball.self).toInitializer(Ball.painted) }
      #expect(try injector.resolve(Ball.self).color == "green")
    }

    @Test("GUM-86: The initializer that a class names is used")
    func gum86() throws {
      #expect(try Injector().resolve(OtherBall.self).color == "green")
    }

    @Test("GUM-87: The initializer that a module names receives the argument of the call")
    func gum87() throws {
      let injector = try Injector { binder in
        binder.bind(Ball.self).to { (_, color: String) in Ball(color: color) }
      }
      #expect(try injector.resolve(Ball.self, arguments: "red").color == "red")
      #expect(try injector.resolve(Ball.self, arguments: "blue").color == "blue")
      #expect(try Injector().resolve(PaintedBall.self, arguments: "red").color == "red")
      #expect(try Injector().resolve(PaintedBall.self).color == "green")
    }

    @Test("GUM-88: A protocol that is bound to a class uses the initializer that a module names")
    func gum88() throws {
      let injector = try Injector { binder in
        binder.bind((any Toy).self).to(Ball.self) { $0 }
        binder.bind(Ball.self).toInitializer(Ball.painted)
      }
      let toy = try injector.resolve((any Toy).self)
      #expect(toy is Ball)
      #expect(toy.color == "green")
      #expect(try injector.resolve((any Toy).self) !== toy)
    }

    @Test("GUM-89: A protocol that is bound to a class uses the initializer that the class names")
    func gum89() throws {
      let injector = try Injector { $0.bind((any Toy).self).to(OtherBall.self) { $0 } }
      let toy = try injector.resolve((any Toy).self)
      #expect(toy is OtherBall)
      #expect(toy.color == "green")
    }

    @Test("GUM-90: A protocol that is bound to a class passes the argument on to the initializer")
    func gum90() throws {
      let injector = try Injector { binder in
        binder.bind((any Toy).self).to(Ball.self) { $0 }
        binder.bind(Ball.self).to { (_, color: String) in Ball(color: color) }
      }
      let toy = try injector.resolve((any Toy).self, arguments: "red")
      #expect(toy is Ball)
      #expect(toy.color == "red")
    }

    @Test("GUM-91: Arguments reach the closures of several classes, in order")
    func gum91() throws {
      let injector = try Injector { binder in
        binder.bind(Ball.self).to { (_, shade: String, color: String) in
          Ball(color: "\(shade) \(color)")
        }
        binder.bind(OtherBall.self).to { (_, color: String) in OtherBall(color: color) }
      }
      #expect(try injector.resolve(Ball.self, arguments: "dark", "red").color == "dark red")
      #expect(try injector.resolve(OtherBall.self, arguments: "blue").color == "blue")
    }

    @Test("GUM-92: A singleton uses the initializer that a module names, once")
    func gum92() throws {
      let injector = try Injector { binder in
        binder.bind((any Toy).self).to(Ball.self) { $0 }.in(.singleton)
        binder.bind(Ball.self).toInitializer(Ball.painted)
      }
      let toy = try injector.resolve((any Toy).self)
      #expect(toy.color == "green")
      #expect(try injector.resolve((any Toy).self) === toy)
    }

    @Test("GUM-93: A singleton uses the initializer that its class names, once")
    func gum93() throws {
      let injector = try Injector { $0.bind(OtherBall.self).in(.singleton) }
      let ball = try injector.resolve(OtherBall.self)
      #expect(ball.color == "green")
      #expect(try injector.resolve(OtherBall.self) === ball)
    }

    @Test("GUM-94: A singleton uses the arguments of the first request; later ones are ignored")
    func gum94() throws {
      let injector = try Injector { binder in
        binder.bind(Ball.self).to { (_, color: String) in Ball(color: color) }.in(.singleton)
      }
      let ball = try injector.resolve(Ball.self, arguments: "red")
      #expect(ball.color == "red")
      #expect(try injector.resolve(Ball.self, arguments: "blue") === ball)
      #expect(try injector.resolve(Ball.self) === ball)
      #expect(ball.color == "red")
    }
  }
}
