import Infusion

/// The behaviors of OIL, replayed in a concert hall.
enum OIL {
  class Musician: DefaultInitializable {
    var name = "unknown"
    required init() {}
  }
  final class Composer: Musician {}

  final class Score: DefaultInitializable {
    var title = "untitled"
    var composer: Composer?

    /// Filled by whatever injector is current when it is first read, unless it is set before.
    @Injected var arranger: Composer
  }

  protocol Instrument: AnyObject {}
  final class Cello: Instrument {}
}
