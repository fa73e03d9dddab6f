import Infusion

/// The modules of a game.
///
/// They can be checked and drawn without a level, before any object exists.
package struct Wiring {
  /// A module that can be left out, to see what the library then reports.
  package enum Part: String, CaseIterable, Sendable {
    case combat, monsters
  }

  /// The seed of the random numbers.
  package var seed: UInt64 = 1
  /// Whether the hero has a blessing.
  package var isBlessed = false
  package var omitted: Set<Part> = []
  /// Writes a line for each event of the injector; nil if the events are not logged.
  package var writeInjection: (@Sendable (String) -> Void)?
  /// Writes the lines of the game.
  package var write: (String) -> Void = { print($0) }

  package init() {}

  func injector(for level: Level) throws -> Injector {
    let observers = writeInjection.map { [InjectionLog(write: $0)] } ?? []
    return try Injector(
      [GameModule(level: level, wiring: self)], options: Injector.Options(observers: observers))
  }
}

// MARK: - Examining the wiring

extension Wiring {
  /// A form in which the graph is drawn.
  package enum Drawing: String, CaseIterable, Sendable {
    case dot, mermaid, text
  }

  /// The classes that the decoder instantiates and no module binds.
  private static var decoded: [Entity.Type] { EntityKind.allCases.map(\.type) }

  /// The dependency graph as a drawing.
  package func graph(as drawing: Drawing) throws -> String {
    let graph = try injector(for: .empty).graph(including: Self.decoded)
    return switch drawing {
    case .dot: graph.dot
    case .mermaid: graph.mermaid
    case .text: graph.text
    }
  }

  /// Checks the wiring, and lists what was examined.
  ///
  /// - Throws: All mistakes, in one error.
  package func validation() throws -> String {
    let report = try injector(for: .empty).validate(including: Self.decoded)
    let rest = report.notExamined.map { "\n  not examined: \($0)" }.joined()
    return "\(report.examinedCount) bindings and classes were examined. Nothing is wrong.\(rest)"
  }
}
