import Infusion

/// The root of a chain of fifty classes; its properties are the numbers of a subscript.
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

  static let chain: [C00.Type] = {
    var chain: [C00.Type] = []
    chain.append(C00.self)
    chain.append(C01.self)
    chain.append(C02.self)
    chain.append(C03.self)
    chain.append(C04.self)
    chain.append(C05.self)
    chain.append(C06.self)
    chain.append(C07.self)
    chain.append(C08.self)
    chain.append(C09.self)
    chain.append(C10.self)
    chain.append(C11.self)
    chain.append(C12.self)
    chain.append(C13.self)
    chain.append(C14.self)
    chain.append(C15.self)
    chain.append(C16.self)
    chain.append(C17.self)
    chain.append(C18.self)
    chain.append(C19.self)
    chain.append(C20.self)
    chain.append(C21.self)
    chain.append(C22.self)
    chain.append(C23.self)
    chain.append(C24.self)
    chain.append(C25.self)
    chain.append(C26.self)
    chain.append(C27.self)
    chain.append(C28.self)
    chain.append(C29.self)
    chain.append(C30.self)
    chain.append(C31.self)
    chain.append(C32.self)
    chain.append(C33.self)
    chain.append(C34.self)
    chain.append(C35.self)
    chain.append(C36.self)
    chain.append(C37.self)
    chain.append(C38.self)
    chain.append(C39.self)
    chain.append(C40.self)
    chain.append(C41.self)
    chain.append(C42.self)
    chain.append(C43.self)
    chain.append(C44.self)
    chain.append(C45.self)
    chain.append(C46.self)
    chain.append(C47.self)
    chain.append(C48.self)
    chain.append(C49.self)
    return chain
  }()
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
