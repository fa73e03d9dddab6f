/// Measures programs in turn.
struct Sampling {
  /// The number of rounds; each gives one sample of every side.
  var rounds = 21
  /// The intended duration of one sample, in nanoseconds.
  var duration = 2_000_000.0

  struct Times {
    /// Nanoseconds of one operation, at the machine's best speed during the run.
    let reference: Double
    let subject: Double
    /// The median of the rounds' ratios, not the ratio of the medians: what slows the machine down
    /// for a time slows both sides of a round.
    let ratio: Double
    /// The same for the floor, if there is one.
    let floorRatio: Double?
  }

  func compare(_ reference: Side, _ subject: Side, floor: Side? = nil) throws -> Times {
    let sides = [reference, subject] + (floor.map { [$0] } ?? [])
    let operations = try sides.map(operations(for:))
    var samples: [[Sample]] = []
    for round in 0..<rounds {
      // Each side finds the caches as another left them; the order changes from round to round.
      var turn = [Sample?](repeating: nil, count: sides.count)
      for index in sides.indices.map({ ($0 + round) % sides.count }) {
        turn[index] = try sample(sides[index], operations[index])
      }
      samples.append(turn.compactMap(\.self))
    }
    let best = samples.joined().map(\.calibration).min() ?? 1
    func ratio(of index: Int) -> Double {
      samples.map { $0[index].scaled(to: best) / $0[0].scaled(to: best) }.median
    }
    return Times(
      reference: samples.map { $0[0].scaled(to: best) }.median,
      subject: samples.map { $0[1].scaled(to: best) }.median,
      ratio: ratio(of: 1),
      floorRatio: floor == nil ? nil : ratio(of: 2))
  }

  /// The nanoseconds of one operation of a single program.
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
      var time = 0.0
      if side.isOnSmallStack {
        try onThread(stackSize: 512 * 1024) { time = try Clock.time(run) }
      } else if side.hasTwoThreads {
        time = try Clock.time(by: Clock.ofTheWall, run)
      } else {
        time = try Clock.time(run)
      }
      let after = Clock.calibrate()
      return Sample(nanoseconds: time / Double(operations), calibration: (before + after) / 2)
    }
  }

  /// The number of operations in a sample; finding it also warms everything up.
  private func operations(for side: Side) throws -> Int {
    if let operations = side.operations {
      _ = try sample(side, operations)
      return operations
    }
    // The first operation plans and links, so its time says nothing about the others.
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
