import Infusion

/// Injected once in a process, to measure the first injection of a class.
final class FirstOfFour: Injectable {
  var leaf: Leaf?
  var service: (any Service)?
  var single: Single?
  var d1: D1?
  static var requires: Requirements { requiring(\.leaf, \.service, \.single, \.d1) }
}

/// The same with twenty properties.
final class FirstOfTwenty: Injectable {
  var leaf1: Leaf?
  var leaf2: Leaf?
  var leaf3: Leaf?
  var leaf4: Leaf?
  var leaf5: Leaf?
  var service1: (any Service)?
  var service2: (any Service)?
  var service3: (any Service)?
  var service4: (any Service)?
  var service5: (any Service)?
  var service6: (any Service)?
  var single1: Single?
  var single2: Single?
  var single3: Single?
  var single4: Single?
  var single5: Single?
  var d1: D1?
  var d2: D2?
  var d3: D3?
  var d4: D4?
  static var requires: Requirements {
    requiring(\.leaf1, \.leaf2, \.leaf3, \.leaf4, \.leaf5)
      + requiring(\.service1, \.service2, \.service3, \.service4, \.service5, \.service6)
      + requiring(\.single1, \.single2, \.single3, \.single4, \.single5)
      + requiring(\.d1, \.d2, \.d3, \.d4)
  }
}
