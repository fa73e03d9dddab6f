import ArgumentParser
import DungeonGame
import Foundation

@main
struct DungeonCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dungeon",
    abstract: "Plays a level of a dungeon, and prints what happens.",
    discussion: """
      The same level, seed and number of turns print the same text, always and everywhere. \
      The wiring of the game can be drawn and checked without playing.

      The exit status is 1 when the level or the wiring cannot be used, and 64 when the command is \
      not understood.
      """)

  @Argument(help: "A level file, in the form of old-mine.json, which is played without one.")
  var level: String?

  @Option(help: "What chance begins with.")
  var seed: UInt64 = 1

  @Option(help: "How many turns are played at most.")
  var turns = 100

  @Flag(help: "Helps the hero.")
  var blessing = false

  @Flag(help: "Prints on standard error what is created and injected.")
  var verbose = false

  @Option(help: "Prints the dependency graph: dot for Graphviz, mermaid, or plain text.")
  var graph: Wiring.Drawing?

  @Flag(name: .customLong("validate"), help: "Checks the wiring, and the level if one is given.")
  var isValidating = false

  @Option(
    help: ArgumentHelp(
      "Decodes and injects a generated level of that many entities, and prints how long it takes.",
      valueName: "entities"))
  var measure: Int?

  @Option(help: "Leaves a module out: combat or monsters.")
  var without: [Wiring.Part] = []

  func validate() throws {
    if turns < 1 { throw ValidationError("'--turns' has to be 1 or more.") }
    if let measure, measure < 1 { throw ValidationError("'--measure' has to be 1 or more.") }
    if [graph != nil, isValidating, measure != nil].count(where: { $0 }) > 1 {
      throw ValidationError("'--graph', '--validate' and '--measure' do not go together.")
    }
  }

  func run() throws {
    do {
      if let graph {
        print(try wiring.graph(as: graph), terminator: "")
      } else if isValidating {
        if let level { _ = try LevelFile(path: level).level() }
        print(try wiring.validation())
      } else if let measure {
        print(try Measurement(entities: measure).text())
      } else {
        let file = try level.map { try LevelFile(path: $0) } ?? LevelFile.oldMine()
        try Adventure(file.level(), wiring).play(turns: turns)
      }
    } catch {
      printToStandardError("\(error)")
      throw ExitCode.failure
    }
  }

  private var wiring: Wiring {
    var wiring = Wiring()
    wiring.seed = seed
    wiring.isBlessed = blessing
    wiring.omitted = Set(without)
    if verbose { wiring.writeInjection = printToStandardError }
    return wiring
  }
}

@Sendable private func printToStandardError(_ text: String) {
  FileHandle.standardError.write(Data("\(text)\n".utf8))
}

extension Wiring.Drawing: ExpressibleByArgument {}
extension Wiring.Part: ExpressibleByArgument {}
