import Infusion

/// A customer drives one of the cars.
///
/// It is created with an argument: the name of the customer.
final class TestDrive: Injectable {
  let customer: String
  private(set) var car: SportsCar!
  private(set) var logbook: Logbook!
  private(set) var registry: Registry!

  static var requires: [PartialKeyPath<TestDrive>] { [\.car, \.logbook, \.registry] }

  init(customer: String) {
    self.customer = customer
  }
}

/// Records what happens during a visit.
///
/// Each visit has one logbook, which all its objects share.
final class Logbook {
  private(set) var entries: [String] = []

  func note(_ entry: String) {
    entries.append(entry)
  }
}
