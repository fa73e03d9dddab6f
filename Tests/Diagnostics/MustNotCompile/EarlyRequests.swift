// In a class that declares something, `inject` is a method: an initializer cannot call it early.
import Infusion

class Turbo {}
class Base {}

class Registry: DefaultInitializable {
  let turbo: Turbo
  // expected-error@+1 {{constant 'self.turbo' used before being initialized}}
  required init() { turbo = try! inject(Turbo.self) }
}
class Journal: Base, DefaultInitializable {
  let turbo: Turbo
  override required init() {
    // expected-error@+1 {{'self' used before 'super.init' call}}
    turbo = try! inject(Turbo.self)
    super.init()
  }
}
class Log: Base, DefaultInitializable {
  let turbo: Turbo
  override required init() {
    turbo = try! Infusion.inject()
    super.init()
  }
}
