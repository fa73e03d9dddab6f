import Infusion
import Testing

private final class Wheel {}

struct SubscriptTests {
  private let injector: Injector
  private let factory: ObjectFactory

  init() throws {
    injector = try Injector()
    factory = try injector.resolve(ObjectFactory.self)
  }

  @Test func aSubscriptKnowsTheLocationOfItsCall() throws {
    let line = UInt(#line + 2)
    let errors = [
      try failure { _ = try injector[Wheel.self] },
      try failure { _ = try injector[Wheel.self, named: "spare"] },
      try failure { _ = try factory[Wheel.self] },
    ]
    for (position, error) in errors.enumerated() {
      let place = CodeLocation(fileID: #fileID, line: line + UInt(position))
      #expect(error.path.last?.location == place)
    }
  }

  @Test func aSubscriptTakesAnotherLocationByItsLabels() throws {
    let place = CodeLocation(fileID: "Depot/Wagon.swift", line: 7)
    let errors = [
      try failure { _ = try injector[Wheel.self, fileID: place.fileID, line: place.line] },
      try failure {
        _ = try injector[Wheel.self, named: "spare", fileID: place.fileID, line: place.line]
      },
      try failure { _ = try factory[Wheel.self, fileID: place.fileID, line: place.line] },
    ]
    #expect(errors.map(\.path.last?.location) == [place, place, place])
  }
}
