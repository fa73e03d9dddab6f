import Infusion
import Testing

private final class Plain {}

/// What validation finds, what it does not take for a mistake, and what it says about it.
struct ValidationFindingTests {
  // MARK: - Texts

  /// Only the last one is in force.
  @Test func ofThreeBindingsEachIsHiddenByTheNextOne() throws {
    let injector = try Injector { binder in
      for line in 1...3 as ClosedRange<UInt> {
        binder.bind(Plain.self, fileID: "App/App.swift", line: line).to { Plain() }
      }
    }
    let texts = validationErrors(of: injector).map(\.description)
    #expect(texts.count == 2)
    for (line, text) in zip(1..., texts) {
      #expect(text.contains("earlier: bound at App.swift:\(line)"))
      #expect(text.contains("later:   bound at App.swift:\(line + 1)"))
      #expect(!text.contains("in force"))
    }
  }
}
