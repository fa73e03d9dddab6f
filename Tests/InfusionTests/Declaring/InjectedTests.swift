import Infusion
import Testing

private protocol Plugin: AnyObject {}
private final class Part: DefaultInitializable, Plugin {}
private final class Radio {}
private final class Unbound {}

private class Cockpit {
  static let leftAt: UInt = #line + 2
  @Injected var part: Part
  @Injected("left") var left: Radio
  @Injected var radio: Radio?
}
private class Glass: Cockpit {
  var plain = 1
  @Injected private var hidden: Part
  @Injected var plugins: [any Plugin]
  var hiddenPart: Part { hidden }
}
private final class Jet: Glass {
  @Injected var later: Lazy<Part>
  @Injected var volume: Int
}
private final class OptionalOnly {
  @Injected var radio: Radio?
  @Injected("left") var left: Radio?
}
private final class SelfResolving {
  @Injected var part: Part
  @Injected var unbound: Unbound
}
private final class `Raw names!` {
  @Injected var `front part`: Part
  @Injected var `unbound!`: Unbound
}
private final class Marked {
  @Injected var part: Part
}
/// Has fields of many sizes before and between the markers.
private class Padded<Value> {
  var flag = true
  var value: Value
  @Injected var first: Part
  var small: UInt8 = 7
  var triple: (Int, Bool, String) = (1, true, "three")
  @Injected("left") var second: Radio
  var optional: Double?
  init(_ value: Value) { self.value = value }
}
private final class PaddedBelow: Padded<(Int32, Bool)> {
  weak var fleeting: Part?
  let bytes: [UInt8] = [1, 2, 3]
  @Injected var third: Part
}
private final class Describing: CustomReflectable {
  @Injected var part: Part
  var customMirror: Mirror { Mirror(self, children: [], displayStyle: .class) }
}
private final class Listed: Injectable {
  var sets: [String] = []
  var plain: Part! {
    didSet { sets.append("plain") }
  }
  @Injected var marked: Part
  static var requires: Requirements { requiring(\.plain) }
}

struct InjectedTests {
  private let left = Radio()
  private let injector: Injector

  init() throws {
    let left = left
    injector = try Injector { binder in
      binder.bind(Part.self).to { Part() }
      binder.bind(Radio.self, named: "left").to(instance: left)
      binder.contribute((any Plugin).self).to(Part.self) { $0 }
      binder.bind(Int.self).to { 11 }
    }
  }

  @Test func markerIsFoundWithoutAnyConformance() throws {
    let marked = Marked()
    try injector.injectDependencies(into: marked)
    // Without a current injector, resolving would throw.
    #expect(try marked.$part.resolve() === marked.part)
  }

  @Test func markersAreFoundInTheClassAndAllItsSuperclasses() throws {
    let jet = Jet()
    try injector.injectDependencies(into: jet)
    try jet.$part.resolve()
    #expect(jet.left === left)
    #expect(jet.plugins.count == 1)
    #expect(jet.hiddenPart !== jet.part)
    #expect(try jet.later.get() === jet.later.get())
    #expect(jet.volume == 11)
    #expect(jet.plain == 1)
  }

  @Test func markersWithRawIdentifiersAreFound() throws {
    let object = `Raw names!`()
    let incomplete = error { try Injector().injectDependencies(into: object) }
    #expect(incomplete?.property?.name == "`unbound!`")
    let bind: (Binder) -> Void = { $0.bind(Unbound.self).to { Unbound() }.in(.singleton) }
    let (injector, other) = (try Injector(bind), try Injector(bind))
    try injector.injectDependencies(into: object)
    let found = Injector.withCurrent(other) { object.`unbound!` }
    #expect(try found === injector.resolve(Unbound.self))
  }

  @Test func namedMarkerAsksForItsName() throws {
    let cockpit = Cockpit()
    try injector.injectDependencies(into: cockpit)
    #expect(cockpit.left === left)
    let error = try failure {
      try Injector { $0.bind(Radio.self).to { Radio() } }.injectDependencies(into: Cockpit())
    }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Radio.self, named: "left"))
  }

  @Test func missingMarkerNamesClassAndProperty() throws {
    let error = try failure { try Injector().injectDependencies(into: Cockpit()) }
    #expect(error.code == .missingBinding)
    #expect(error.property?.name == "left")
    #expect(error.description.contains("Cockpit.left"))
    #expect(error.path.first?.location?.fileID == "InfusionTests/InjectedTests.swift")
    #expect(error.path.first?.location?.line == Cockpit.leftAt)
  }

  @Test func optionalMarkerIsSetWhenSomethingProvidesIt() throws {
    let object = OptionalOnly()
    let radio = Radio()
    try Injector { $0.bind(Radio.self).to(instance: radio) }.injectDependencies(into: object)
    #expect(try object.$radio.resolve() === radio)
  }

  @Test func optionalMarkerIsNilWhenNothingProvidesIt() throws {
    let object = OptionalOnly()
    try Injector().injectDependencies(into: object)
    // After the injection, it does not ask the current injector; there is none.
    let radio = try object.$radio.resolve()
    #expect(radio == nil)
    let left = try object.$left.resolve()
    #expect(left == nil)
  }

  @Test func injectedOptionalMarkerDoesNotAskTheCurrentInjector() throws {
    let object = OptionalOnly()
    try Injector().injectDependencies(into: object)
    let current = try Injector { $0.bind(Radio.self).to { Radio() } }
    let radio = Injector.withCurrent(current) { object.radio }
    #expect(radio == nil)
  }

  @Test func optionalMarkerKeepsItsValueWhenNothingProvidesIt() throws {
    let object = OptionalOnly()
    let radio = Radio()
    object.radio = radio
    try Injector().injectDependencies(into: object)
    #expect(object.radio === radio)
  }

  @Test func optionalMarkerIsNilWhenItsBindingProvidesNothing() throws {
    let object = OptionalOnly()
    object.radio = Radio()
    try Injector { $0.bind(Radio.self).toNothing() }.injectDependencies(into: object)
    #expect(object.radio == nil)
  }

  @Test func markerIsSettableLikeAnyProperty() throws {
    let marked = Marked()
    let part = Part()
    marked.part = part
    #expect(marked.part === part)
    try injector.injectDependencies(into: marked)
    #expect(marked.part !== part)
    marked.part = part
    #expect(marked.part === part)
  }

  @Test func copiesOfAStructureShareAMarker() {
    struct Desk { @Injected var number: Int }
    let desk = Desk()
    let copy = desk
    copy.number = 3
    #expect(desk.number == 3)
  }

  @Test func markerIsMemoized() throws {
    let marked = Marked()
    try injector.injectDependencies(into: marked)
    #expect(marked.part === marked.part)
  }

  @Test func readBeforeAnyInjectionResolvesFromTheCurrentInjectorOnce() throws {
    let counter = Counter()
    let current = try Injector {
      $0.bind(Part.self).to { () -> Part in
        counter.next()
        return Part()
      }
    }
    let object = SelfResolving()
    let part = Injector.withCurrent(current) { object.part }
    #expect(object.part === part)
    #expect(counter.value == 1)
  }

  @Test func valueSetByHandIsNotResolved() throws {
    let object = SelfResolving()
    let unbound = Unbound()
    object.unbound = unbound
    let resolved = try Injector.withCurrent(injector) { try object.$unbound.resolve() }
    #expect(resolved === unbound)
  }

  @Test func injectionReplacesAValueThatTheMarkerResolved() throws {
    let marked = Marked()
    let first = Injector.withCurrent(injector) { marked.part }
    try injector.injectDependencies(into: marked)
    #expect(marked.part !== first)
  }

  @Test func resolveThrowsAndTheNextCallTriesAgain() throws {
    let object = SelfResolving()
    let error = try failure {
      try Injector.withCurrent(injector) { _ = try object.$unbound.resolve() }
    }
    #expect(error.code == .missingBinding)
    #expect(error.key == Key(Unbound.self))
    let unbound = Unbound()
    let complete = try Injector { $0.bind(Unbound.self).to(instance: unbound) }
    let resolved = try Injector.withCurrent(complete) { try object.$unbound.resolve() }
    #expect(resolved === unbound)
  }

  @Test func selfResolvingOptionalMarkerIsNilWhenNothingProvidesIt() throws {
    let object = OptionalOnly()
    let radio = try Injector.withCurrent(Injector()) { try object.$radio.resolve() }
    #expect(radio == nil)
  }

  @Test func optionalMarkerOfAHandleIsNilWhenNothingProvidesItsValue() throws {
    final class Relay {
      @Injected var lazy: Lazy<Radio>?
      @Injected var provider: Provider<Radio>?
    }
    let (injected, read) = (Relay(), Relay())
    let injector = try Injector()
    try injector.injectDependencies(into: injected)
    #expect(injected.lazy == nil && injected.provider == nil)
    Injector.withCurrent(injector) { #expect(read.lazy == nil && read.provider == nil) }
    let bound = try Injector { $0.bind(Radio.self).to { Radio() } }
    let other = Relay()
    Injector.withCurrent(bound) { #expect(other.lazy != nil && other.provider != nil) }
  }

  @Test func readThatCannotBeSatisfiedStopsWithTheTextOfTheError() async throws {
    let result = try #require(
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let injector = try Injector()
        Injector.withCurrent(injector) { _ = SelfResolving().unbound }
      })
    let text = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(text.contains("[Infusion/missingBinding]"))
    #expect(text.contains("Unbound"))
  }

  @Test func resolveWithoutAnyInjectorThrows() async {
    await #expect(processExitsWith: .success) {
      let error = try failure { _ = try SelfResolving().$part.resolve() }
      #expect(error.code == .noDefaultInjector)
    }
  }

  @Test func markersOfLaterObjectsAreFoundWhateverTheOtherFieldsHold() throws {
    var firsts: [Part] = []
    for round in 0..<4 {
      let object = PaddedBelow((Int32(round), round % 2 == 0))
      object.small = UInt8(round)
      object.optional = round == 0 ? nil : 1
      try injector.injectDependencies(into: object)
      firsts.append(object.first)
      #expect(try object.$first.resolve() !== object.$third.resolve())
      #expect(object.second === left)
      #expect(object.value == (Int32(round), round % 2 == 0))
      #expect(object.small == UInt8(round))
      #expect(object.triple == (1, true, "three"))
    }
    #expect(Set(firsts.map { ObjectIdentifier($0) }).count == 4)
  }

  @Test func eachSpecializationOfAGenericClassHasItsOwnOffsets() throws {
    let narrow = Padded(UInt8(1))
    let wide = Padded((1, 2, 3, 4))
    let text = Padded("a text that is too long to be stored in place")
    try injector.injectDependencies(into: narrow)
    try injector.injectDependencies(into: wide)
    try injector.injectDependencies(into: text)
    #expect(try narrow.$first.resolve() !== wide.$first.resolve())
    #expect(try text.$second.resolve() === left)
    #expect(wide.value == (1, 2, 3, 4))
    #expect(text.value == "a text that is too long to be stored in place")
  }

  @Test func markersAreFoundWhateverTheMirrorOfTheClassShows() throws {
    for _ in 0..<3 {
      let object = Describing()
      try injector.injectDependencies(into: object)
      #expect(try object.$part.resolve() === object.part)
    }
  }

  @Test func markersAndListedPropertiesAreInjectedTogether() throws {
    let listed = Listed()
    try injector.injectDependencies(into: listed)
    #expect(listed.plain != nil)
    #expect(listed.sets == ["plain"])
    #expect(try listed.$marked.resolve() !== listed.plain)
  }
}
