import Infusion
import Observation
import Testing

private final class Clock {}
@Observable private final class Shown: Injectable {
  var title = ""
  var clock: Clock?
  static var requires: Requirements { accepting(\.clock) }
}
private final class Store {}
private final class Session {}
private final class Report {
  init(clock: Clock) {}
}
private final class Repo: Injectable {
  var session: Session!
  static var requires: [PartialKeyPath<Repo>] { [\.session] }
}
private final class Screen: Injectable {
  var repo: Repo!
  static var requires: [PartialKeyPath<Screen>] { [\.repo] }
}
private final class Car {
  let make: String
  init(make: String) { self.make = make }
}
private final class Parking: Injectable {
  var car: Car!
  static var requires: [PartialKeyPath<Parking>] { [\.car] }
}
private final class Missing: InitializerDeclaring {
  init(clock: Clock) {}
  static var initializer: Initializer { Initializer(Missing.init(clock:)) }
}
private final class Miscounting: InitializerDeclaring {
  init(clock: Clock, text: String) {}
  static var initializer: Initializer { Initializer(Miscounting.init(clock:text:), .resolved) }
}
private final class WrongDefault: InitializerDeclaring {
  init(number: Int) {}
  static var initializer: Initializer { Initializer(WrongDefault.init(number:), .default("one")) }
}
private struct ReportProvider: ProviderProtocol {
  func provide(from injector: Injector) throws -> Report { Report(clock: try injector.resolve()) }
}
private protocol Wheel: AnyObject {}
private final class Rim: Wheel {
  init(size: Int) {}
}
private class Base {
  var clock: Clock!
  private let serial = 7
}
private final class Derived: Base, Injectable {
  var store: Store!
  var left: Session!
  var right: Session!
  @Injected var marked: Report
  static var requires: [PartialKeyPath<Derived>] { [\.store, \.left] }
}
private class Plain {
  var anything: Clock?
}
private final class Node {
  init(next: Lazy<Node>) {}
}

/// The parts of a graph that a validation examines, and those that it reports as not examined.
struct ValidationReachTests {
  // MARK: - Closures

  @Test(arguments: Arrangement.allCases)
  func aClosureThatTakesTheInjectorIsNotExaminedUnlessItDeclaresItsUses(
    _ arrangement: Arrangement
  ) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Clock.self).to { Clock() }
      binder.bind(Report.self).to { Report(clock: try $0.resolve()) }
      binder.bind(Report.self, named: "told").to(uses: Clock.self) {
        Report(clock: try $0.resolve())
      }
      binder.bind(Report?.self, named: "optional").to { _ in nil }
      binder.bind(Report.self, named: "provider").to(provider: ReportProvider())
      binder.bind(Car.self).to { (_, make: String) in Car(make: make) }
    }
    let reason =
      "what its closure asks for is not known; write toInitializer(…), or "
      + "declare what it asks for: to(uses: X.self) { injector in … }"
    let report = try injector.validate()
    #expect(
      report.notExamined == [
        "Report: \(reason)", "Report named \"optional\": \(reason)",
        "Report named \"provider\": what its provider asks for is not known",
        "Car: \(reason)",
      ])
    let unexamined = injector.graph.nodes.filter { !$0.isExamined }
    #expect(unexamined.map(\.type) == ["Report", "Report", "Report", "Car"])
    #expect(injector.graph.mermaid.contains("Car<br/>not examined"))
    #expect(injector.graph.dot.contains("not examined"))
    #expect(injector.explain(Car.self).contains("not examined"))
    #expect(!injector.explain(Clock.self).contains("not examined"))
  }

  @Test func aClosureWithArgumentsMayDeclareItsUses() throws {
    let injector = try Injector { binder in
      binder.bind(Clock.self).to { Clock() }
      binder.bind(Car.self).to(uses: Clock.self) { (injector, make: String) in
        _ = try injector.resolve(Clock.self)
        return Car(make: make)
      }
      binder.bind(Car.self, named: "key").to(uses: Key(Store.self)) { (_, make: String) in
        Car(make: make)
      }
    }
    #expect(try injector.resolve(Car.self, arguments: "VW").make == "VW")
    let found = validationErrors(of: injector)
    #expect(found.map(\.code) == [.missingBinding])
    #expect(found.first?.key == Key(Store.self))
    #expect(injector.graph.edges.map(\.label) == ["uses", "uses"])
  }

  // MARK: - Included classes

  @Test func anIncludedClassThatDeclaresItsInitializerIsExaminedLikeARequest() throws {
    let injector = try Injector()
    let missing = validationErrors(of: injector, including: Missing.self)
    #expect(missing.map(\.key) == [Key(Clock.self)])
    #expect(missing[0].path.map(\.subject) == ["Missing"])
    #expect(
      validationErrors(of: injector, including: Miscounting.self).map(\.code) == [.argumentMismatch]
    )
    #expect(
      validationErrors(of: injector, including: WrongDefault.self).map(\.code) == [.typeMismatch])
    let child = try injector.makeChild { $0.bind(Clock.self).to { Clock() } }
    #expect(validationErrors(of: child, including: Missing.self).isEmpty)
  }

  @Test func anIncludedObjectIsNotCreated() throws {
    let injector = try Injector()
    #expect(validationErrors(of: injector, including: Missing(clock: Clock())).isEmpty)
  }

  // MARK: - Children

  @Test(arguments: [true, false])
  func aSingletonOfTheParentThatNeedsABindingOfTheChildIsASpecialError(
    _ throughClosure: Bool
  ) throws {
    let parent = try Injector { binder in
      if throughClosure {
        binder.bind(Repo.self).to(uses: Session.self) { injector in
          let repo = Repo()
          repo.session = try injector.resolve()
          return repo
        }.in(.singleton)
      } else {
        binder.bind(Repo.self).to { Repo() }.in(.singleton)
      }
      binder.bind(Screen.self).to { Screen() }
    }
    let child = try parent.makeChild { $0.bind(Session.self).to { Session() } }
    func check(_ error: InjectionError?) throws {
      let error = try #require(error)
      #expect(error.code == .boundInChild)
      #expect(error.key == Key(Session.self))
      #expect(error.description.contains("The parent keeps 'Repo'"))
      #expect(!error.description.contains("DefaultInitializable"))
    }
    let found = validationErrors(of: child)
    #expect(found.count == 1)
    try check(found.first)
    try check(#require(throws: InjectionError.self) { _ = try child.resolve(Screen.self) })
    try check(#require(throws: InjectionError.self) { _ = try child.resolve(Repo.self) })
    try check(
      #require(throws: InjectionError.self) { try child.injectDependencies(into: Screen()) })
    // The parent alone cannot know that the child binds the key.
    #expect(
      try #require(throws: InjectionError.self) { _ = try parent.resolve(Repo.self) }.code
        == .missingBinding)
    let grandchild = try child.makeChild()
    try check(#require(throws: InjectionError.self) { _ = try grandchild.resolve(Screen.self) })
  }

  @Test func aKeyThatTheChildDoesNotBindEitherIsMissing() throws {
    let parent = try Injector { $0.bind(Repo.self).to { Repo() }.in(.singleton) }
    let child = try parent.makeChild()
    #expect(validationErrors(of: child).map(\.code) == [.missingBinding])
  }

  @Test func aNodeNamesItsInjectorAmongNestedOnes() throws {
    let top = try Injector { $0.bind(Clock.self).to { Clock() }.in(.singleton) }
    let middle = try top.makeChild { $0.bind(Store.self).to { Store() }.in(.singleton) }
    let child = try middle.makeChild { $0.bind(Session.self).to { Session() }.in(.singleton) }
    let levels = Dictionary(
      uniqueKeysWithValues: child.graph.nodes.map { ($0.type, $0.level) })
    #expect(levels == ["Clock": 2, "Store": 1, "Session": 0])
    #expect(child.graph.mermaid.contains("of the injector 2 levels above"))
    #expect(child.explain(Store.self).contains("of the parent"))
    #expect(!top.graph.dot.contains("of the parent"))
  }

  // MARK: - Arguments

  @Test(arguments: Arrangement.allCases)
  func aPropertyCannotRequestABindingWithArguments(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Car.self).to(uses: Key(Int.self)) { (_, make: String) in Car(make: make) }
      binder.bind(Int.self).to { 1 }
    }
    #expect(validationErrors(of: injector).isEmpty)
    let found = validationErrors(of: injector, including: Parking.self)
    #expect(found.map(\.code) == [.argumentMismatch])
    #expect(found[0].path.map(\.subject) == ["Parking.car"])
    #expect(throws: InjectionError.self) { try injector.injectDependencies(into: Parking()) }
  }

  @Test func aLinkToABindingWithArgumentsNeedsThemToo() throws {
    final class Axle: Injectable {
      var wheel: (any Wheel)!
      static var requires: [PartialKeyPath<Axle>] { [\.wheel] }
    }
    let injector = try Injector { binder in
      binder.bind((any Wheel).self).to(Rim.self) { $0 }
      binder.bind(Rim.self).to { (_, size: Int) in Rim(size: size) }
    }
    let found = validationErrors(of: injector, including: Axle.self)
    #expect(found.map(\.code) == [.argumentMismatch])
    #expect(found.first?.key == Key(Rim.self))
    #expect(found.first?.path.map(\.subject) == ["any Wheel", "Axle.wheel"])
  }

  @Test func aPropertyMayRequestABindingThatNeedsNoArguments() throws {
    let injector = try Injector { binder in
      binder.bind(Car.self).to { (_, make: String?) in Car(make: make ?? "") }
    }
    #expect(validationErrors(of: injector, including: Parking.self).isEmpty)
    let kept = try Injector { binder in
      binder.bind(Car.self).to { (_, make: String) in Car(make: make) }.in(.singleton)
    }
    #expect(validationErrors(of: kept, including: Parking.self).isEmpty)
  }

  @Test(arguments: Arrangement.allCases)
  func aContributionThatNeedsArgumentsIsRefused(_ arrangement: Arrangement) throws {
    let error = try #require(throws: InjectionError.self) {
      _ = try arrangement.makeInjector { binder in
        binder.contribute(Car.self).to { (_, make: String) in Car(make: make) }
      }
    }
    #expect(error.code == .argumentMismatch)
    let injector = try arrangement.makeInjector { binder in
      binder.contribute(Car.self).to { (_, make: String?) in Car(make: make ?? "none") }
    }
    #expect(try injector.resolve([Car].self).map(\.make) == ["none"])
  }

  // MARK: - Objects that are injected answer requests for their class

  private final class Document: Injectable {
    var editor: Editor!
    var printer: Printer!
    static var requires: Requirements { requiring(\.editor) + accepting(\.printer) }
  }
  private final class Editor: Injectable, DefaultInitializable {
    weak var document: Document?
    static var requires: Requirements { requiring(\.document) }
  }
  private final class Printer {
    let document: Document
    init(document: Document) { self.document = document }
  }
  private final class Archive: Injectable {
    var document: Document!
    static var requires: Requirements { requiring(\.document) }
  }
  private final class LaterDocument: Injectable {
    var document: Lazy<LaterDocument>!
    static var requires: Requirements { requiring(\.document) }
  }

  @Test(arguments: Arrangement.allCases)
  func anInjectedObjectAnswersItsDependencies(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Printer.self).toInitializer(Printer.init(document:))
    }
    let document = Document()
    try injector.injectDependencies(into: document)
    #expect(document.editor.document === document && document.printer.document === document)
    #expect(validationErrors(of: injector, including: Document.self).isEmpty)
    #expect(validationErrors(of: injector, including: Document()).isEmpty)
    let graph = injector.graph(including: Document.self)
    #expect(graph.nodes.filter { $0.type == "Document" }.map(\.kind) == [.injected])
    let injected = try #require(graph.nodes.first { $0.kind == .injected })
    let labels = graph.edges.filter { $0.target == injected.id }.map(\.label)
    #expect(labels.sorted() == ["document", "parameter 1"])
    #expect(graph.edges.filter { !$0.isInCycle } == [])
    #expect(graph.nodes.flatMap { $0.problems } == [])
    // What it needs fails when the program asks for it.
    #expect(validationErrors(of: injector, including: Editor.self).map(\.code) == [.missingBinding])
  }

  @Test func anInjectedObjectAnswersNoRequestsOfOthersAndNoLaterOnes() throws {
    let injector = try Injector()
    let others = validationErrors(of: injector, including: Document.self, Archive.self)
    #expect(others.map(\.code) == [.missingBinding])
    #expect(others.first?.path.map(\.subject) == ["Archive.document"])
    let later = validationErrors(of: injector, including: LaterDocument.self)
    #expect(later.map(\.code) == [.missingBinding])
    let forbidding = try Injector([], options: .init(forbidsCycles: true))
    #expect(
      validationErrors(of: forbidding, including: Document.self).map(\.code) == [.cyclicDependency])
  }

  // MARK: - Bindings that nothing requests

  @Test func bindingsThatNothingAsksForAreListed() throws {
    let parent = try Injector { $0.bind(Store.self).to { Store() } }
    let child = try parent.makeChild { binder in
      binder.bind(Clock.self, fileID: "App/M.swift", line: 3).to { Clock() }
      binder.bind(Session.self).to { Session() }
      binder.bind(Repo.self).to { Repo() }
      binder.bind(Int.self).to { 1 }.asEagerSingleton()
      binder.contribute(String.self, fileID: "App/M.swift", line: 4).to { "" }
      binder.contribute(Character.self, fileID: "App/M.swift", line: 5).to { "c" }
    }
    let unused = ["Clock: bound at M.swift:3", "[String]: contributed at M.swift:4"]
    #expect(
      try child.validate(including: Repo.self).unused
        == unused + ["[Character]: contributed at M.swift:5"])
    final class Reader: Injectable {
      var letters: [Character] = []
      static var requires: [PartialKeyPath<Reader>] { [\.letters] }
    }
    #expect(try child.validate(including: [Repo.self, Reader.self]).unused == unused)
    #expect(try parent.validate().unused.count == 1)
  }

  // MARK: - Properties that no list mentions

  @Test func explainNamesThePropertiesThatNoListMentions() throws {
    let injector = try Injector { binder in
      binder.bind(Derived.self).to { Derived() }
      binder.bind(Plain.self).to { Plain() }
    }
    let graph = injector.graph
    #expect(
      graph.nodes.first { $0.type == "Derived" }?.unlisted == [
        "Base.clock", "Base.serial", "right",
      ])
    #expect(graph.nodes.first { $0.type == "Plain" }?.unlisted == [])
    let lines = injector.explain(Derived.self).split(separator: "\n")
    #expect(
      lines[1] == "  not listed, so the injector does not set it: Base.clock, Base.serial, right")
  }

  @Test func theTreeNamesTheUnlistedPropertiesOfEachClassOfOneText() throws {
    enum Front {
      final class Axle: Injectable {
        var clock: Clock?
        var steering = 0
        static var requires: Requirements { accepting(\.clock) }
      }
    }
    enum Rear {
      final class Axle: Injectable {
        var clock: Clock?
        var brake = 0
        static var requires: Requirements { accepting(\.clock) }
      }
    }
    let text = try Injector { binder in
      binder.bind(Front.Axle.self).to { Front.Axle() }
      binder.bind(Rear.Axle.self).to { Rear.Axle() }
    }.graph.text
    #expect(text.contains("does not set it: steering\n"))
    #expect(text.contains("does not set it: brake\n"))
  }

  @Test func propertiesThatAMacroAddsAreNotListed() throws {
    let injector = try Injector { $0.bind(Shown.self).to { Shown() } }
    #expect(injector.graph.nodes.first { $0.type == "Shown" }?.unlisted == ["title"])
  }

  // MARK: - Size

  @Test(.timeLimit(.minutes(5))) func largeGraphsAreValidatedInOnePass() throws {
    let count = 1000
    let injector = try Injector { binder in
      for number in 0..<count {
        let name = Name("\(number)")
        // A knot: each report needs the next one and the first one.
        binder.bind(Report.self, named: name).to(
          uses: Key(Report.self, named: Name("\((number + 1) % count)")),
          Key(Report.self, named: "0")
        ) { _ in Report(clock: Clock()) }
        binder.contribute(Int.self).to { number }
        // All stores keep the same values, through a long chain.
        binder.bind(Store.self, named: name).to(uses: Key(Car.self, named: "0")) { _ in Store() }
          .in(.singleton)
        binder.bind(Car.self, named: name).to(uses: Key(Car.self, named: Name("\(number + 1)"))) {
          _ in Car(make: "")
        }
      }
      binder.bind(Car.self, named: Name("\(count)")).to { Car(make: "") }.in(.graph)
    }
    let codes = Set(validationErrors(of: injector).map(\.code))
    #expect(codes == [.cyclicDependency, .captiveDependency])
  }
}
