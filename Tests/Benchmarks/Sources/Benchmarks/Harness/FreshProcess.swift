import Foundation

/// The measurement of a process that did something for the first time.
struct FirstTime: Codable {
  let reference: Double
  let nanoseconds: Double
  let allocations: Double?

  /// Measures in this process, which can do so only once.
  init(_ reference: Side, _ subject: Side) throws {
    // The reference runs first, and brings the machine to full speed.
    let measured = try Sampling(rounds: 7, duration: 500_000).measure(reference)
    (self.reference, (nanoseconds, allocations)) = (
      measured.nanoseconds,
      try subject.run(1) { run in
        var time = 0.0
        let allocations = try Allocations.counting(per: 1) { time = try Clock.time(run) }
        return (time, allocations?.count)
      }
    )
  }

  /// Measures in a new process of this program.
  init(row: String, variant: String) throws {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["--row", row, "--once", variant]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    self = try JSONDecoder().decode(FirstTime.self, from: output)
  }
}
