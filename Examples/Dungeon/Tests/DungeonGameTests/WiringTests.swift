import Infusion
import InfusionTesting
import Synchronization
import Testing

@testable import DungeonGame

struct WiringTests {
  @Test func theGraphIncludingDecodedClassesIsValid() {
    expectValidGraph(
      GameModule(level: .empty), including: EntityKind.allCases.map(\.type))
  }

  @Test func validationReportsWhatItExamined() throws {
    #expect(try Wiring().validation().contains("bindings and classes were examined."))
  }

  @Test func withoutCombatAllMissingBindingsAreReportedAtOnce() {
    var wiring = Wiring()
    wiring.omitted = [.combat]
    let error = #expect(throws: InjectionError.self) { try wiring.validation() }
    #expect(error?.code == .several)
    let text = "\(error!)"
    #expect(text.contains("Nothing provides 'any Attack', which 'Creature' requires."))
    #expect(text.contains("Nothing provides 'any Attack' named \"fire\", which 'Dragon' requires."))
  }

  @Test func theErrorNamesTheEntityThatLacksADependency() throws {
    var wiring = Wiring()
    wiring.write = { Issue.record("\($0) is written") }
    wiring.omitted = [.monsters]
    let error = #expect(throws: EntityError.self) {
      try Adventure(.corridor(), wiring).play(turns: 1)
    }
    #expect(error?.entity == "snik")
    #expect(error?.reason.code == .missingBinding)
    #expect(error?.reason.key == Infusion.Key(Band.self))
  }

  @Test func theGraphShowsWhichClassRequiresWhat() throws {
    let wiring = Wiring()
    let text = try wiring.graph(as: .text)
    #expect(text.contains("Dragon (made elsewhere)"))
    #expect(text.contains("attack: any Attack \"fire\""))
    #expect(text.contains("blessing: Blessing (optional, not bound)"))
    #expect(try wiring.graph(as: .dot).hasPrefix("digraph"))
    #expect(try wiring.graph(as: .mermaid).hasPrefix("flowchart"))
  }

  @Test func injectionsCanBeObserved() throws {
    let lines = Mutex<[String]>([])
    var wiring = Wiring()
    wiring.write = { _ in }
    wiring.writeInjection = { line in lines.withLock { $0.append(line) } }
    let level = try Level.corridor()
    let injector = try wiring.injector(for: level)
    try injector.injectDependencies(intoEach: level.entities)
    let all = lines.withLock { $0 }
    #expect(all.contains("injected Dragon, unscoped"))
    #expect(all.contains("  created World, singleton"))
    #expect(all.contains("  reused World, singleton"))
  }
}
