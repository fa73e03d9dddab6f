/// How many objects of the model have been made; each scenario is checked against it.
///
/// One addition to memory, paid by hand-written code and by the injector alike. Objects are made on
/// one thread at a time only.
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

/// A protocol that structures could adopt too: its values are five words instead of two.
protocol AnyService {}
final class AnyServiceImpl: AnyService {
  init() { objectsMade &+= 1 }
}
