import Infusion

/// An object that records its awaking, its release and its end.
class Resource: AwakesFromInjection, ReleasesFromInjection {
  let name: String
  let journal: Journal
  var failsToRelease = false

  init(_ name: String, _ journal: Journal) {
    self.name = name
    self.journal = journal
  }

  func awakeFromInjection() { journal.note("+\(name)") }

  func releaseFromInjection() throws {
    journal.note("-\(name)")
    if failsToRelease { throw Mishap() }
  }
}

/// A resource that depends on up to three others.
final class CompositeResource: Resource {
  var first: Resource?
  var second: Resource?
  var third: Resource?
}

extension Journal {
  /// The entries since the last call.
  func take() -> String {
    defer { clear() }
    return entries.joined(separator: " ")
  }
}
