// Every spelling of a requirement that the optimizer turns into a direct store or a setter call.
import Infusion

public class Part {}

public final class Sealed: Injectable {
  public var first: Part?
  public var second: Part!
  public var third: Part!
  public private(set) var fourth: Part!
  public static var requires: Requirements {
    requiring(\.first, \.second) + requiring(\.third, named: "third") + accepting(\.fourth)
  }
}

open class Opened: Injectable {
  open var inherited: Part!
  open var watched: Part! {
    didSet {}
  }
  open class var requires: Requirements { requiring(\.inherited, \.watched) }
}

open class Derived: Opened {
  open var own: Part!
  open weak var fleeting: Part?
  open var count = 0
  open override class var requires: Requirements {
    requiring(\.own) + requiring(\.count, named: "count") + accepting(\.fleeting)
  }
}
