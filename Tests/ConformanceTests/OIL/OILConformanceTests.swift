import Infusion
import Testing

extension OIL {
  @Suite("OIL") struct ConformanceTests {
    private func makeComposer(_ name: String) -> Composer {
      let composer = Composer()
      composer.name = name
      return composer
    }

    @Test("OIL-1: a class that was never configured is created")
    func unknownClass() throws {
      let injector = try Injector()
      let score = try injector.resolve(Score.self)
      #expect(score.title == "untitled")
      #expect(try injector.resolve(Score.self) !== score)
    }

    @Test("OIL-2: a closure makes the objects of a class")
    func closure() throws {
      let injector = try Injector { binder in
        binder.bind(Score.self).to { () -> Score in
          let score = Score()
          score.title = "Suite"
          return score
        }
      }
      #expect(try injector.resolve(Score.self).title == "Suite")
    }

    @Test("OIL-3: a class or protocol marked as a singleton is one object; an unmarked one is not")
    func singleton() throws {
      let injector = try Injector { $0.bind((any Instrument).self).to { Cello() } }
      let before = try injector.resolve(Composer.self)
      try injector.update { binder in
        binder.rescope(Composer.self, to: .singleton)
        binder.rescope((any Instrument).self, to: .singleton)
      }
      let composer = try injector.resolve(Composer.self)
      #expect(composer !== before)
      #expect(try injector.resolve(Composer.self) === composer)
      let instrument = try injector.resolve((any Instrument).self)
      #expect(try injector.resolve((any Instrument).self) === instrument)
      try injector.update { $0.rescope(Composer.self, to: .unscoped) }
      #expect(try injector.resolve(Composer.self) !== injector.resolve(Composer.self))
    }

    // Other tests set the injector of the process, too, so this test runs in its own process.
    @Test("OIL-4: an object from another injector reads its marker from the default injector")
    func defaultInjectorFillsMarkers() async {
      await #expect(processExitsWith: .success) {
        let journal = Journal()
        let standard = try Injector { binder in
          binder.bind(Composer.self).to { () -> Composer in
            journal.count += 1
            let composer = Composer()
            composer.name = "Clara"
            return composer
          }
        }
        Injector.setDefault(standard)
        let other = try Injector { $0.bind(Score.self).to { Score() }.asIs() }
        // Making another injector does not affect the default one.
        #expect(try Injector.default === standard)
        let score = try other.resolve(Score.self)
        #expect(journal.count == 0)
        #expect(score.arranger.name == "Clara")
        // The marker keeps the value that it has read.
        #expect(score.arranger === score.arranger)
        #expect(journal.count == 1)
        Injector.clear()
      }
    }

    @Test("OIL-5: an assigned value wins over the marker")
    func assignedValue() throws {
      let mine = makeComposer("Fanny")
      let score = Score()
      score.arranger = mine
      let injector = try Injector { binder in
        binder.bind(Composer.self).to { () -> Composer in
          Issue.record("the marker has a value and must not request one")
          return Composer()
        }
      }
      Injector.withCurrent(injector) { #expect(score.arranger === mine) }
    }

    @Test("OIL-6: a closure resolves parts of its object from the injector that it receives")
    func complexObject() throws {
      let injector = try Injector { binder in
        binder.bind(Composer.self).to { makeComposer("Clara") }
        binder.bind(Score.self).to { injector in
          let score = Score()
          score.title = "Trio"
          score.composer = try injector.resolve()
          return score
        }
      }
      let score = try injector.resolve(Score.self)
      #expect(score.title == "Trio")
      #expect(score.composer?.name == "Clara")
    }

    @Test("OIL-7: a protocol is bound to a closure")
    func protocolBinding() throws {
      let injector = try Injector { $0.bind((any Instrument).self).to { Cello() } }
      #expect(try injector.resolve((any Instrument).self) is Cello)
    }
  }

  private final class Journal {
    var count = 0
  }
}
