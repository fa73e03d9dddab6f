import Infusion
import Testing

extension Gummi {
  /// Requirements that modules add to classes that cannot be edited.
  ///
  /// The original creates any class with `init`; here a closure of a module or of the call creates
  /// a class that declares nothing.
  struct ExternalConfigurationTests {
    let controller = Controller()

    func makeInjector(_ configure: @escaping (Binder) -> Void) throws -> Injector {
      try Injector { [controller] binder in
        binder.bind((any Target).self).to(instance: controller)
        configure(binder)
      }
    }

    @Test(
      "GUM-7: An injector whose modules only add requirements binds none of the classes")
    func gum7() throws {
      let injector = try Injector { $0.extend(Component.self).injecting(\.frame) }
      #expect(!injector.hasBinding(Component.self))
      #expect(!injector.hasBinding(Frame.self))
    }

    @Test("GUM-8: A third-party class without extensions is created, and its properties stay nil")
    func gum8() throws {
      let injector = try makeInjector { $0.bind(Teaser.self).to { Teaser() } }
      for teaser in try [injector.resolve(Teaser.self), injector.create { Teaser() }] {
        #expect(teaser.frame == nil)
        #expect(teaser.target == nil)
        #expect(teaser.link == nil)
        #expect(teaser.order.isEmpty)
      }
    }

    @Test("GUM-9: Properties of class and protocol types that a module adds are set")
    func gum9() throws {
      let injector = try makeInjector { binder in
        binder.bind(Frame.self).in(.singleton)
        binder.extend(Button.self).injecting(\.frame, \.target)
      }
      let button = try injector.create { Button() }
      #expect(try button.frame === injector.resolve(Frame.self))
      #expect(button.target === controller)
      #expect(button.order == ["frame", "target"])
    }

    @Test("GUM-10: Properties added to a superclass and to its subclass are both set")
    func gum10() throws {
      let injector = try makeInjector { binder in
        binder.extend(Component.self).injecting(\.frame)
        binder.extend(Button.self).injecting(\.target)
      }
      let button = try injector.create { Button() }
      #expect(button.order == ["frame", "target"])
      #expect(button.target === controller)
      let component = try injector.create { Component() }
      #expect(component.order == ["frame"])
    }

    @Test("GUM-11: Properties added at three levels of a hierarchy are all set, superclass first")
    func gum11() throws {
      let injector = try makeInjector { binder in
        binder.extend(Component.self).injecting(\.frame)
        binder.extend(Button.self).injecting(\.target)
        binder.extend(Teaser.self).injecting(\.link)
      }
      let teaser = try injector.create { Teaser() }
      #expect(teaser.order == ["frame", "target", "link"])
      #expect(teaser.target === controller)
      #expect(try injector.create { Cell() }.order == ["frame", "target"])
    }

    @Test("GUM-12: The order of the extensions does not matter: they are set superclass first")
    func gum12() throws {
      let extend: [(Binder) -> Void] = [
        { $0.extend(Component.self).injecting(\.frame) },
        { $0.extend(Button.self).injecting(\.target) },
        { $0.extend(Teaser.self).injecting(\.link) },
      ]
      for shuffled in [[2, 0, 1], [1, 2, 0], [2, 1, 0]] {
        let injector = try makeInjector { binder in shuffled.forEach { extend[$0](binder) } }
        #expect(try injector.create { Teaser() }.order == ["frame", "target", "link"])
      }
    }

    @Test("GUM-13: A leaf class may list the properties of all its superclasses")
    func gum13() throws {
      let injector = try makeInjector { binder in
        binder.extend(Teaser.self).injecting(\.link, \.frame, \.target)
      }
      let teaser = try injector.create { Teaser() }
      #expect(teaser.order == ["link", "frame", "target"])
      #expect(teaser.target === controller)
      #expect(try injector.create { Cell() }.order.isEmpty)
    }

    @Test(
      "GUM-14: A property that is added several times is set once, at its first position")
    func gum14() throws {
      let injector = try makeInjector { binder in
        binder.extend(Button.self).injecting(\.target, \.frame, \.target)
        binder.extend(Button.self).injecting(\.frame).injecting(\.target)
      }
      let button = try injector.create { Button() }
      #expect(button.order == ["target", "frame"])
      #expect(button.target === controller)
    }

    @Test(
      "GUM-15: Steps of a superclass run first; a step can check the class to exclude subclasses")
    func gum15() throws {
      // Here the steps of the whole chain run. The original runs only the step of the exact class,
      // so a step that is not meant for subclasses checks the class.
      let injector = try makeInjector { binder in
        binder.extend(Component.self).completing { $0.steps.append("inherited") }
        binder.extend(Component.self).completing {
          if type(of: $0) == Component.self { $0.steps.append("start") }
        }
        binder.extend(Button.self).completing { $0.steps.append("open") }
      }
      #expect(try injector.create { Component() }.steps == ["inherited", "start"])
      #expect(try injector.create { Button() }.steps == ["inherited", "open"])
    }
  }
}
