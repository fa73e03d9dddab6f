import Infusion
import Testing

private final class Part: DefaultInitializable {}
private struct Level: Equatable {
  var value: Int
}
private final class Device: Injectable, AwakesFromInjection {
  let journal = Journal()
  var part: Part! {
    didSet { journal.note("part") }
  }
  var level = Level(value: 0) {
    didSet { journal.note("level") }
  }
  var accepted: Part?
  @Injected var marked: Part
  static var requires: Requirements {
    requiring(\.part, \.level) + accepting(\.accepted)
  }
  func awakeFromInjection() { journal.note("awake") }
}

/// Rule 6: injecting an object again repeats everything and overwrites existing values.
struct Rule6InjectingAgainTests {
  @Test func rule6InjectingAgainRepeatsEverything() throws {
    let counter = Counter()
    let injector = try Injector { $0.bind(Level.self).to { Level(value: counter.next()) } }
    let device = Device()
    try injector.injectDependencies(into: device)
    let (part, accepted, marked) = (device.part, device.accepted, device.marked)
    #expect(device.level == Level(value: 1))
    try injector.injectDependencies(into: device)
    #expect(device.level == Level(value: 2))
    #expect(device.part !== part)
    #expect(device.accepted !== accepted)
    #expect(device.marked !== marked)
    #expect(device.journal.entries == ["part", "level", "awake", "part", "level", "awake"])
  }

  @Test func rule6ExistingValuesAreOverwritten() throws {
    let device = Device()
    let part = Part()
    (device.part, device.accepted, device.marked) = (part, part, part)
    device.level = Level(value: 9)
    try Injector { $0.bind(Level.self).to { Level(value: 1) } }.injectDependencies(into: device)
    #expect(device.part !== part)
    #expect(device.accepted !== part)
    #expect(device.marked !== part)
    #expect(device.level == Level(value: 1))
  }

  @Test func rule6AnotherInjectorOverwritesWhatTheFirstOneSet() throws {
    let (first, second) = (Part(), Part())
    let device = Device()
    for part in [first, second] {
      try Injector { binder in
        binder.bind(Part.self).to(instance: part)
        binder.bind(Level.self).to { Level(value: 1) }
      }.injectDependencies(into: device)
      #expect(device.part === part)
      #expect(device.marked === part)
      #expect(device.accepted === part)
    }
  }
}
