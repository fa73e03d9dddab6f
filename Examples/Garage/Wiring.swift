import Foundation
import Infusion

/// The modules of the program.
///
/// What they say can be checked and drawn before there is a single object, and without a file.
struct Wiring {
  private static var all: [any Module] { [PartsModule(), GarageModule()] }

  static let moduleNames = all.map(name)

  private static func name(of module: any Module) -> String { "\(type(of: module))" }

  /// The modules in force.
  private let modules: [any Module]

  /// All modules but those that are left out.
  init(without omitted: [String] = []) {
    modules = Self.all.filter { !omitted.contains(Self.name(of: $0)) }
  }

  func injector() throws -> Injector { try Injector(modules) }

  /// The classes that JSONDecoder makes, which no module binds.
  ///
  /// A list of requirements belongs to the class. Markers are found by reflection, which needs an
  /// object: any trailer will do.
  private var decoded: [Any] {
    get throws {
      let trailer = Data(#"{ "name": "", "load": [] }"#.utf8)
      return [
        Garage.self, Car.self, RallyCar.self, Truck.self,
        try JSONDecoder().decode(Trailer.self, from: trailer),
      ]
    }
  }

  /// The graph, in a form that somebody else draws, or as text.
  func drawing(_ form: DrawingForm) throws -> String {
    let graph = try injector().graph(including: decoded)
    return switch form {
    case .dot: graph.dot
    case .mermaid: graph.mermaid
    case .text: graph.text
    }
  }

  /// What was examined; throws everything that is wrong, in one error.
  func validation() throws -> String {
    let report = try injector().validate(including: decoded)
    let unknown = report.notExamined.map { "\n  \($0)" }
    return "\(report.examinedCount) bindings and classes were examined. Nothing is wrong."
      + (unknown.isEmpty ? "" : "\n\nNot examined in full:" + unknown.joined())
  }
}

/// A language in which the graph is printed.
enum DrawingForm: String, CaseIterable {
  case dot, mermaid, text
}
