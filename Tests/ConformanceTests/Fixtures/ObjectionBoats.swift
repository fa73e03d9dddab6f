import Infusion

extension Objection {
  class Boat: Injectable, DefaultInitializable, AwakesFromInjection {
    var motor: Motor!
    var anchor: Anchor!
    private(set) var awakeCount = 0
    required init() {}
    class var requires: Requirements { requiring(\.motor, \.anchor) }
    func awakeFromInjection() { awakeCount += 1 }
  }

  final class Sailboat: Boat {
    var rig: (any Rig)!
    override class var requires: Requirements { requiring(\.rig) }
  }

  /// Declares nothing.
  final class Ferry: Boat {}

  /// No module binds this class.
  final class Dinghy: Injectable, DefaultInitializable {
    var motor: Motor!
    static var requires: [PartialKeyPath<Dinghy>] { [\.motor] }
  }

  /// Declares its requirement as a list of untyped key paths.
  class Raft: Injectable, DefaultInitializable {
    var motor: Motor!
    required init() {}
    class var requires: [AnyKeyPath] { [\Raft.motor] }
  }
}

// MARK: - Boats with named requirements

extension Objection {
  final class Lightship: Injectable, NamedInjectable, DefaultInitializable {
    var masthead: Lantern!
    var port: Lantern!
    var starboard: Lantern!
    static var requires: [PartialKeyPath<Lightship>] { [\.masthead] }
    static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Lightship>> {
      ["port": \.port, "starboard": \.starboard]
    }
  }

  final class Cutter: NamedInjectable, DefaultInitializable {
    var port: Searchlight!
    var starboard: Searchlight!
    static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Cutter>> {
      ["port": \.port, "starboard": \.starboard]
    }
  }

  final class Trawler: NamedInjectable, DefaultInitializable {
    var port: (any Signal)!
    var starboard: (any Signal)!
    static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<Trawler>> {
      ["port": \.port, "starboard": \.starboard]
    }
  }
}

// MARK: - Boats with their own initializers

extension Objection {
  final class Racer: InitializerDeclaring, Injectable {
    let model: String
    let horsepower: Int
    let year: Int
    var motor: Motor!
    init(model: String, horsepower: Int, year: Int) {
      self.model = model
      self.horsepower = horsepower
      self.year = year
    }
    static var requires: [PartialKeyPath<Racer>] { [\.motor] }
    static var initializer: Initializer {
      Initializer(Racer.init(model:horsepower:year:), .argument, .argument, .argument)
    }
  }

  /// Every parameter has a default; the second default is nil.
  final class Chart: InitializerDeclaring, Injectable {
    let sheet: String
    let edition: String?
    var compass: Compass!
    init(sheet: String, edition: String?) {
      self.sheet = sheet
      self.edition = edition
    }
    static var requires: [PartialKeyPath<Chart>] { [\.compass] }
    static var initializer: Initializer {
      Initializer(Chart.init(sheet:edition:), .default("North Sea"), .default(nil))
    }
  }

  /// Created by a static function.
  final class Barge: InitializerDeclaring, Injectable {
    let builder: String
    var motor: Motor!
    private init(builder: String) { self.builder = builder }
    static func barge(builtBy builder: String) -> Barge { Barge(builder: builder) }
    static var requires: [PartialKeyPath<Barge>] { [\.motor] }
    static var initializer: Initializer {
      Initializer(Barge.barge(builtBy:), .default("unknown"))
    }
  }

  /// Declares the plain one among its initializers.
  final class Skiff: InitializerDeclaring, Injectable {
    let origin: String
    var motor: Motor!
    init() { origin = "plain" }
    init(origin: String) { self.origin = origin }
    static var requires: [PartialKeyPath<Skiff>] { [\.motor] }
    static var initializer: Initializer { Initializer(Skiff.init as () -> Skiff) }
  }
}
