import Infusion

/// The root of a chain of fifty classes, whose properties are the indices of a subscript.
class C00 {
  private(set) var sets = 0
  private(set) var order: [Int] = []
  subscript(index: Int) -> Counter? {
    get { nil }
    set {
      if newValue != nil { sets += 1 }
      order.append(index)
    }
  }

  required init() {}

  /// All classes, the root first.
  static let chain: [C00.Type] = [
    C00.self, C01.self, C02.self, C03.self, C04.self,
    C05.self, C06.self, C07.self, C08.self, C09.self,
    C10.self, C11.self, C12.self, C13.self, C14.self,
    C15.self, C16.self, C17.self, C18.self, C19.self,
    C20.self, C21.self, C22.self, C23.self, C24.self,
    C25.self, C26.self, C27.self, C28.self, C29.self,
    C30.self, C31.self, C32.self, C33.self, C34.self,
    C35.self, C36.self, C37.self, C38.self, C39.self,
    C40.self, C41.self, C42.self, C43.self, C44.self,
    C45.self, C46.self, C47.self, C48.self, C49.self,
  ]
}

/// Adds properties of one class: their indices follow those of its superclasses.
func extend<Extended: C00>(_ cls: Extended.Type, _ count: Int, _ binder: Binder) {
  let first = (C00.chain.firstIndex { $0 == cls } ?? 0) * count
  for index in first..<first + count {
    binder.extend(cls).injecting(\.[index])
  }
}

class C01: C00 {}
class C02: C01 {}
class C03: C02 {}
class C04: C03 {}
class C05: C04 {}
class C06: C05 {}
class C07: C06 {}
class C08: C07 {}
class C09: C08 {}
class C10: C09 {}
class C11: C10 {}
class C12: C11 {}
class C13: C12 {}
class C14: C13 {}
class C15: C14 {}
class C16: C15 {}
class C17: C16 {}
class C18: C17 {}
class C19: C18 {}
class C20: C19 {}
class C21: C20 {}
class C22: C21 {}
class C23: C22 {}
class C24: C23 {}
class C25: C24 {}
class C26: C25 {}
class C27: C26 {}
class C28: C27 {}
class C29: C28 {}
class C30: C29 {}
class C31: C30 {}
class C32: C31 {}
class C33: C32 {}
class C34: C33 {}
class C35: C34 {}
class C36: C35 {}
class C37: C36 {}
class C38: C37 {}
class C39: C38 {}
class C40: C39 {}
class C41: C40 {}
class C42: C41 {}
class C43: C42 {}
class C44: C43 {}
class C45: C44 {}
class C46: C45 {}
class C47: C46 {}
class C48: C47 {}
class C49: C48 {}
