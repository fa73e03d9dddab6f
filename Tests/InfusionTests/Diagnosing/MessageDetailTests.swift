import Infusion
import Testing

private final class Plain {}
private final class Marked {
  @Injected var plain: Plain
}
private final class First {
  init(second: Second) {}
}
private final class Second: Injectable {
  var third: Third!
  init(first: First) {}
  static var requires: Requirements { requiring(\.third) }
}
private final class Third: Injectable {
  weak var second: Second!
  static var requires: Requirements { requiring(\.second) }
}

private class Unlisting {
  var inherited: Plain!
}
private class Listing: Unlisting, Injectable {
  var own: Plain!
  class var requires: Requirements { requiring(\.inherited) }
}
private final class Relisting: Listing {
  var last: Plain!
  override class var requires: Requirements { requiring(\.last) }
}

/// Details of messages and drawings.
struct MessageDetailTests {
  @Test func aClassWhoseMarkersAreNotKnownYetIsNoWarning() throws {
    let report = try Injector().validate(including: Marked.self)
    #expect(report.warnings.isEmpty)
    #expect(report.notExamined.count == 1)
  }

  @Test func theUsesOfAClosureShareALine() throws {
    let dot = try Injector { binder in
      binder.bind(String.self).to(uses: Int.self, Bool.self) { "\(try $0.resolve(Int.self))" }
      binder.bind(Int.self).to(instance: 1)
      binder.bind(Bool.self).to(instance: true)
    }.graph.dot
    #expect(dot.split(separator: ">uses<").count == 2, "\(dot)")
  }

  @Test func onlyTheEdgesOfTheCycleThatFailsAreRed() throws {
    let injector = try Injector { binder in
      binder.bind(First.self).toInitializer(First.init(second:))
      binder.bind(Second.self).toInitializer(Second.init(first:))
      binder.bind(Third.self).to { Third() }
    }
    let styles = injector.graph.mermaid.split(separator: "\n").filter { $0.contains("linkStyle") }
    #expect(styles.filter { $0.contains("stroke:red") }.count == 2, "\(styles)")
    #expect(styles.filter { $0.contains("stroke:darkorange") }.count == 2, "\(styles)")
  }

  @Test func aNameIsOnlyCorrectedIfItIsClearWhichOneIsMeant() throws {
    func text(_ bound: Name..., asking name: Name?) throws -> String {
      let injector = try Injector { binder in
        for name in bound { binder.bind(Plain.self, named: name).to { Plain() } }
      }
      let error = #expect(throws: InjectionError.self) {
        _ = try injector.resolve(Plain.self, named: name)
      }
      return error?.description ?? ""
    }
    #expect(try text("left", asking: nil).contains("Ask for it by its name"))
    #expect(try !text("left", "right", asking: nil).contains("Ask for it by its name"))
    #expect(try text("L", asking: "l").contains("Correct the name"))
    #expect(try !text("L", asking: "x").contains("Correct the name"))
    #expect(try !text("left", asking: "another").contains("Correct the name"))
  }

  @Test func onlyArgumentsOfOtherTypesHaveToBeConverted() throws {
    let injector = try Injector { binder in
      binder.bind(String.self).to { (_, one: Int, two: Int) in "\(one), \(two)" }
    }
    let error = #expect(throws: InjectionError.self) {
      _ = try injector.resolve(String.self, arguments: 1, 2.0)
    }
    let text = error?.description ?? ""
    #expect(text.contains("Convert argument 2 yourself") && !text.contains("Convert argument 1"))
  }

  /// The middle of the path is left out.
  @Test func theCallOfAHandleIsTheLastStepOfALongPath() throws {
    let count = 20
    let injector = try Injector { binder in
      for number in 0..<count {
        binder.bind(Int.self, named: Name("\(number)"))
          .to { try $0.resolve(Int.self, named: Name("\(number + 1)")) }
      }
    }
    let asked = #expect(throws: InjectionError.self) {
      _ = try injector.resolve(Int.self, named: "0")
    }
    let handle = try injector.resolve(Lazy<Int>.self, named: "0")
    let later = #expect(throws: InjectionError.self) { _ = try handle.get() }
    let (one, other) = (try #require(asked), try #require(later))
    #expect(one.omittedStepCount > 0 && one.omittedStepCount == other.omittedStepCount)
    #expect(one.path.dropLast().map(\.subject) == other.path.dropLast().map(\.subject))
    #expect(other.path.last?.subject == "get()")
  }

  @Test func aPropertyOfASuperclassThatListsNothingMayBeMeant() throws {
    let injector = try Injector { $0.bind(Plain.self).toNothing() }
    let graph = injector.graph(including: Relisting.self)
    #expect(graph.edges.map(\.label) == ["own or inherited", "last"])
    let error = #expect(throws: InjectionError.self) {
      try Injector().injectDependencies(into: Listing())
    }
    #expect(error?.property?.name == "own or inherited")
  }
}
