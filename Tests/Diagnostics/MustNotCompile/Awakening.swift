// An override cannot throw if the overridden method does not.
import Infusion

class Car: AwakesFromInjection {
  // expected-note@+1 {{overridden declaration is here}}
  func awakeFromInjection() {}
}

class SportsCar: Car {
  // expected-error@+1 {{cannot override non-throwing instance method}}
  override func awakeFromInjection() throws {}
}
