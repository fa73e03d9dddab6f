// The usual calls in asynchronous code that belongs to no actor.
import Infusion

final class Store: DefaultInitializable {
  var name = ""
  init() {}
}

final class Car: Injectable {
  var store: Store!
  static var requires: Requirements { requiring(\.store) }
}

struct CarModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Car.self).to { Car() }
    binder.bind(Store.self).to { Store() }.in(.singleton)
  }
}

func drive(_ decoded: [Car]) async throws -> Car {
  let injector = try Injector(CarModule())
  let car = try injector.resolve(Car.self)
  await Task.yield()
  car.store.name = "seen before and after a suspension"
  try injector.injectDependencies(into: car)
  try injector.injectDependencies(intoEach: decoded)
  let adHoc = try injector.create { Car() }
  let subscripted = try injector[Car.self]
  let factory = try injector.resolve(ObjectFactory.self)
  await Task.yield()
  let made = try factory.resolve(Car.self)
  let child = try injector.makeChild { binder in binder.bind(Car.self).to { Car() } }
  let current = try await Injector.withCurrent(child) {
    await Task.yield()
    return try inject(Car.self)
  }
  async let other = name(in: injector)
  print(try await other, adHoc === subscripted, made === current)
  try injector.update { binder in binder.unbind(Store.self) }
  return car
}

func name(in injector: Injector) async throws -> String {
  try injector.resolve(Store.self).name
}
