import Infusion
import Testing

private final class Trip {}
private final class Wheel: Injectable {
  let journal: Journal
  let number: Int
  var trip: Trip! { didSet { journal.note("\(number)") } }
  static var requires: [PartialKeyPath<Wheel>] { [\.trip] }
  init(_ number: Int, _ journal: Journal = Journal()) {
    self.number = number
    self.journal = journal
  }
}

/// Injects the objects that its initializer received, like the root of a decoded tree.
private final class Wagon: Injectable, AwakesFromInjection {
  let wheels: [Wheel]
  var trip: Trip!
  private var factory: ObjectFactory!
  static var requires: Requirements { requiring(\.trip, \.factory) }
  init(_ wheels: [Wheel]) { self.wheels = wheels }
  func awakeFromInjection() throws { try factory.injectDependencies(intoEach: wheels) }
}

struct ObjectFactoryTests {
  private let journal = Journal()
  private let injector: Injector
  private let factory: ObjectFactory

  init() throws {
    injector = try Injector { $0.bind(Trip.self).to { Trip() }.in(.graph) }
    factory = try injector.resolve(ObjectFactory.self)
  }

  @Test func objectsOfASequenceAreInjectedInOrderAsOneCall() throws {
    let wheels = (1...3).map { Wheel($0, journal) }
    try factory.injectDependencies(intoEach: wheels.lazy.reversed())
    #expect(journal.entries == ["3", "2", "1"])
    let trip = try #require(wheels[0].trip)
    #expect(wheels.allSatisfy { $0.trip === trip })
    let other = Wheel(4)
    try factory.injectDependencies(into: other)
    #expect(other.trip != nil)
    #expect(other.trip !== trip)
    let object: AnyObject = wheels[0]
    try factory.injectDependencies(into: object)
    #expect(wheels[0].trip !== trip)
  }

  @Test func anOwnerInjectsItsPartsInTheCallThatInjectsIt() throws {
    let wagon = Wagon([Wheel(1, journal), Wheel(2, journal)])
    try injector.injectDependencies(into: wagon)
    #expect(journal.entries == ["1", "2"])
    #expect(wagon.wheels.allSatisfy { $0.trip === wagon.trip })
  }

  @Test func theFirstErrorStopsASequenceAndHasItsIndex() throws {
    final class Cart: Injectable {
      var wheel: Wheel!
      static var requires: [PartialKeyPath<Cart>] { [\.wheel] }
    }
    let wheels = [Wheel(1), Wheel(2)]
    let objects: [AnyObject] = [wheels[0], Cart(), wheels[1]]
    let line = UInt(#line + 1)
    let error = try failure { try factory.injectDependencies(intoEach: objects) }
    #expect(error.code == .missingBinding)
    #expect(error.index == 1)
    #expect(error.path.last?.location == CodeLocation(fileID: #fileID, line: line))
    #expect(wheels[0].trip != nil)
    #expect(wheels[1].trip == nil)
  }

  @Test func theFactoryOfAChildInjectsWithItsBindings() throws {
    let trip = Trip()
    let child = try injector.makeChild { $0.bind(Trip.self).to(instance: trip) }
    let wheel = Wheel(1)
    try child.resolve(ObjectFactory.self).injectDependencies(intoEach: [wheel])
    #expect(wheel.trip === trip)
  }

  @Test func aFactoryWithoutItsInjectorInjectsNothing() throws {
    var injector: Injector? = try Injector { $0.bind(Trip.self).to { Trip() } }
    let factory = try #require(injector).resolve(ObjectFactory.self)
    injector = nil
    let wheel = Wheel(1)
    let one = try failure { try factory.injectDependencies(into: wheel) }
    #expect(one.code == .injectorReleased)
    #expect(one.key == Key(Wheel.self))
    let line = UInt(#line + 1)
    let each = try failure { try factory.injectDependencies(intoEach: [wheel]) }
    #expect(each.code == .injectorReleased)
    #expect(each.key == Key([Wheel].self))
    #expect(each.location == CodeLocation(fileID: #fileID, line: line))
    #expect(wheel.trip == nil)
  }
}
