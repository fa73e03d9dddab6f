import Infusion
import Testing

private typealias G = Golden

private final class Node: Injectable {
  var next: Node!
  static var requires: [PartialKeyPath<Node>] { [] }
}

private final class Fixed: Injectable {
  let one = 1
  let two = 2
  static var requires: [PartialKeyPath<Fixed>] { [\.one, \.two] }
}

private struct Cause: Error, Equatable {
  let number: Int
}

private final class PrivateCause: Error {}

private class Open: Injectable {
  var computed: G.Brakes! {
    get { nil }
    set {}
  }
  private(set) weak var kept: G.Radio!
  var watched: G.Sensor! { didSet {} }
  class var requires: [AnyKeyPath] { [\Open.kept, \Open.watched, \Open.computed] }
}

private class Late: Injectable {
  lazy var radio = G.Radio()
  class var requires: Requirements { requiring(\.radio) }
}

private protocol Station<Signal> { associatedtype Signal }

private final class Receiver<Source>: Injectable {
  var radio: G.Radio!
  static var requires: [PartialKeyPath<Receiver>] { [\.radio] }
}

struct ErrorFactsTests {
  /// An injector with a chain of nodes that ends in an unbound key.
  private func makeChain(of count: Int) throws -> Injector {
    try injector { binder in
      for number in 0..<count {
        binder.bind(Node.self, named: Name("n\(number)"), fileID: "App/M.swift", line: 5)
          .to { Node() }.injecting(\.next, named: Name("n\(number + 1)"))
      }
    }
  }

  @Test func theLocationIsThatOfTheOutermostCall() throws {
    let injector = try injector { binder in
      binder.bind(String.self).to { injector in
        "\(try injector.resolve(Int.self, fileID: "App/Inner.swift", line: 1))"
      }
    }
    let error = error {
      _ = try injector.resolve(String.self, fileID: "App/Outer.swift", line: 2)
    }
    #expect(error?.location == CodeLocation(fileID: "App/Outer.swift", line: 2))
  }

  @Test func severalErrorsOfOneObjectStayTogetherWithItsPath() throws {
    let error = error {
      _ = try Injector { binder in
        binder.bind(Fixed.self).to { Fixed() }.asEagerSingleton()
        binder.bind(Int.self).to { throw Cause(number: 1) }.asEagerSingleton()
      }
    }
    #expect(error?.errors.map(\.code) == [.several, .providerFailed])
    let first = error?.errors.first
    #expect(first?.errors.map(\.code) == [.notWritable, .notWritable])
    #expect(first?.path.isEmpty == false)
  }

  @Test func aLazyPropertyIsKnownByItsName() {
    let error = error { try Injector().injectDependencies(into: Late()) }
    #expect(error?.property?.description == "Late.radio")
  }

  @Test func aFailedClosureIsKnownByTheLocationOfItsBinding() throws {
    let injector = try injector { binder in
      binder.bind(Int.self, fileID: "App/M.swift", line: 5).to { throw Cause(number: 1) }
    }
    let error = error { _ = try injector.resolve(Int.self) }
    #expect(error?.bindingLocation == CodeLocation(fileID: "App/M.swift", line: 5))
  }

  // MARK: - The path

  @Test func pathIsInnermostFirst() throws {
    let error = error {
      _ = try makeChain(of: 3).resolve(Node.self, named: "n0", fileID: "App/main.swift", line: 9)
    }
    #expect(error?.code == .missingBinding)
    #expect(error?.key == Key(Node.self, named: "n3"))
    #expect(error?.path.map(\.kind) == [.property, .property, .property, .call])
    #expect(
      error?.path.map(\.bindingLocation?.line) == [nil, 5, 5, nil])
    #expect(error?.property?.description == "Node.next")
    #expect(error?.location == CodeLocation(fileID: "App/main.swift", line: 9))
    #expect(error?.omittedStepCount == 0)
  }

  @Test func theLocationIsThatOfTheCallThatFailed() throws {
    func makeProvider() throws -> Provider<G.Radio> { try Injector().resolve() }
    let provider = try makeProvider()
    let injector = try Injector {
      $0.bind(G.Radio.self).to { try provider.get(fileID: "App/AppModule.swift", line: 5) }
    }
    let error = error { _ = try injector.resolve(G.Radio.self, fileID: "App/main.swift", line: 9) }
    #expect(error?.path.last?.location == CodeLocation(fileID: "App/main.swift", line: 9))
    #expect(error?.location == CodeLocation(fileID: "App/AppModule.swift", line: 5))
  }

  @Test(arguments: [13, 14, 15, 30, 31, 500])
  func longPathsShowTheFirstTenAndTheLastThreeSteps(count: Int) throws {
    let error = error {
      _ = try makeChain(of: count - 1)
        .resolve(Node.self, named: "n0", fileID: "App/main.swift", line: 9)
    }
    let lines = (error?.description ?? "").split(separator: "\n").map {
      String($0.drop { $0 == " " })
    }
    let first = try #require(lines.firstIndex(of: "Requested by:")) + 1
    let steps = lines[first...].prefix { !$0.hasPrefix("Did you") }
    if count <= 14 {
      #expect(steps.count == count)
      #expect(steps.allSatisfy { !$0.contains("…") })
    } else {
      #expect(steps.count == 14)
      let numbers = steps.map { $0.prefix { $0 != "." } }.filter { !$0.hasPrefix("…") }
      #expect(
        numbers == ((1...10).map { "\($0)" } + (count - 2...count).map { "\($0)" }).map { $0[...] })
      #expect(steps[steps.startIndex + 10] == "… \(count - 13) more steps …")
    }
    #expect(steps.last == "\(count). resolve(Node.self, named: \"n0\")  main.swift:9")
    #expect((error?.path.count ?? 0) + (error?.omittedStepCount ?? 0) == count)
  }

  @Test(.timeLimit(.minutes(5))) func aPathOfAnyLengthKeepsThirtySteps() throws {
    let injector = try makeChain(of: largeDepth)
    let error = error { _ = try injector.resolve(Node.self, named: "n0") }
    #expect(error?.key == Key(Node.self, named: Name("n\(largeDepth)")))
    #expect((error?.path.count ?? 0) + (error?.omittedStepCount ?? 0) == largeDepth + 1)
    #expect((error?.path.count ?? 0) <= 30)
  }

  // MARK: - User errors

  @Test func userErrorsAreWrappedOnceAndKeepTheirCause() throws {
    let injector = try injector { binder in
      binder.bind(G.Brakes.self).to { () throws -> G.Brakes in throw Cause(number: 7) }
      binder.bind(G.Radio.self).to { injector in
        _ = try injector.resolve(G.Brakes.self)
        return G.Radio()
      }
      binder.bind(G.Sensor.self).to { injector in
        _ = try injector.resolve(G.Radio.self)
        return G.Sensor()
      }
    }
    let error = error { _ = try injector.resolve(G.Sensor.self) }
    #expect(error?.code == .providerFailed)
    #expect(error?.key == Key(G.Brakes.self))
    #expect(error?.underlying as? Cause == Cause(number: 7))
    #expect(error?.underlying is InjectionError == false)
    #expect(error?.description.components(of: "Cause: ") == 1)
  }

  @Test func thePropertyWhoseValueFailsIsKnown() throws {
    let injector = try injector { binder in
      binder.bind(G.Radio.self).to { () throws -> G.Radio in throw Cause(number: 1) }
    }
    let error = error { try injector.injectDependencies(into: Late()) }
    #expect(error?.code == .providerFailed)
    #expect(error?.property?.description == "Late.radio")
  }

  @Test func errorsOfTheLibraryAreNotWrapped() throws {
    let injector = try injector { binder in
      binder.bind(G.Radio.self).to { injector in
        _ = try injector.resolve(G.Brakes.self)
        return G.Radio()
      }
    }
    let error = error { _ = try injector.resolve(G.Radio.self) }
    #expect(error?.code == .missingBinding)
    #expect(error?.underlying == nil)
    #expect(error?.key == Key(G.Brakes.self))
  }

  @Test func anErrorThatUserCodeReplacesIsTheCause() throws {
    let injector = try injector { binder in
      binder.bind(G.Radio.self).to { injector in
        do {
          _ = try injector.resolve(G.Brakes.self)
        } catch {
          throw Cause(number: 1)
        }
        return G.Radio()
      }
    }
    #expect(
      error { _ = try injector.resolve(G.Radio.self) }?.underlying as? Cause == Cause(number: 1))
  }

  // MARK: - No addresses, no values

  @Test func privateTypesArePrintedWithoutAnAddress() throws {
    let error = error {
      _ = try injector().create { () throws -> G.Brakes in throw PrivateCause() }
    }
    let text = try #require(error?.description)
    #expect(text.contains("PrivateCause: InfusionTests.PrivateCause"))
    #expect(!text.contains("unknown context"))
    #expect(!text.contains("0x"))
    #expect(!text.contains("$"))
  }

  @Test func aTextThatOnlyBeginsLikeAnAddressStays() throws {
    struct Cause: Error, CustomStringConvertible {
      var description: String { "(unknown context at $ten) in (5)" }
    }
    let error = error { _ = try injector().create { () throws -> G.Brakes in throw Cause() } }
    #expect(error?.description.contains("Cause: (unknown context at $ten) in (5)") == true)
  }

  @Test func argumentsAreTypesOnly() throws {
    let injector = try injector { $0.bind(G.Brakes.self).to { G.Brakes() } }
    let error = error {
      _ = try injector.resolve(G.Brakes.self, arguments: "hunter2", [Cause(number: 4711)])
    }
    let text = try #require(error?.description)
    #expect(error?.code == .argumentMismatch)
    #expect(!text.contains("hunter2"))
    #expect(!text.contains("4711"))
  }

  @Test func propertiesOfOpenClassesAreNamedByReflection() throws {
    let injector = try injector { $0.bind(G.Radio.self).to(instance: G.Radio()) }
    let watched = error { try injector.injectDependencies(into: Open()) }
    #expect(watched?.property?.name == "watched")
    #expect(watched?.property?.position == 2)
    #expect(watched?.property?.type == G.Sensor?.self)
    let kept = error { try Injector().injectDependencies(into: Open()) }
    #expect(kept?.property?.name == "kept")
  }

  @Test func propertiesOfGenericClassesAreKnownByTheirNames() {
    func name(in receiver: some Injectable) -> String? {
      error { try Injector().injectDependencies(into: receiver) }?.property?.name
    }
    #expect(name(in: Receiver<G.Sensor>()) == "radio")
    #expect(name(in: Receiver<any Station<Int>>()) == "radio")
    #expect(name(in: Receiver<(Int...) -> Void>()) == "radio")
  }

  @Test func aComputedPropertyIsIdentifiedByPositionAndType() throws {
    let injector = try injector { binder in
      binder.bind(G.Radio.self).to(instance: G.Radio())
      binder.bind(G.Sensor.self).to(instance: G.Sensor())
    }
    let error = error { try injector.injectDependencies(into: Open()) }
    #expect(error?.property?.name == nil)
    #expect(error?.property?.description == "requirement 3 of Open")
    let text = try #require(error?.description)
    #expect(text.contains("requirement 3 of Open of type"))
    #expect(!text.contains("<computed"))
    #expect(!text.contains("0x"))
  }

  // MARK: - Several errors

  @Test func errorsOfEagerSingletonsAreReportedTogetherInOrder() throws {
    let error = error {
      _ = try injector { binder in
        binder.bind(G.Radio.self).asEagerSingleton()
        binder.bind(G.Brakes.self).to { () throws -> G.Brakes in throw Cause(number: 1) }
          .asEagerSingleton()
        binder.bind(G.Sensor.self).to { G.Sensor() }.asEagerSingleton()
      }
    }
    #expect(error?.code == .several)
    #expect(error?.errors.map(\.code) == [.missingBinding, .providerFailed])
  }

  @Test func aSingleErrorIsNotWrapped() throws {
    let error = error {
      _ = try injector { binder in
        binder.bind(G.Brakes.self).to { () throws -> G.Brakes in throw Cause(number: 1) }
          .asEagerSingleton()
      }
    }
    #expect(error?.code == .providerFailed)
    #expect(error?.errors.isEmpty == true)
  }
}

extension String {
  /// How often the text contains a part.
  fileprivate func components(of part: String) -> Int {
    ranges(of: part).count
  }
}
