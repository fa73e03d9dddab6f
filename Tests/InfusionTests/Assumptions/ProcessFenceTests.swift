import Infusion
import Synchronization
import Testing

/// A fence that one thread runs orders what the others do, though these run none.
struct ProcessFenceTests {
  /// What the threads share.
  private final class Words: Sendable {
    let step = Atomic<Int>(0)
    let present = Atomic<Int>(0)
    let isDone = Atomic<Bool>(false)
  }

  /// The reader counts up, and looks after each step what is in force; the writer replaces that, and
  /// looks how far the reader has come. A step that the writer has not seen comes before a look at
  /// what the writer had put in force.
  ///
  /// On two idle cores, an optimized build finds thousands of errors if the fence is left out.
  @Test(.enabled(if: ProcessFence.isUsed))
  func eitherTheWriterSeesTheReaderOrTheReaderSeesTheWriter() throws {
    let words = Words()
    let views = onThreads(2) { $0 == 0 ? read(words) : write(words) }
    let (looks, steps) = (try #require(views[0]).get(), try #require(views[1]).get())
    let missed = steps.indices.count { change in
      let next = steps[change] + 1
      return next < looks.count && looks[next] < change
    }
    #expect(missed == 0)
  }

  /// - Returns: What was in force, by step.
  private func read(_ words: Words) -> [Int] {
    var looks = [0]
    for step in 1...1_000_000 {
      words.step.store(step, ordering: .releasing)
      looks.append(words.present.load(ordering: .acquiring))
    }
    words.isDone.store(true, ordering: .relaxed)
    return looks
  }

  /// - Returns: The step that the reader had reached, by change.
  private func write(_ words: Words) -> [Int] {
    var steps = [0]
    while !words.isDone.load(ordering: .relaxed) {
      _ = words.present.exchange(steps.count, ordering: .sequentiallyConsistent)
      #expect(ProcessFence.run())
      steps.append(words.step.load(ordering: .sequentiallyConsistent))
    }
    return steps
  }
}
