import Books
import Infusion
import Observation

/// What all screen models share.
@Observable
open class ScreenModel: Injectable {
  @ObservationIgnored public private(set) var log: (any EventLog)!
  open class var requires: Requirements { requiring(\.log) }

  public init() {}
}
