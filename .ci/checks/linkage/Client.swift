import Infusion

final class Engine: DefaultInitializable {
  init() {}
}

final class Car: Injectable {
  var engine: Engine!
  static var requires: [PartialKeyPath<Car>] { [\.engine] }
}

@main enum Client {
  static func main() throws {
    let car = Car()
    try Injector().injectDependencies(into: car)
    if car.engine == nil { fatalError("the engine was not injected") }
  }
}
