import Books
import Infusion
import Observation

/// What all models of screens have.
@Observable
open class ScreenModel: Injectable {
  @ObservationIgnored public private(set) var log: (any EventLog)!
  open class var requires: Requirements { requiring(\.log) }

  public init() {}
}
