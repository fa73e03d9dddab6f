/// What users of the libraries before this one complained about or asked for.
///
/// The name of each test says which thread it answers. Those of "python-inject" are about the
/// library that OCInject is a port of, those of "SwiftSuspenders" about a relative of
/// Gummi-Injection.
enum Requests {
  /// What happened, in order.
  final class Journal {
    private(set) var entries: [String] = []
    func note(_ entry: String) { entries.append(entry) }
  }
}
