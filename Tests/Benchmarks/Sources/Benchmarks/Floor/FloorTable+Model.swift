extension FloorTable {
  /// The thirteen classes of the model, and those that are injected.
  static func model() -> FloorTable {
    HandWritten.makeAll()
    let table = FloorTable()
    let leaf = opaque(FloorMaker { Leaf() })
    let service = opaque(FloorMaker<any Service> { ServiceImpl() })
    let single = opaque(FloorInstance(HandWritten.single))
    let d1 = opaque(FloorMaker { D1() })
    table.add(Leaf.self, leaf)
    table.add((any Service).self, service)
    table.add((any AnyService).self, FloorMaker<any AnyService> { AnyServiceImpl() })
    table.add(Single.self, single)
    table.add(Single.self, named: "first", FloorInstance(HandWritten.third))
    table.add(Single.self, named: "second", FloorInstance(HandWritten.second))
    let steps = FourSteps(leaf: leaf, service: service, single: single, d1: d1)
    table.add(Target.self, steps.plan(of: Target.self))
    table.add(OpenTarget.self, steps.plan(of: OpenTarget.self))
    table.add(LowerTarget.self, steps.plan(of: LowerTarget.self))
    table.addGraphByProperties()
    table.addGraphByInitializers()
    return table
  }

  /// The table of `inject4-singletons`: all four objects exist.
  static func singletons() -> FloorTable {
    HandWritten.makeAll()
    let table = FloorTable()
    let leaf = opaque(FloorInstance(HandWritten.leaf))
    let service = opaque(FloorMaker { HandWritten.service })
    let single = opaque(FloorInstance(HandWritten.single))
    let d1 = opaque(FloorInstance(HandWritten.d1))
    table.add(
      Target.self,
      FloorPlan([
        FloorStep({ unsafeDowncast(leaf.object, to: Leaf.self) as Leaf? }) {
          (target: Target, value) in target.leaf = value
        },
        FloorStep({ try service.make() as (any Service)? }) { (target: Target, value) in
          target.service = value
        },
        FloorStep({ unsafeDowncast(single.object, to: Single.self) as Single? }) {
          (target: Target, value) in target.single = value
        },
        FloorStep({ unsafeDowncast(d1.object, to: D1.self) as D1? }) {
          (target: Target, value) in target.d1 = value
        },
      ]))
    return table
  }

  /// Ten objects by properties: each is made, then its values are gathered and set.
  private func addGraphByProperties() {
    let d1 = opaque(FloorMaker { D1() })
    let d2 = opaque(FloorMaker { D2() })
    let d3 = opaque(FloorMaker { D3() })
    let d4 = opaque(FloorMaker { D4() })
    let c1 = FloorMaker.filled(
      C1.init,
      [
        FloorStep({ try d1.make() as D1? }) { (owner: C1, value) in owner.d1 = value },
        FloorStep({ try d2.make() as D2? }) { (owner: C1, value) in owner.d2 = value },
      ])
    let c2 = FloorMaker.filled(
      C2.init,
      [
        FloorStep({ try d3.make() as D3? }) { (owner: C2, value) in owner.d3 = value }
      ])
    let c3 = FloorMaker.filled(
      C3.init,
      [
        FloorStep({ try d4.make() as D4? }) { (owner: C3, value) in owner.d4 = value }
      ])
    let b1 = FloorMaker.filled(
      B1.init,
      [
        FloorStep({ try c1.make() as C1? }) { (owner: B1, value) in owner.c1 = value },
        FloorStep({ try c2.make() as C2? }) { (owner: B1, value) in owner.c2 = value },
      ])
    let b2 = FloorMaker.filled(
      B2.init,
      [
        FloorStep({ try c3.make() as C3? }) { (owner: B2, value) in owner.c3 = value }
      ])
    add(
      Root.self,
      FloorMaker.filled(
        Root.init,
        [
          FloorStep({ try b1.make() as B1? }) { (owner: Root, value) in owner.b1 = value },
          FloorStep({ try b2.make() as B2? }) { (owner: Root, value) in owner.b2 = value },
        ]))
  }

  /// Ten objects by initializers.
  private func addGraphByInitializers() {
    let d1 = opaque(FloorMaker { D1() })
    let d2 = opaque(FloorMaker { D2() })
    let d3 = opaque(FloorMaker { D3() })
    let d4 = opaque(FloorMaker { D4() })
    let c1 = opaque(FloorMaker { ByInitializer.C1(d1: try d1.make(), d2: try d2.make()) })
    let c2 = opaque(FloorMaker { ByInitializer.C2(d3: try d3.make()) })
    let c3 = opaque(FloorMaker { ByInitializer.C3(d4: try d4.make()) })
    let b1 = opaque(FloorMaker { ByInitializer.B1(c1: try c1.make(), c2: try c2.make()) })
    let b2 = opaque(FloorMaker { ByInitializer.B2(c3: try c3.make()) })
    add(
      ByInitializer.Root.self,
      FloorMaker { ByInitializer.Root(b1: try b1.make(), b2: try b2.make()) })
  }
}

extension FloorMaker where Value: AnyObject {
  /// Makes objects with an initializer, and fills their properties.
  fileprivate static func filled(
    _ make: @escaping () -> Value, _ steps: [FloorStep]
  ) -> FloorMaker {
    let plan = opaque(FloorPlan(steps))
    return opaque(
      FloorMaker {
        let object = make()
        try plan.fill(object)
        return object
      })
  }
}

/// The classes of `inject4`.
protocol FourProperties: AnyObject {
  var leaf: Leaf? { get set }
  var service: (any Service)? { get set }
  var single: Single? { get set }
  var d1: D1? { get set }
}
extension Target: FourProperties {}
extension OpenTarget: FourProperties {}
extension LowerTarget: FourProperties {}

/// The functions that provide the properties of these classes.
private struct FourSteps {
  let leaf: FloorMaker<Leaf>
  let service: FloorMaker<any Service>
  let single: FloorInstance
  let d1: FloorMaker<D1>

  @inline(__always)
  func plan<Owner: FourProperties>(of type: Owner.Type) -> FloorPlan {
    let (leaf, service, single, d1) = (leaf, service, single, d1)
    return FloorPlan([
      FloorStep({ try leaf.make() as Leaf? }) { (owner: Owner, value) in
        owner.leaf = value
      },
      FloorStep({ try service.make() as (any Service)? }) { (owner: Owner, value) in
        owner.service = value
      },
      FloorStep({ unsafeDowncast(single.object, to: Single.self) as Single? }) {
        (owner: Owner, value) in owner.single = value
      },
      FloorStep({ try d1.make() as D1? }) { (owner: Owner, value) in owner.d1 = value },
    ])
  }
}
