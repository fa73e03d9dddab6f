/// Measures two programs by turns.
struct Sampling {
  /// The rounds; each gives one sample of either side.
  var rounds = 21
  /// How long one sample should take, in nanoseconds.
  var duration = 2_000_000.0

  struct Times {
    /// Nanoseconds of one operation, at the machine's best speed during the run.
    let reference: Double
    let subject: Double
    /// The median of the rounds' ratios, not the ratio of the medians: what slows the machine down
    /// for a while slows both sides of a round.
    let ratio: Double
  }

  func compare(_ reference: Side, _ subject: Side) throws -> Times {
    let operations = (try operations(for: reference), try operations(for: subject))
    var samples: [(reference: Sample, subject: Sample)] = []
    for round in 0..<rounds {
      // Whoever comes second finds the caches as the other has left them.
      if round.isMultiple(of: 2) {
        let first = try sample(reference, operations.0)
        samples.append((first, try sample(subject, operations.1)))
      } else {
        let first = try sample(subject, operations.1)
        samples.append((try sample(reference, operations.0), first))
      }
    }
    let best = samples.map { min($0.reference.calibration, $0.subject.calibration) }.min() ?? 1
    return Times(
      reference: samples.map { $0.reference.scaled(to: best) }.median,
      subject: samples.map { $0.subject.scaled(to: best) }.median,
      ratio: samples.map { $0.subject.scaled(to: best) / $0.reference.scaled(to: best) }.median)
  }

  /// Nanoseconds of one operation of one program.
  func measure(_ side: Side) throws -> (nanoseconds: Double, calibration: Double) {
    let operations = try operations(for: side)
    let samples = try (0..<rounds).map { _ in try sample(side, operations) }
    return (samples.map(\.nanoseconds).median, samples.map(\.calibration).median)
  }

  private struct Sample {
    let nanoseconds: Double
    let calibration: Double

    func scaled(to best: Double) -> Double { nanoseconds * best / calibration }
  }

  private func sample(_ side: Side, _ operations: Int) throws -> Sample {
    try side.run(operations) { run in
      let before = Clock.calibrate()
      let time = try Clock.time {
        try side.isOnSmallStack ? onThread(stackSize: 512 * 1024, run) : run()
      }
      let after = Clock.calibrate()
      return Sample(nanoseconds: time / Double(operations), calibration: (before + after) / 2)
    }
  }

  /// How many operations make up a sample; finding out warms everything up.
  private func operations(for side: Side) throws -> Int {
    if let operations = side.operations {
      _ = try sample(side, operations)
      return operations
    }
    // The first operation plans and links: what it takes says nothing about the others.
    _ = try sample(side, 1)
    var operations = 1
    while true {
      let time = try sample(side, operations).nanoseconds * Double(operations)
      if time >= duration { return operations }
      let wanted = Double(operations) * duration / max(time, 1) * 1.1
      operations = max(operations + 1, min(operations * 10, Int(wanted)))
    }
  }
}
