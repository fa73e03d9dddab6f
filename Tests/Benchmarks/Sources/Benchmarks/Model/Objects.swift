/// The number of objects of the model made so far; each scenario checks it.
///
/// Counting costs one addition in memory, for hand-written code and for the injector alike. Only
/// one thread at a time makes objects.
nonisolated(unsafe) var objectsMade = 0

public final class Leaf {
  init() { objectsMade &+= 1 }
}

/// Shared by two threads in one of the scenarios. It has no state.
public final class Single: Sendable {
  init() { objectsMade &+= 1 }
}

public protocol Service: AnyObject {}
final class ServiceImpl: Service {
  init() { objectsMade &+= 1 }
}

/// A protocol that structures may adopt, too: its values are five words instead of two.
protocol AnyService {}
final class AnyServiceImpl: AnyService {
  init() { objectsMade &+= 1 }
}
