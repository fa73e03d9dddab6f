public import Infusion

/// A final class whose list the compiler turns into stores.
final class Target: Injectable {
  var leaf: Leaf?
  var service: (any Service)?
  var single: Single?
  var d1: D1?
  static var requires: Requirements { requiring(\.leaf, \.service, \.single, \.d1) }
}

/// The same with a plain list of key paths.
final class KeyPathTarget: Injectable {
  var leaf: Leaf?
  var service: (any Service)?
  var single: Single?
  var d1: D1?
  static var requires: [PartialKeyPath<KeyPathTarget>] {
    [\.leaf, \.service, \.single, \.d1]
  }
}

/// The same with markers, which reflection finds.
final class MarkedTarget {
  @Injected var leaf: Leaf
  @Injected var service: any Service
  @Injected var single: Single
  @Injected var d1: D1
}

// Open, so that the optimizer does not treat their properties as final if nothing overrides them.

open class OpenTarget: Injectable {
  open var leaf: Leaf?
  open var service: (any Service)?
  open var single: Single?
  open var d1: D1?
  init() {}
  open class var requires: Requirements { requiring(\.leaf, \.service, \.single, \.d1) }
}

open class OpenKeyPathTarget: Injectable {
  open var leaf: Leaf?
  open var service: (any Service)?
  open var single: Single?
  open var d1: D1?
  init() {}
  open class var requires: [AnyKeyPath] {
    [
      \OpenKeyPathTarget.leaf, \OpenKeyPathTarget.service, \OpenKeyPathTarget.single,
      \OpenKeyPathTarget.d1,
    ]
  }
}

open class UpperTarget: Injectable {
  open var leaf: Leaf?
  init() {}
  open class var requires: Requirements { requiring(\.leaf) }
}
open class MiddleTarget: UpperTarget {
  open var service: (any Service)?
  open override class var requires: Requirements { requiring(\.service) }
}
open class LowerTarget: MiddleTarget {
  open var single: Single?
  open var d1: D1?
  open override class var requires: Requirements { requiring(\.single, \.d1) }
}
