// The usual calls in child tasks that share one injector.
import Infusion

final class Car: Injectable {
  var number = 0
  var owner: Owner!
  static var requires: Requirements { requiring(\.owner) }
}

final class Owner: DefaultInitializable {
  init() {}
}

struct CarModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Car.self).to { Car() }
    binder.bind(Owner.self).to { Owner() }.in(.singleton)
  }
}

func count() async throws -> Int {
  let injector = try Injector(CarModule())
  return try await withThrowingTaskGroup(of: Int.self) { group in
    for number in 0..<8 {
      group.addTask {
        let car = try injector.resolve(Car.self)
        car.number = number
        try injector.injectDependencies(into: car)
        let child = try injector.makeChild { binder in binder.bind(Car.self).to { Car() } }
        return try await Injector.withCurrent(child) {
          await Task.yield()
          return try inject(Car.self).number + car.number
        }
      }
    }
    return try await group.reduce(0, +)
  }
}

func detached(_ injector: Injector) async throws -> Int {
  let task = Task.detached { try injector.resolve(Car.self).number }
  return try await task.value
}
