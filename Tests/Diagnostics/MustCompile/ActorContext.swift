// The usual calls in the code of an actor.
import Infusion

final class Store: DefaultInitializable {
  init() {}
}

final class Car: Injectable {
  var store: Store!
  static var requires: [PartialKeyPath<Car>] { [\.store] }
}

struct CarModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Car.self).to { Car() }
  }
}

actor Garage {
  private let injector: Injector
  private var cars: [Car] = []

  init() throws {
    injector = try Injector(CarModule())
  }

  func park() throws {
    let car = try injector.resolve(Car.self)
    try injector.injectDependencies(into: car)
    try injector.injectDependencies(intoEach: cars)
    cars += [car, try injector.create { Car() }, try injector[Car.self]]
    try Injector.withCurrent(injector) { cars.append(try inject(Car.self)) }
  }

  func parkLater() async throws {
    try await Injector.withCurrent(injector) {
      await Task.yield()
      cars.append(try inject(Car.self))
    }
  }

  func derive() throws -> Injector {
    let car = Car()
    let other = try Injector { binder in binder.bind(Car.self).to(instance: car) }
    return try other.makeChild { binder in binder.bind(Store.self).to { Store() }.in(.singleton) }
  }
}

func visit(_ garage: Garage) async throws {
  try await garage.park()
  let injector = try await garage.derive()
  try injector.injectDependencies(into: Car())
}
