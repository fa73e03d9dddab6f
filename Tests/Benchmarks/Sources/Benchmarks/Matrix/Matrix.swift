import Foundation

/// Measures the cells of the matrix.
struct Matrix {
  /// The number of samples of each side, and the duration of each.
  let sampling: Sampling
  /// Texts that the name of a measured cell must contain.
  var filters: [String] = []

  struct Measured: Encodable {
    let binding: String
    let lifetime: String
    let dependency: String
    let situation: String
    let objects: Int
    let reference: Double
    let nanoseconds: Double
    let ratio: Double
    let allocations: Double?
    let allowed: Int
    /// The ratio of the cell's result to its limit: a value greater than 1 misses the target.
    var excess = 0.0
    var why = ""
    var met: Bool { why.isEmpty }

    enum CodingKeys: CodingKey {
      case binding, lifetime, dependency, situation, objects, reference, nanoseconds, ratio
      case allocations, allowed, excess, why
    }

    var name: String { [binding, lifetime, dependency, situation].joined(separator: " / ") }
    fileprivate var form: String { [binding, lifetime, dependency].joined(separator: " / ") }
  }

  /// Failures other than missed times.
  private(set) var failures: [String] = []

  mutating func measure() -> [Measured] {
    HandWritten.makeAll()
    for object in [HandWritten.item, HandWritten.extra] as [AnyObject] { blackHole(object) }
    var results: [Measured] = []
    for situation in Situation.allCases {
      for cell in Dependency.all.flatMap({ $0.cells(in: situation) }) {
        guard filters.allSatisfy(cell.name.contains) else { continue }
        do {
          results.append(try measure(cell))
        } catch {
          failures.append("\(cell.name): \(error)")
        }
      }
    }
    judge(&results)
    return results
  }

  private func measure(_ cell: MatrixCell) throws -> Measured {
    let subject = try cell.prepare()
    let infusion = Side(cell.objects, isMadeOnce: cell.isMadeOnce, subject.enter, subject.loop)
    let byHand = Side(
      cell.isMadeOnce ? 0 : cell.objects, isMadeOnce: false, { try $0() }, cell.byHand)
    let times = try sampling.compare(byHand, infusion)
    // Counted over several operations of the same loop, because a table may grow during one.
    let allocations = try infusion.allocations(of: 20)?.count
    return withExtendedLifetime(subject) {
      Measured(
        binding: cell.binding.rawValue, lifetime: cell.lifetime.rawValue,
        dependency: cell.dependency.name, situation: cell.situation.rawValue,
        objects: cell.objects, reference: times.reference, nanoseconds: times.subject,
        ratio: times.ratio, allocations: allocations, allowed: cell.allocations)
    }
  }

  /// Compares the results with their targets.
  private func judge(_ results: inout [Measured]) {
    var plain: [String: Double] = [:]
    for result in results where result.situation == Situation.plain.rawValue {
      plain[result.form] = result.nanoseconds
    }
    for index in results.indices {
      let result = results[index]
      var excess: Double
      var why: String
      if result.situation == Situation.observed.rawValue {
        guard let alone = plain[result.form] else { continue }
        (excess, why) = (result.nanoseconds / alone / 2, "≤ 2× the same unobserved")
      } else if result.binding == BindingForm.nothing.rawValue
        || result.binding == BindingForm.unbound.rawValue
      {
        (excess, why) = (result.nanoseconds / 4 / 30, "≤ 30 ns a property")
      } else if result.objects > 0 {
        (excess, why) = (result.ratio / 4, "≤ 4×")
      } else {
        (excess, why) = (result.ratio / 3, "≤ 3×")
      }
      if excess <= 1 { why = "" }
      // A table may grow occasionally.
      if let allocations = result.allocations, allocations > Double(result.allowed) + 0.1 {
        excess = max(excess, 1.01)
        why += why.isEmpty ? "allocations" : ", allocations"
      }
      results[index].excess = excess
      results[index].why = why
    }
  }
}

extension Side {
  /// One side of a cell.
  fileprivate init(
    _ objects: Int, isMadeOnce: Bool,
    _ enter: @escaping (@escaping () throws -> Void) throws -> Void,
    _ loop: @escaping (Int) throws -> Void
  ) {
    self.init(objects: objects) { operations in Work { try loop(operations) } }
    self.isMadeOnce = isMadeOnce
    self.enter = enter
  }
}
