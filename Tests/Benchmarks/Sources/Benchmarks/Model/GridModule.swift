import Infusion

/// Binds every class of the grid to a closure.
struct GridModule: Module {
  static let size = 450

  func configure(_ binder: Binder) {
    bind(T1.self, binder)
    bind(T2.self, binder)
    bind(T3.self, binder)
    bind(T4.self, binder)
    bind(T5.self, binder)
    bind(T6.self, binder)
    bind(T7.self, binder)
    bind(T8.self, binder)
    bind(T9.self, binder)
    bind(T10.self, binder)
    bind(T11.self, binder)
    bind(T12.self, binder)
    bind(T13.self, binder)
    bind(T14.self, binder)
    bind(T15.self, binder)
    bind(T16.self, binder)
    bind(T17.self, binder)
    bind(T18.self, binder)
  }

  private func bind<C: Tag>(_ column: C.Type, _ binder: Binder) {
    binder.bind(Part<C, T1>.self).to { Part<C, T1>() }
    binder.bind(Part<C, T2>.self).to { Part<C, T2>() }
    binder.bind(Part<C, T3>.self).to { Part<C, T3>() }
    binder.bind(Part<C, T4>.self).to { Part<C, T4>() }
    binder.bind(Part<C, T5>.self).to { Part<C, T5>() }
    binder.bind(Part<C, T6>.self).to { Part<C, T6>() }
    binder.bind(Part<C, T7>.self).to { Part<C, T7>() }
    binder.bind(Part<C, T8>.self).to { Part<C, T8>() }
    binder.bind(Part<C, T9>.self).to { Part<C, T9>() }
    binder.bind(Part<C, T10>.self).to { Part<C, T10>() }
    binder.bind(Part<C, T11>.self).to { Part<C, T11>() }
    binder.bind(Part<C, T12>.self).to { Part<C, T12>() }
    binder.bind(Part<C, T13>.self).to { Part<C, T13>() }
    binder.bind(Part<C, T14>.self).to { Part<C, T14>() }
    binder.bind(Part<C, T15>.self).to { Part<C, T15>() }
    binder.bind(Part<C, T16>.self).to { Part<C, T16>() }
    binder.bind(Part<C, T17>.self).to { Part<C, T17>() }
    binder.bind(Part<C, T18>.self).to { Part<C, T18>() }
    binder.bind(Part<C, T19>.self).to { Part<C, T19>() }
    binder.bind(Part<C, T20>.self).to { Part<C, T20>() }
    binder.bind(Part<C, T21>.self).to { Part<C, T21>() }
    binder.bind(Part<C, T22>.self).to { Part<C, T22>() }
    binder.bind(Part<C, T23>.self).to { Part<C, T23>() }
    binder.bind(Part<C, T24>.self).to { Part<C, T24>() }
    binder.bind(Part<C, T25>.self).to { Part<C, T25>() }
  }
}
