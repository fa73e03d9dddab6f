import Foundation
import Infusion

/// Compares decoding a level and injecting its entities with decoding alone.
package struct Measurement {
  private let entities: Int
  private let rounds: Int
  private let data: Data

  package init(entities: Int, rounds: Int = 21) {
    self.entities = entities
    self.rounds = rounds
    data = LevelGenerator(seed: 1).level(count: entities)
  }

  /// Measures both in turn, and compares the two samples of each round.
  ///
  /// What slows the machine down for a time slows both samples of a round. The second sample finds
  /// the caches as the first one left them, so the order alternates.
  package func text() throws -> String {
    // The first run creates the classes and reads their key paths.
    _ = (try decoding(), try decodingAndInjecting())
    var samples: [(alone: Double, both: Double)] = []
    for round in 0..<rounds {
      if round.isMultiple(of: 2) {
        let alone = try decoding()
        samples.append((alone, try decodingAndInjecting()))
      } else {
        let both = try decodingAndInjecting()
        samples.append((try decoding(), both))
      }
    }
    let ratio = median(samples.map { $0.both / $0.alone })
    return """
      \(entities) entities, median of \(rounds) rounds:
        decoding alone          \(format(median(samples.map(\.alone)), " ns per entity"))
        decoding and injecting  \(format(median(samples.map(\.both)), " ns per entity"))
        ratio                   \(format(ratio, "", digits: 3))
      """
  }

  /// Nanoseconds per entity.
  private func decoding() throws -> Double {
    var level: Level?
    let time = try ContinuousClock().measure { level = try decode() }
    return withExtendedLifetime(level) { perEntity(time) }
  }

  /// Nanoseconds per entity; the injector exists before the measurement.
  private func decodingAndInjecting() throws -> Double {
    let rooms = try decode().rooms
    let wiring = Wiring()
    let injector = try wiring.injector(for: Level(title: "", rooms: rooms, entities: []))
    var level: Level?
    let time = try ContinuousClock().measure {
      let decoded = try decode()
      try injector.injectDependencies(intoEach: decoded.entities)
      level = decoded
    }
    return withExtendedLifetime((level, injector)) { perEntity(time) }
  }

  private func decode() throws -> Level { try JSONDecoder().decode(Level.self, from: data) }

  private func perEntity(_ duration: Duration) -> Double {
    duration / .nanoseconds(1) / Double(entities)
  }

  private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private func format(_ value: Double, _ unit: String, digits: Int = 0) -> String {
    String(format: "%8.\(digits)f", value) + unit
  }
}
