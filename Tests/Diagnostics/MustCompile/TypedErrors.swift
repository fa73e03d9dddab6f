// Every throwing call declares the type of its error: no cast, and no catch clause without use.
import Infusion

final class Car {}

func code(_ injector: Injector) -> InjectionError.Code? {
  do {
    try injector.injectDependencies(into: Car())
    try injector.injectDependencies(intoEach: [Car(), Car()])
    _ = try injector.resolve(Car.self)
    _ = try injector.resolve(Car.self, named: "red")
    _ = try injector.resolve(Car.self, arguments: 1, "two")
    _ = try injector[Car.self]
    _ = try injector.create { Car() }
    _ = try Injector.default
    try injector.validate()
    return nil
  } catch {
    return error.code
  }
}

func passOn(_ injector: Injector) throws(InjectionError) -> Car {
  let child = try injector.makeChild { binder in binder.bind(Car.self).to { Car() } }
  return try child.resolve(Car.self)
}
