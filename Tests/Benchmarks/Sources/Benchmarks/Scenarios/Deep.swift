import Infusion

extension Row {
  static var deep: Row {
    Row(
      name: "deep",
      summary: "one object of a chain by property, made on a stack of 512 KB; to the same by hand"
    ) {
      [
        Scenario(
          variant: "100,000 objects",
          kind: .compared(
            reference: Side(objects: 1, operations: 100_000) { length in
              makingChain { Chain.byHand(length) }
            },
            subject: .resolvingChain(100_000)),
          goal: nil, counted: 1_000),
        Scenario(
          variant: "100,000 to 10,000 objects",
          kind: .compared(
            reference: .resolvingChain(10_000), subject: .resolvingChain(100_000)),
          goal: Goal(words: "linear", ratio: 1.5), counted: nil),
      ]
    }
  }
}

extension Side {
  fileprivate static func resolvingChain(_ length: Int) -> Side {
    Side(objects: 1, operations: length, isOnSmallStack: true) { length in
      let injector = try Chain.injector(length)
      return makingChain { try injector.resolve(Node.self, named: "0") }
    }
  }
}

/// Keeps the chain during the measurement, and then takes it apart.
private func makingChain(_ make: @escaping () throws -> Node) -> Work {
  var first: Node?
  return Work(run: { first = try make() }, finish: { Chain.takeApart(first) })
}
