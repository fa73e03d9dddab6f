import Infusion

extension Row {
  static var child: Row {
    Row(
      name: "child",
      summary: "a child with four bindings: made, asked once, released; to inject4 by hand"
    ) {
      let injector = try Injector.model()
      return [
        Scenario(
          variant: "four bindings",
          kind: .compared(
            reference: .inject4ByHand,
            subject: Side(objects: 1) { operations in
              for _ in 0..<operations {
                let child = try injector.makeChild { binder in
                  binder.bind(Leaf.self).to { Leaf() }
                  binder.bind((any Service).self).to { ServiceImpl() }
                  binder.bind(D1.self).to { D1() }
                  binder.bind(D2.self).to { D2() }
                }
                blackHole(try child.resolve(Leaf.self))
              }
            }),
          goal: Goal(ratio: 15), counted: 50)
      ]
    }
  }
}
