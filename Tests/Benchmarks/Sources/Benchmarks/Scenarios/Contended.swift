import Infusion

extension Row {
  static var contended: Row {
    Row(
      name: "contended",
      summary: "one singleton asked for by two threads, per thread; to a static property"
    ) {
      let injector = try Injector.model()
      HandWritten.makeAll()
      nonisolated(unsafe) let floor = FloorTable.model()
      return [
        Scenario(
          variant: "two threads",
          kind: .compared(
            reference: .onTwoThreads { operations in
              let getSingle = HandWritten.getterOfSingle()
              for _ in 0..<operations { blackHole(getSingle()) }
            },
            subject: .onTwoThreads { operations in
              for _ in 0..<operations { blackHole(try injector.resolve(Single.self)) }
            }),
          floor: .onTwoThreads { operations in
            let getSingle = floor.sharing(Single.self)
            for _ in 0..<operations { blackHole(try getSingle()) }
          },
          goal: Goal(ratio: 1.1, allocations: 0),
          // Callgrind runs one thread at a time.
          counted: nil)
      ]
    }
  }
}
