/// Complaints and requests of users of earlier libraries.
///
/// The name of each test gives the number of the thread. Numbers of "python-inject" are those of
/// the library that OCInject is a port of, numbers of "SwiftSuspenders" those of a relative of
/// Gummi-Injection.
enum Requests {
  /// Records events in order.
  final class Journal {
    private(set) var entries: [String] = []
    func note(_ entry: String) { entries.append(entry) }
  }
}
