import Infusion

/// The behaviors of Objection, in a harbor.
///
/// Unless a comment says otherwise, a class that Objection would have to register is created on
/// demand here, and a registered singleton is ``Scoped``.
enum Objection {}

// MARK: - Parts of boats

extension Objection {
  final class Motor: DefaultInitializable, AwakesFromInjection {
    private(set) var awakeCount = 0
    func awakeFromInjection() { awakeCount += 1 }
  }

  final class Anchor: DefaultInitializable {}

  protocol Rig: AnyObject {}
  final class SloopRig: Rig {}

  class Lantern: DefaultInitializable { required init() {} }
  final class StormLantern: Lantern {}

  final class Searchlight: DefaultInitializable, Scoped {
    static var scope: Scope { .singleton }
  }

  protocol Signal: AnyObject { var range: Double { get } }
  final class Flare: Signal {
    let range: Double
    init(range: Double) { self.range = range }
  }
}

// MARK: - Parts of a harbor

extension Objection {
  /// Records events in order.
  final class Logbook {
    private(set) var entries: [String] = []
    func note(_ entry: String) { entries.append(entry) }
  }

  final class Harbor: DefaultInitializable, Scoped {
    static var scope: Scope { .singleton }
  }

  final class Berth: Injectable, DefaultInitializable {
    var harbor: Harbor!
    static var requires: [PartialKeyPath<Berth>] { [\.harbor] }
  }

  final class Shipyard: Injectable, DefaultInitializable, Scoped {
    var factory: ObjectFactory!
    static var scope: Scope { .singleton }
    static var requires: [PartialKeyPath<Shipyard>] { [\.factory] }
  }

  /// A singleton that notes when it awakes.
  final class Beacon: Injectable, DefaultInitializable, Scoped, AwakesFromInjection {
    var logbook: Logbook!
    static var scope: Scope { .singleton }
    static var requires: [PartialKeyPath<Beacon>] { [\.logbook] }
    func awakeFromInjection() { logbook.note("beacon") }
  }

  /// New for each request, unless a module says otherwise; notes when it awakes.
  final class Foghorn: Injectable, DefaultInitializable, AwakesFromInjection {
    var logbook: Logbook!
    static var requires: [PartialKeyPath<Foghorn>] { [\.logbook] }
    func awakeFromInjection() { logbook.note("foghorn") }
  }

  protocol Surveyor: AnyObject {
    static func survey() -> String
  }
  final class TidalSurveyor: Surveyor {
    static func survey() -> String { "two meters at ebb" }
  }

  protocol Guide: AnyObject {}
  final class Compass: DefaultInitializable {}
  class Pilot: Injectable {
    let license: String
    var compass: Compass!
    init(license: String) { self.license = license }
    class var requires: Requirements { requiring(\.compass) }
  }
  final class HarborPilot: Pilot, Guide, InitializerDeclaring, Scoped {
    static var scope: Scope { .singleton }
    static var initializer: Initializer {
      Initializer(HarborPilot.init(license:), .default("provisional"))
    }
  }
}
