import Infusion

/// The modules of a game.
///
/// What they say can be checked and drawn without a level, and before there is a single object.
package struct Wiring {
  /// A module that can be left out, to see what the library says then.
  package enum Part: String, CaseIterable, Sendable {
    case combat, monsters
  }

  /// What chance begins with.
  package var seed: UInt64 = 1
  /// Whether the hero is helped.
  package var isBlessed = false
  package var omitted: Set<Part> = []
  /// Takes a line for each thing that an injector does; nil when nobody wants to know.
  package var writeInjection: (@Sendable (String) -> Void)?
  /// Takes the lines of the game.
  package var write: (String) -> Void = { print($0) }

  package init() {}

  func injector(for level: Level) throws -> Injector {
    let observers = writeInjection.map { [InjectionLog(write: $0)] } ?? []
    return try Injector(
      [GameModule(level: level, wiring: self)], options: Injector.Options(observers: observers))
  }
}

// MARK: - Looking at the wiring

extension Wiring {
  /// A form in which the graph is drawn.
  package enum Drawing: String, CaseIterable, Sendable {
    case dot, mermaid, text
  }

  /// The classes whose objects a decoder makes, which no module binds.
  private static var decoded: [Entity.Type] { EntityKind.allCases.map(\.type) }

  /// What depends on what.
  package func graph(as drawing: Drawing) throws -> String {
    let graph = try injector(for: .empty).graph(including: Self.decoded)
    return switch drawing {
    case .dot: graph.dot
    case .mermaid: graph.mermaid
    case .text: graph.text
    }
  }

  /// Checks the wiring, and says what was examined.
  ///
  /// - Throws: Everything that is wrong, in one error.
  package func validation() throws -> String {
    let report = try injector(for: .empty).validate(including: Self.decoded)
    let rest = report.notExamined.map { "\n  not examined: \($0)" }.joined()
    return "\(report.examinedCount) bindings and classes were examined. Nothing is wrong.\(rest)"
  }
}
