import Infusion
import Testing

/// Several threads make every kind of change at once.
struct MixedChangeConcurrencyTests {
  @Test func everythingAtOnceLeavesNothingBehind() throws {
    let live = Counter()
    let made = Counter()
    let operations = Counter()
    do {
      let injector = try Injector(BaseModule(live: live))
      onThreads(6) { thread in
        var random = SeededGenerator(seed: UInt64(thread))
        var child: Injector?
        for _ in 0..<Settings.times(3_000) {
          operations.increment()
          do {
            switch thread < 3 ? random.below(4) : random.below(14) {
            case 0: try expectComplete(injector.resolve(Part.self))
            case 1: try expectComplete(injector.resolve(Part.self, named: "kept"))
            case 2: try expectComplete((child ?? injector).resolve(Part.self, named: "kept"))
            case 3:
              let owner = Owner()
              try (child ?? injector).injectDependencies(into: owner)
              expectComplete(owner.part)
              owner.parts.forEach(expectComplete)
            case 4: try injector.update { $0.install(ShadowingModule(live: live)) }
            case 5: try injector.update { $0.uninstall(ShadowingModule.self) }
            case 6: injector.releaseSingletons()
            case 7:
              let number = random.below(3)
              child = try injector.makeChild { binder in
                binder.bind(Leaf.self).to { Leaf(live, number) }
                binder.contribute(Part.self).to { Part(live) }
              }
            case 8: child = nil
            case 9:
              try expectComplete(injector.adding(ShadowingModule(live: live)).resolve(Part.self))
            case 10:
              let derived = try injector.removing(BaseModule.self)
              _ = try? derived.resolve(Part.self)
            case 11: try injector.update { $0.rescope(Part.self, to: .singleton) }
            case 12:
              try injector.update { binder in
                binder.bind(Part.self, named: "kept").to { Part(live) }.asEagerSingleton()
              }
            default:
              injector.reset()
              try injector.update { $0.install(BaseModule(live: live)) }
            }
          } catch let error as InjectionError
            where [.missingBinding, .boundInChild, .deadlock].contains(error.code)
          {
            // Another thread has reset the injector.
            made.increment()
          } catch {
            Issue.record("\(error)")
          }
        }
      }
    }
    expectEventually { live.value == 0 }
    #expect(operations.value == 6 * Settings.times(3_000))
  }

  /// Each release causes at most one more object.
  @Test func releasedSingletonsAreMadeOnceMore() throws {
    let made = Counter()
    let releases = Counter()
    let isOver = Flag()
    let injector = try Injector { binder in
      binder.bind(Owner.self).to {
        made.increment()
        return Owner()
      }.in(.singleton)
      binder.install(BaseModule(live: Counter()))
    }
    onThreads(4) { thread in
      if thread == 0 {
        for _ in 0..<Settings.times(2_000) {
          releases.increment()
          injector.releaseSingletons()
          yieldThread()
        }
        isOver.raise()
        return
      }
      repeat {
        guard let owner = try? injector.resolve(Owner.self) else {
          Issue.record("a singleton could not be made")
          return
        }
        expectComplete(owner.part)
      } while !isOver.isRaised
    }
    #expect(made.value <= releases.value + 1)
  }
}
