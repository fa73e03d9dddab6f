import Infusion

struct Fault: Error, Equatable {
  let number: Int
  let place: String
}

struct Broken: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Makes user code throw at a chosen step.
final class Faults: Sendable {
  private struct State {
    var countdown: Int?
    var raised = 0
    var percent = 0
    var random = SeededGenerator(seed: 7)
  }
  private let state = Locked(State())

  var raised: Int { state.with { $0.raised } }

  func arm(_ step: Int?) { state.with { $0.countdown = step } }
  func storm(_ percent: Int) { state.with { $0.percent = percent } }
  func calm() { storm(0) }

  func pass(_ place: String) throws {
    try state.with { state in
      if state.percent > 0, state.random.chance(state.percent) {
        state.raised += 1
        throw Fault(number: state.raised, place: place)
      }
      guard let countdown = state.countdown else { return }
      state.countdown = countdown > 0 ? countdown - 1 : nil
      if countdown == 0 {
        state.raised += 1
        throw Fault(number: state.raised, place: place)
      }
    }
  }
}

extension Broken {
  var asInjectionError: InjectionError {
    let text = self
    do throws(InjectionError) {
      let injector = try Injector()
      _ = try injector.create { () throws -> Int in throw text }
      fatalError("unreachable")
    } catch {
      return error
    }
  }
}
