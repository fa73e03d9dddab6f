import Foundation
import Infusion

/// The modules of the program.
///
/// They can be checked and drawn without a file, before any object exists.
struct Wiring {
  private static var all: [any Module] { [PartsModule(), GarageModule()] }

  static let moduleNames = all.map(name)

  private static func name(of module: any Module) -> String { "\(type(of: module))" }

  /// The installed modules.
  private let modules: [any Module]

  /// Installs all modules except those that are omitted.
  init(without omitted: [String] = []) {
    modules = Self.all.filter { !omitted.contains(Self.name(of: $0)) }
  }

  func injector() throws -> Injector { try Injector(modules) }

  /// The classes that JSONDecoder instantiates and no module binds.
  ///
  /// A list of requirements belongs to the class. Reflection finds `@Injected` properties, but
  /// it needs an object: any trailer will do.
  private var decoded: [Any] {
    get throws {
      let trailer = Data(#"{ "name": "", "load": [] }"#.utf8)
      return [
        Garage.self, Car.self, RallyCar.self, Truck.self,
        try JSONDecoder().decode(Trailer.self, from: trailer),
      ]
    }
  }

  /// The graph as a drawing for Graphviz or Mermaid, or as text.
  func drawing(_ form: DrawingForm) throws -> String {
    let graph = try injector().graph(including: decoded)
    return switch form {
    case .dot: graph.dot
    case .mermaid: graph.mermaid
    case .text: graph.text
    }
  }

  /// A report of what was examined; throws all mistakes in one error.
  func validation() throws -> String {
    let report = try injector().validate(including: decoded)
    let unknown = report.notExamined.map { "\n  \($0)" }
    return "\(report.examinedCount) bindings and classes were examined. Nothing is wrong."
      + (unknown.isEmpty ? "" : "\n\nNot examined in full:" + unknown.joined())
  }
}

/// The language of a drawing.
enum DrawingForm: String, CaseIterable {
  case dot, mermaid, text
}
