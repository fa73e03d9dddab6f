import Infusion

final class Engine: DefaultInitializable {
  init() {}
}

final class Car: Injectable {
  var engine: Engine!
  @Injected var spare: Engine
  static var requires: Requirements { requiring(\.engine) }
}

/// Injects what it lists, and stops where an error does not say why a marked property is not set.
@main enum Client {
  static func main() throws {
    let car = Car()
    try Injector().injectDependencies(into: car)
    if car.engine == nil { fatalError("a listed property was not injected") }
    do {
      _ = try car.$spare.resolve()
      fatalError("a marked property was injected")
    } catch {
      if !error.description.contains("Compile 'Car' with reflection metadata") {
        fatalError(error.description)
      }
    }
  }
}
