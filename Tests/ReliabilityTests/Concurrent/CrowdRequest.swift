import Infusion

/// What one outermost call of a thread has seen; used by that thread only, and read at the end.
final class CrowdRequest: @unchecked Sendable {
  @TaskLocal static var current: CrowdRequest?

  let thread: Int
  let title: String
  /// The moments between which it ran.
  let start: Int
  var end = 0
  /// For each shared injector, the first and the last attempt that the call may have seen.
  let low: [Int]
  var high: [Int] = []
  var observations: [Observation] = []
  /// The keys that nothing bound.
  var missing: [CrowdKey] = []
  /// Whether its own code has changed an injector: then it may have seen two states.
  var hasOwnChange = false
  /// The complete singletons that it has received.
  var received: [CrowdFacts] = []
  /// The children that its thread has made for itself.
  var children: [CrowdHome] = []
  /// The attempt of the update under way.
  var attempt: (home: CrowdHome, number: Int)?
  /// The values whose creation observers were told of.
  var creations: [(Key, Int)] = []
  /// How many creators and awakes are running.
  var depth = 0
  var nodes = 0
  var steps = 0
  /// Whether it is what the library's call of user code asks for, which is checked less.
  var isEcho = false

  struct Observation {
    let viewer: CrowdHome
    let key: CrowdKey
    let tags: [Int]
    /// Whether a creator has run; otherwise a value was received.
    let isCreation: Bool
  }

  init(_ thread: Int, _ title: String, _ start: Int, _ homes: [CrowdHome], _ children: [CrowdHome])
  {
    self.thread = thread
    self.title = title
    self.start = start
    self.children = children
    low = homes.map(\.lastCommitted)
  }
}
