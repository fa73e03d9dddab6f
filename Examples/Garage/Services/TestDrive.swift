import Infusion

/// A customer drives one of the cars.
///
/// It is made with an argument: the name of the customer.
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

/// What happens during a visit.
///
/// There is one for each visit, and everybody in it shares it.
final class Logbook {
  private(set) var entries: [String] = []

  func note(_ entry: String) {
    entries.append(entry)
  }
}
