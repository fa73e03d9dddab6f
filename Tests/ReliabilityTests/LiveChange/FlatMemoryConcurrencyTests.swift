import Infusion
import Testing

/// Old contents are released in bounded time, however often an injector changes.
struct FlatMemoryConcurrencyTests {
  /// In its own process, whose heap no other test uses.
  @Test func rebindingKeepsMemoryFlat() async throws {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardOutputContent]
    ) {
      let soak = Soak(rebinds: Settings.times(20_000))
      try soak.run()
      print("soak: \(soak.figures)")
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    for line in output.split(separator: "\n") where line.hasPrefix("soak: ") { print(line) }
  }

  @Test func rebindingContributionsKeepsAChildsMemoryFlat() throws {
    let live = Counter()
    let injector = try Injector { bind(0, $0, .contributed, live) }
    let child = try injector.makeChild()
    for number in 1...Settings.times(2_000) {
      try injector.update { binder in
        binder.unbind([Version].self)
        bind(number, binder, .contributed, live)
      }
      #expect(try child.resolve([Version].self).map(\.number) == [number])
      guard live.value < 50 else {
        Issue.record("\(live.value) objects live after \(number) updates")
        return
      }
    }
  }

  @Test func installingAndUninstallingKeepsMemoryFlat() throws {
    let live = Counter()
    let injector = try Injector(BaseModule(live: live))
    let child = try injector.makeChild()
    for _ in 1...Settings.times(2_000) {
      try injector.update { $0.install(ShadowingModule(live: live)) }
      expectComplete(try child.resolve(Part.self))
      expectComplete(try injector.resolve(Part.self, named: "kept"))
      try injector.update { $0.uninstall(ShadowingModule.self) }
      expectComplete(try child.resolve(Part.self))
      guard live.value < 60 else {
        Issue.record("\(live.value) objects live")
        return
      }
    }
  }

  @Test func releasedChildrenLeaveNothingBehind() throws {
    let live = Counter()
    let injector = try Injector(BaseModule(live: live))
    onThreads(4) { _ in
      for number in 0..<Settings.times(2_000) {
        do {
          let child = try injector.makeChild { $0.bind(Leaf.self).to { Leaf(live, number) } }
          let part = try child.resolve(Part.self)
          if part.leaf.number != number { Issue.record("another child's binding") }
          _ = try child.resolve([Part].self)
        } catch {
          Issue.record("\(error)")
          return
        }
      }
    }
    expectEventually { live.value < 20 }
  }
}
