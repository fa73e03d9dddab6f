import ArgumentParser
import Foundation

/// Compares Infusion with hand-written code.
@main struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmarks",
    abstract: "Measures Infusion beside hand-written code.",
    discussion: """
      Every line is measured by turns with what it is compared with, and scaled by a calibration \
      loop: the ratios are what counts, and no two runs' times can be compared. On a machine that \
      does something else, use the counts.
      """)

  @Option(help: "Measure one row only; may be given several times.")
  var row: [String] = []

  @Flag(help: "Name the rows.")
  var list = false

  @Option(help: "The number of samples of each side; 15 at least.")
  var samples = 21

  @Option(help: "Write the results to a file, as JSON.")
  var json: String?

  @Option(help: "Write exact counts to a file instead of measuring time.")
  var counts: String?

  @Flag(help: "With --counts: the lines too that the guard leaves out.")
  var all = false

  @Flag(help: "Measure every form of binding by every form of dependency instead of the rows.")
  var matrix = false

  @Flag(help: "With --matrix: short samples, for a first look.")
  var quick = false

  @Option(help: "With --matrix: only cells whose name has this text; may be given several times.")
  var cell: [String] = []

  @Option(help: .hidden)
  var once: String?

  func validate() throws {
    if samples < 15 { throw ValidationError("15 samples are the least that says something.") }
    for name in row where !Row.all.contains(where: { $0.name == name }) {
      throw ValidationError("There is no row '\(name)'; --list names them.")
    }
  }

  /// Runs on its own thread, which no actor owns. The main thread waits for what belongs to the main
  /// actor.
  func run() throws {
    try onThread(stackSize: 8 * 1024 * 1024, meanwhile: MainThread.serve) {
      defer { MainThread.stop() }
      try runOffMainThread()
    }
  }

  private func runOffMainThread() throws {
    let rows = row.isEmpty ? Row.all : Row.all.filter { row.contains($0.name) }
    if let once {
      try measureOnce(once, of: rows)
    } else if list {
      for row in rows {
        print(row.name.padding(toLength: 20, withPad: " ", startingAt: 0) + row.summary)
      }
    } else if matrix {
      try measureMatrix()
    } else if let counts {
      try Guard.table(of: rows, all: all).write(toFile: counts, atomically: true, encoding: .utf8)
    } else {
      try measure(rows)
    }
  }

  private func measure(_ rows: [Row]) throws {
    var results: [Result] = []
    let blackHole = try Sampling(rounds: samples).measure(.usingNothing).nanoseconds
    print("The black hole costs \(Report.number(blackHole, digits: 2)) ns of each operation.\n")
    print(Report.line(Report.columns))
    for row in rows {
      for scenario in try row.scenarios() {
        let result = try scenario.measure(row: row.name, Sampling(rounds: samples))
        print(Report.line(Report.cells(of: result)))
        results.append(result)
      }
    }
    let goals = results.compactMap(\.met)
    print("\n\(goals.count { $0 }) of \(goals.count) targets met")
    if let json { try Report.json(results).write(to: URL(filePath: json)) }
  }

  private func measureMatrix() throws {
    let sampling =
      quick
      ? Sampling(rounds: 5, duration: 50_000) : Sampling(rounds: samples, duration: 500_000)
    var matrix = Matrix(sampling: sampling, filters: cell)
    let results = matrix.measure()
    MatrixReport.print(results)
    if let json { try MatrixReport.json(results).write(to: URL(filePath: json)) }
    for failure in matrix.failures { print(failure) }
    if !matrix.failures.isEmpty { throw ExitCode.failure }
  }

  /// Measures, in a process started for this, something that happens once per process.
  private func measureOnce(_ variant: String, of rows: [Row]) throws {
    for scenario in try rows.flatMap({ try $0.scenarios() }) where scenario.variant == variant {
      guard case .first(let reference, let subject) = scenario.kind else { continue }
      let measured = try FirstTime(reference, subject)
      print(String(decoding: try JSONEncoder().encode(measured), as: UTF8.self))
    }
  }
}
