/// Describes the injected objects.
struct Report {
  let garage: Garage
  let ordered: [Vehicle]

  func text() throws -> String {
    let decoded = garage.objects.compactMap { $0 as? any Wired }
    return """
      JSONDecoder made \(decoded.count) objects from the file. It knows nothing of Infusion, and
      left empty what is not in the file. One call filled that in: it gave each object
      what its class requires, and what all superclasses of that class require.

          try injector.injectDependencies(intoEach: garage.objects)

      \(try decoded.map(paragraph).joined(separator: "\n\n"))

      The dealer made \(ordered.count) more when asked. They arrive complete:

      \(try ordered.map(paragraph).joined(separator: "\n\n"))

      \(registration)

      \(inspection)
      """
  }

  /// The object, its class chain, its values from the file, and a line for each injected property.
  private func paragraph(_ object: any Wired) throws -> String {
    let wires = try object.wires()
    var classes: [String] = []
    for wire in wires.reversed() where classes.last != wire.owner { classes.append(wire.owner) }
    let rows =
      [("made with", object.origin)] + wires.map { ("\($0.owner).\($0.property)", $0.value) }
    return "\(object.name), a \(classes.joined(separator: ", which is a "))\n\(table(rows))"
  }

  /// Shows that all vehicles share the singleton.
  private var registration: String {
    let registries = Set(vehicles.map { ObjectIdentifier($0.registry) }).count
    return """
      The vehicles hold \(registries == 1 ? "one registry" : "\(registries) registries"), which \
      GarageModule binds as a singleton. Each object
      entered itself there in awakeFromInjection(), after its properties were set:

      \(table(garage.registry.entries.map { ($0.plate, $0.name) }))
      """
  }

  private var inspection: String {
    let results = garage.inspections.map { inspection in
      let failing = vehicles.filter { !inspection.passes($0) }.map(\.name)
      let result = failing.isEmpty ? "all pass" : "these fail: \(failing.joined(separator: ", "))"
      return (inspection.title, result)
    }
    return """
      Each module contributes an inspection. The garage received both, and made them:

      \(table(results))
      """
  }

  private var vehicles: [Vehicle] { garage.objects.compactMap { $0 as? Vehicle } + ordered }

  private func table(_ rows: [(String, String)]) -> String {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { first, second in
      "  \(first)\(String(repeating: " ", count: width - first.count))  \(second)"
    }.joined(separator: "\n")
  }
}
