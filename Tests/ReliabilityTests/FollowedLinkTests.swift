import Infusion
import Testing

/// A link that is followed without a frame behaves as one that has a frame.
///
/// With observers, every link has a frame. Each story runs three times on one injector: the first
/// run links the bindings, and the others follow the links.
struct FollowedLinkTests {
  @Test(arguments: Story.all, [Scope.unscoped, .graph])
  func linksAreFollowedAsIfTheyHadFrames(story: Story, scope: Scope) throws {
    let followed = try story.tell(of: scope, isObserved: false)
    #expect(followed == (try story.tell(of: scope, isObserved: true)))
    #expect(followed.count >= 3)
  }

  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    fileprivate var bind: @Sendable (Binder, Log) -> Void = { _, _ in }
    fileprivate var ask: @Sendable (Injector) throws -> any Walker = {
      try $0.resolve((any Walker).self)
    }

    func tell(of scope: Scope, isObserved: Bool) throws -> [String] {
      let log = Log()
      let injector = try Injector(options: .observed(isObserved)) { binder in
        binder.bind(Log.self).to(instance: log)
        binder.bind((any Walker).self).to(Dog.self) { $0 }
        bind(binder, log)
        binder.rescope((any Walker).self, to: scope)
      }
      for _ in 0..<3 {
        do {
          log.note("receives \(try ask(injector).text)")
        } catch {
          log.note("\(error)")
        }
        for dog in log.dogs { (dog.friend, dog.toy) = (nil, nil) }
        log.dogs = []
      }
      return log.lines
    }

    static let all: [Story] = [
      Story(testDescription: "to a closure") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }
      },
      Story(testDescription: "to a link to a closure") { binder, log in
        binder.bind((any Walker).self).to(Animal.self) { $0 }
        binder.bind(Animal.self).to(Dog.self) { $0 }
        binder.bind(Dog.self).to { Dog(log) }
      },
      Story(testDescription: "to a singleton") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }.in(.singleton)
      },
      Story(testDescription: "to a link to a singleton") { binder, log in
        binder.bind((any Walker).self).to(Animal.self) { $0 }
        binder.bind(Animal.self).to(Dog.self) { $0 }
        binder.bind(Dog.self).to { Dog(log) }.in(.singleton)
      },
      Story(testDescription: "to nothing") { binder, _ in binder.bind(Dog.self).toNothing() },
      Story(testDescription: "to a class that is bound nowhere"),
      Story(testDescription: "to a closure that fails") { binder, _ in
        binder.bind(Dog.self).to { throw Lost() }
      },
      Story(testDescription: "to a link to a closure that fails") { binder, _ in
        binder.bind((any Walker).self).to(Animal.self) { $0 }
        binder.bind(Animal.self).to(Dog.self) { $0 }
        binder.bind(Dog.self).to { throw Lost() }
      },
      Story(testDescription: "to a closure that asks for something missing") { binder, log in
        binder.bind((any Walker).self).to(Animal.self) { $0 }
        binder.bind(Animal.self).to(Dog.self) { $0 }
        binder.bind(Dog.self).to { Dog(log, with: try $0.resolve(Toy.self)) }
      },
      Story(testDescription: "to a closure that asks twice") { binder, log in
        binder.bind((any Walker).self).to(Animal.self) { $0 }
        binder.bind(Animal.self).to(Dog.self) { $0 }
        binder.bind(Toy.self).to { Toy("ball") }
        binder.bind(Dog.self).to { injector in
          _ = try injector.resolve(Toy.self)
          return Dog(log, with: try injector.resolve(Toy.self))
        }
      },
      Story(testDescription: "to an object with properties, whose closure asks") { binder, log in
        binder.bind(Toy.self).to { Toy("ball") }
        binder.bind(Kennel.self).to { Kennel(Dog(log, with: try $0.resolve(Toy.self))) }
        binder.bind(Dog.self).to { injector in
          _ = try injector.resolveIfBound(Kennel.self)
          return Dog(log)
        }.injecting(\.kennel).injecting(\.toy).injecting(\.second)
      },
      Story(testDescription: "to an object with a property") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }.injecting(\.toy)
        binder.bind(Toy.self).to { Toy("ball") }
      },
      Story(testDescription: "to an object with a missing property") { binder, log in
        binder.bind((any Walker).self).to(Animal.self) { $0 }
        binder.bind(Animal.self).to(Dog.self) { $0 }
        binder.bind(Dog.self).to { Dog(log) }.injecting(\.toy)
      },
      Story(testDescription: "to a closure that asks for the link") { binder, log in
        binder.bind(Dog.self).to { Dog(log, beside: try $0.resolve((any Walker).self)) }
      },
      Story(testDescription: "to a closure that asks for its class") { binder, log in
        binder.bind(Dog.self).to { Dog(log, beside: try $0.resolve(Dog.self)) }
      },
      Story(testDescription: "to a closure that asks for the link in between") { binder, log in
        binder.bind((any Walker).self).to(Animal.self) { $0 }
        binder.bind(Animal.self).to(Dog.self) { $0 }
        binder.bind(Dog.self).to { Dog(log, beside: try $0.resolve(Animal.self)) }
      },
      Story(testDescription: "to a cycle of closures") { binder, log in
        binder.bind(Dog.self).to { Dog(log, with: try $0.resolve(Toy.self)) }
        binder.bind(Toy.self).to { injector in
          Toy(try injector.resolve((any Walker).self).text)
        }
      },
      Story(testDescription: "to a cycle of properties") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }.injecting(\.friend)
      },
      Story(testDescription: "to a cycle of properties of singletons") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }.injecting(\.friend).in(.singleton)
      },
      Story(testDescription: "to a closure that returns what it has received") { binder, log in
        binder.bind((any Walker).self).to(Animal.self) { $0 }
        binder.bind(Animal.self).to { injector in try injector.resolve(Dog.self) }
        binder.bind(Dog.self).to { Dog(log) }.in(.singleton)
      },
      Story(testDescription: "to an object that a closure injects") { binder, log in
        binder.bind(Toy.self).to { Toy("ball") }
        binder.bind(Dog.self).to { injector in
          let dog = Dog(log)
          try injector.injectDependencies(into: dog)
          return dog
        }
      },
      Story(testDescription: "through a closure that asks") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }
        binder.bind(Toy.self).to { Toy("ball") }
        binder.bind((any Walker).self).to(Dog.self) { dog in
          dog.toy = try? Locator.injector?.resolve(Toy.self)
          return dog
        }
      } ask: { injector in
        try Locator.$injector.withValue(injector) { try injector.resolve((any Walker).self) }
      },
      Story(testDescription: "through two closures that ask for the link") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }
        binder.bind((any Walker).self).to(Animal.self) { animal in
          log.note("\(Locator.result { try $0.resolve((any Walker).self).text })")
          return animal
        }
        binder.bind(Animal.self).to(Dog.self) { dog in
          log.note("\(Locator.result { try $0.resolve(Animal.self).text })")
          return dog
        }
      } ask: { injector in
        try Locator.$injector.withValue(injector) { try injector.resolve((any Walker).self) }
      },
      Story(testDescription: "into an initializer") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }
        binder.bind(Kennel.self).toInitializer(Kennel.init)
      } ask: {
        try $0.resolve(Kennel.self).walker
      },
      Story(testDescription: "into an initializer that returns it") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }.in(.singleton)
        binder.bind(Animal.self).toInitializer { (walker: any Walker) in
          guard let animal = walker as? Animal else { throw Lost() }
          return animal
        }
      } ask: {
        try $0.resolve(Animal.self)
      },
      Story(testDescription: "into a property") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }
        binder.bind(Kennel.self).to { Kennel(Dog(log)) }.injecting(\.walker)
      } ask: {
        try $0.resolve(Kennel.self).walker
      },
      Story(testDescription: "into a property, and what a closure returns") { binder, log in
        let dog = Dog(log)
        binder.bind(Dog.self).to(instance: dog)
        binder.bind(Animal.self).to { dog }
        binder.bind(Kennel.self).to { Kennel(dog) }.injecting(\.walker).injecting(\.animal)
      } ask: {
        try $0.resolve(Kennel.self).walker
      },
      Story(testDescription: "in a child") { binder, log in
        binder.bind(Dog.self).to { Dog(log, with: try $0.resolve(Toy.self)) }
      } ask: { injector in
        let child = try injector.makeChild { $0.bind(Toy.self).to { Toy("of the child") } }
        _ = try child.resolve((any Walker).self)
        return try child.resolve((any Walker).self)
      },
      Story(testDescription: "through closures that ask, to an object that needs nothing") {
        binder, log in
        binder.bind(Cat.self).to { Cat() }
        binder.bind((any Walker).self).to(Animal.self) { animal in
          log.note("\(Locator.result { try $0.resolve((any Walker).self).text })")
          return animal
        }
        binder.bind(Animal.self).to(Cat.self) { cat in
          log.note("\(Locator.result { try $0.resolve(Animal.self).text })")
          log.note("\(Locator.result { try $0.resolve((any Walker).self).text })")
          return cat
        }
      } ask: { injector in
        try Locator.$injector.withValue(injector) { try injector.resolve((any Walker).self) }
      },
      Story(testDescription: "through a closure that asks, to an object that needs nothing") {
        binder, log in
        binder.bind(Cat.self).to { Cat() }
        binder.bind((any Walker).self).to(Cat.self) { cat in
          log.note("\(Locator.result { try $0.resolve((any Walker).self).text })")
          return cat
        }
      } ask: { injector in
        try Locator.$injector.withValue(injector) { try injector.resolve((any Walker).self) }
      },
      Story(testDescription: "into two properties and an initializer") { binder, log in
        binder.bind(Dog.self).to { Dog(log) }.injecting(\.toy)
        binder.bind(Toy.self).to { Toy("ball") }
        binder.bind(Kennel.self).toInitializer(Kennel.init).injecting(\.walker).injecting(\.other)
      } ask: { injector in
        let kennel = try injector.resolve(Kennel.self)
        guard kennel.walker === kennel.other else { throw Lost() }
        return kennel.walker
      },
      Story(testDescription: "after a failure in the same call") { binder, log in
        binder.bind(Dog.self).to { injector in
          if log.dogs.isEmpty {
            log.dogs.append(Dog(log))
            throw Lost()
          }
          return Dog(log)
        }
        binder.bind(Kennel.self).to { injector in
          let first = try? injector.resolve((any Walker).self)
          log.note("first \(first?.text ?? "nothing")")
          let (second, third) = (
            try injector.resolve((any Walker).self), try injector.resolve((any Walker).self)
          )
          log.note(second === third ? "one" : "two")
          return Kennel(second)
        }
      } ask: {
        try $0.resolve(Kennel.self).walker
      },
      Story(testDescription: "with arguments") { binder, log in
        binder.bind(Dog.self).to { (_: Injector, name: String) in Dog(log, with: Toy(name)) }
      } ask: {
        try $0.resolve((any Walker).self, arguments: "stick")
      },
    ]
  }
}

/// What the stories write down.
private final class Log {
  var lines: [String] = []
  var dogs: [Dog] = []
  func note(_ line: String) { lines.append(line) }
}

/// Lets the closure of a link ask, which receives no injector.
private enum Locator {
  @TaskLocal static var injector: Injector?

  static func result(_ ask: (Injector) throws -> String) -> String {
    guard let injector else { return "no injector" }
    do { return try ask(injector) } catch { return "\(error)" }
  }
}

private protocol Walker: AnyObject { var text: String { get } }

private class Animal: Walker { var text: String { "an animal" } }

/// Needs neither properties nor a call.
private final class Cat: Animal {
  override var text: String { "a cat" }
}

private final class Dog: Animal, Injectable, AwakesFromInjection {
  var toy: Toy?
  var kennel: Kennel?
  var second: Kennel?
  var friend: (any Walker)?
  private let log: Log
  private var awakes = 0

  init(_ log: Log, with toy: Toy? = nil, beside friend: (any Walker)? = nil) {
    self.log = log
    self.toy = toy
    super.init()
    log.dogs.append(self)
    log.note("made")
  }

  static var requires: [PartialKeyPath<Dog>] { [] }

  func awakeFromInjection() {
    awakes += 1
    log.note("awakes")
  }

  override var text: String {
    "a dog with \(toy?.name ?? "nothing")\(friend == nil ? "" : " and a friend"), awake \(awakes)"
  }
}

private final class Toy {
  let name: String
  init(_ name: String) { self.name = name }
}

private final class Kennel {
  var walker: any Walker
  var animal: Animal?
  var other: (any Walker)?
  init(_ walker: any Walker) { self.walker = walker }
}

private struct Lost: Error {}
