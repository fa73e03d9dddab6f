import Infusion

/// Shows what a live injector can do: arguments, a child, a custom scope, a module that comes and
/// goes.
struct Changes {
  let injector: Injector

  func text() throws -> String {
    let drives = try ["Nora", "Emil"].map(drive)
    let before = try fuel()
    try injector.update { $0.install(ElectricPartsModule()) }
    let electric = try fuel()
    try injector.update { $0.uninstall(ElectricPartsModule.self) }
    let after = try fuel()
    return """
      Two customers come for a test drive. Each visit has a child injector, which hides the engine,
      and one logbook, in a scope of its own:

      \(drives.map { "  \($0)" }.joined(separator: "\n"))

      The engines are changed while the injector is in use, and changed back. A new car burns
      \(before); with ElectricPartsModule, \(electric); without it, \(after).
      """
  }

  /// A visit, and the objects that were created for it.
  private func drive(by customer: String) throws -> String {
    let visit = try injector.makeChild { binder in
      binder.bind(Visit.self).to(instance: Visit())
      binder.bind((any Engine).self, named: .sport).to { TestEngine() }
    }
    let drive = try visit.resolve(TestDrive.self, arguments: customer)
    drive.logbook.note("\(customer) drives \(drive.car.name)")
    let isShared = try visit.resolve(Logbook.self) === drive.logbook
    return "\(drive.logbook.entries[0]), which burns \(drive.car.engine.fuel); "
      + "the visit has \(isShared ? "one logbook" : "several logbooks")"
  }

  private func fuel() throws -> String {
    try injector.create { Car(name: "Trial", color: "grey") }.engine.fuel
  }
}
