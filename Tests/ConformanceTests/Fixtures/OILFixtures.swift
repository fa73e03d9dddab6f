import Infusion

/// The behaviors of OIL, in a concert hall.
enum OIL {
  class Musician: DefaultInitializable {
    var name = "unknown"
    required init() {}
  }
  final class Composer: Musician {}

  final class Score: DefaultInitializable {
    var title = "untitled"
    var composer: Composer?

    /// Resolved by the current injector at the first read, unless the property is set before.
    @Injected var arranger: Composer
  }

  protocol Instrument: AnyObject {}
  final class Cello: Instrument {}
}
