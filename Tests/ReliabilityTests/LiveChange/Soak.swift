import Infusion
import Testing
import WorkCounts

/// One thread binds a singleton again and again while others resolve and inject it.
final class Soak: Sendable {
  private static let readers = 3
  /// The initial binding, which the later ones hide; the present binding, and its object.
  private static let keptObjects = 3
  /// For each reader, the binding that its request reads, and the object of that binding.
  ///
  /// A reader begins no request while it holds the object of another one.
  private static let mostObjects = keptObjects + 2 * readers
  /// How much the heap may grow: threads hold memory for a time.
  private static let slack: UInt64 = 256 * 1024

  private let rebinds: Int
  private let live = Counter()
  private let reads = Counter()
  /// The readers that have begun: from then on, they hold the memory that a thread needs.
  private let begun = Latch(Soak.readers)
  private let isOver = Flag()
  private let mostLive = Locked(0)
  private let heap = Locked<[UInt64]>([])

  init(rebinds: Int) { self.rebinds = max(rebinds, 100) }

  func run() throws {
    do {
      let injector = try Injector { [live] binder in bind(0, binder, .singleton, live) }
      onThreads(1 + Self.readers, within: .seconds(3_600)) { thread in
        if thread == 0 { self.write(injector) } else { self.read(injector, injects: thread == 1) }
      }
      #expect(try injector.resolve(Version.self).number == rebinds)
      expectEventually { live.value == Self.keptObjects }
    }
    expectEventually { live.value == 0 }
    #expect(mostLive.current <= Self.mostObjects)
    let heap = heap.current
    // During the first tenth, caches fill and the library meets the threads.
    let early = heap.prefix(heap.count / 10).max() ?? 0
    let late = heap.dropFirst(heap.count / 10).max() ?? 0
    #expect(late <= early + Self.slack, "\(heap)")
    #expect(reads.value > 0)
  }

  private func write(_ injector: Injector) {
    defer { isOver.raise() }
    #expect(begun.wait())
    for number in 1...rebinds {
      do {
        try injector.update { binder in bind(number, binder, .singleton, live) }
      } catch {
        Issue.record("\(error)")
        return
      }
      mostLive.with { $0 = max($0, live.value) }
      if number % (rebinds / 100) == 0 { heap.with { $0.append(heapBytesInUse()) } }
    }
  }

  private func read(_ injector: Injector, injects: Bool) {
    var (last, isFirst) = (0, true)
    repeat {
      do {
        let found: Version
        if injects {
          let holder = VersionHolder()
          try injector.injectDependencies(into: holder)
          found = holder.version
        } else {
          found = try injector.resolve(Version.self)
        }
        if found.number < last { Issue.record("\(found.number) after \(last)") }
        last = found.number
        reads.increment()
        if isFirst { begun.countDown() }
        isFirst = false
      } catch {
        Issue.record("\(error)")
        return
      }
    } while !isOver.isRaised
  }

  var figures: String {
    let heap = heap.current
    return """
      \(rebinds) rebinds beside \(reads.value) requests, at most \(mostLive.current) objects live; \
      bytes in use after 1 %: \(heap.first ?? 0), 10 %: \(heap[heap.count / 10]), \
      100 %: \(heap.last ?? 0), most: \(heap.max() ?? 0)
      """
  }
}
