import Infusion
import Testing

private class Part {}
private final class Other {}

/// Properties of which some may only be set, not read, by an injector.
private class Kinds: Injectable {
  var reads = 0
  var sets = 0
  var made = 0
  final var stored: Part!
  var overridable: Part!
  var observed: Part! {
    didSet { sets += 1 }
  }
  private var kept: Part?
  var computed: Part? {
    get {
      reads += 1
      return kept
    }
    set {
      sets += 1
      kept = newValue
    }
  }
  weak var fleeting: Part?
  lazy var late: Part = {
    made += 1
    return Part()
  }()
  class var requires: Requirements {
    requiring(\.stored, \.overridable, \.observed, \.computed, \.fleeting, \.late)
  }
}
private final class Overriding: Kinds {
  override var overridable: Part! {
    get {
      reads += 1
      return super.overridable
    }
    set {
      sets += 1
      super.overridable = newValue
    }
  }
}

/// Counts how often its key paths are made.
private final class Counted: Injectable {
  nonisolated(unsafe) static var paths = 0
  var part: Part!
  var other: Other!
  static func counted<Value>(
    _ path: ReferenceWritableKeyPath<Counted, Value>
  ) -> ReferenceWritableKeyPath<Counted, Value> {
    paths += 1
    return path
  }
  static var requires: Requirements { requiring(counted(\.part), counted(\.other)) }
}
private final class Holder: Injectable {
  var other: Other!
  static var requires: Requirements { requiring(\.other) }
}

/// What `requiring` makes of a property.
struct SetterTests {
  private let injector: Injector

  init() throws {
    injector = try Injector { binder in
      binder.bind(Part.self).to(instance: Part())
      binder.bind(Other.self).to { Other() }
    }
  }

  @Test func aPropertyIsSetOnceByEachInjectionAndInOptimizedCodeNeverRead() throws {
    let (plain, overriding) = (Kinds(), Overriding())
    for count in 1...300 {
      for object in [plain, overriding] {
        try injector.injectDependencies(into: object)
        #if !DEBUG
          // What is written through a key path, as without the optimizer, is read first.
          #expect(object.reads == 0)
          #expect(object.made == 0)
        #endif
      }
      #expect(plain.sets == 2 * count)
      #expect(overriding.sets == 3 * count)
    }
    let part = try injector.resolve(Part.self)
    #expect(plain.stored === part && plain.overridable === part && plain.observed === part)
    #expect(plain.computed === part && plain.fleeting === part && plain.late === part)
  }

  @Test func anOldValueIsReleasedHoweverOftenThePropertyIsSet() throws {
    let holder = Holder()
    for _ in 1...300 {
      weak let last = holder.other
      try injector.injectDependencies(into: holder)
      #expect(last == nil)
      #expect(holder.other != nil)
    }
  }

  @Test func propertiesOfDifferentTypesAreToldApartWithoutTheirKeyPaths() throws {
    // No optimizer replaces a call: each setter makes one key path, and the plan makes none.
    try injector.injectDependencies(into: Counted())
    #expect(Counted.paths == 2)
  }
}
