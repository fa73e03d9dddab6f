import Infusion
import Testing

private final class Plain {}
private final class Session {}
private final class Twin {
  init(left: Plain, right: Plain) {}
}
private final class Loop: Injectable {
  weak var loop: Loop!
  static var requires: Requirements { requiring(\.loop) }
}
private final class Holder: Injectable {
  var plain: Plain!
  var session: Provider<Session>!
  static var requires: Requirements { requiring(\.plain, \.session) }
}
private final class Inner: Injectable {
  var session: Session!
  static var requires: Requirements { requiring(\.session) }
}
private final class Outer: Injectable {
  var plain: Plain!
  var inner: Inner!
  static var requires: Requirements { requiring(\.plain, \.inner) }
}
private final class Book: Injectable {
  var page: Page!
  init(number: Int) {}
  static var requires: Requirements { requiring(\.page) }
}
private final class Page: Injectable, DefaultInitializable {
  weak var book: Book!
  static var requires: Requirements { requiring(\.book) }
}
/// Asks for its leaf at once, and for another one later.
private final class Volume: Injectable {
  var leaf: Leaf!
  var later: Lazy<Leaf>!
  init(number: Int) {}
  static var requires: Requirements { requiring(\.leaf, \.later) }
}
private final class Leaf: Injectable, DefaultInitializable {
  weak var volume: Volume!
  static var requires: Requirements { requiring(\.volume) }
}
private final class Reader: Injectable {
  var page: Lazy<Page>!
  static var requires: Requirements { requiring(\.page) }
}
private final class Editor: Injectable {
  var document: Document!
  static var requires: Requirements { requiring(\.document) }
}
private final class Document: Injectable {
  weak var editor: Editor!
  static var requires: Requirements { requiring(\.editor) }
}
private final class Window: Injectable {
  var editor: Lazy<Editor>!
  static var requires: Requirements { requiring(\.editor) }
}
private final class Left: Injectable {
  var right: Right!
  var later: Lazy<Right>!
  static var requires: Requirements { requiring(\.right, \.later) }
}
private final class Right: Injectable {
  weak var left: Left!
  static var requires: Requirements { requiring(\.left) }
}
private final class Closing: Injectable {
  var opening: Lazy<Opening>!
  static var requires: Requirements { requiring(\.opening) }
}
private final class Opening: Injectable {
  var closing: Closing!
  static var requires: Requirements { requiring(\.closing) }
}
private final class Pair: Injectable {
  var plain: Plain!
  var session: Session!
  static var requires: Requirements { requiring(\.plain, \.session) }
}
private final class Misspelling: Injectable {
  var plain: Plain!
  static var requires: Requirements { requiring(\.plain, named: "mian") }
}
private protocol Motor: AnyObject {}
private final class V8: Motor, Injectable {
  weak var truck: Truck!
  static var requires: Requirements { requiring(\.truck) }
}
private final class Truck: Injectable {
  var motor: (any Motor)!
  static var requires: Requirements { requiring(\.motor) }
}

/// What validation finds, what it does not take for a mistake, and what it says about it.
struct ValidationFindingTests {
  // MARK: - Texts

  @Test func everyParameterThatNeedsAMissingValueIsListed() throws {
    let injector = try Injector { binder in
      binder.bind(Twin.self).toInitializer(Twin.init(left:right:))
    }
    let error = try #require(throws: InjectionError.self) { try injector.validate() }
    #expect(
      error.path.map(\.detail) == [
        "parameter 1 of its initializer, bound", "parameter 2 of its initializer, bound",
      ])
    #expect(error.description.contains("which the initializer of 'Twin' requires."))
  }

  /// Only the last one is in force.
  @Test func ofThreeBindingsEachIsHiddenByTheNextOne() throws {
    let injector = try Injector { binder in
      for line in 1...3 as ClosedRange<UInt> {
        binder.bind(Plain.self, fileID: "App/App.swift", line: line).to { Plain() }
      }
    }
    let texts = validationErrors(of: injector).map(\.description)
    #expect(texts.count == 2)
    for (line, text) in zip(1..., texts) {
      #expect(text.contains("earlier: bound at App.swift:\(line)"))
      #expect(text.contains("later:   bound at App.swift:\(line + 1)"))
      #expect(!text.contains("in force"))
    }
  }

  // MARK: - Lifetimes

  @Test func aProviderBesideAKeptValueKeepsNothing() throws {
    let injector = try Injector { binder in
      binder.bind(Holder.self).to { Holder() }.in(.singleton)
      binder.bind(Plain.self).to { Plain() }.in(.graph)
      binder.bind(Session.self).to { Session() }.in(.graph)
    }
    let found = validationErrors(of: injector)
    #expect(found.map(\.code) == [.captiveDependency])
    #expect(found.first?.description.contains("keeps 'Plain'") == true)
  }

  @Test func whatAnotherSingletonKeepsIsFoundThere() throws {
    let injector = try Injector { binder in
      binder.bind(Outer.self).to { Outer() }.in(.singleton)
      binder.bind(Inner.self).to { Inner() }.in(.singleton)
      binder.bind(Plain.self).to { Plain() }.in(.graph)
      binder.bind(Session.self).to { Session() }.in(.graph)
    }
    let found = validationErrors(of: injector)
    #expect(found.map(\.code) == [.captiveDependency, .captiveDependency])
    #expect(found.map(\.key) == [Key(Outer.self), Key(Inner.self)])
  }

  // MARK: - What the program asks for

  @Test func anObjectUnderConstructionDoesNotAnswerWhatTheProgramAsksFor() throws {
    let injector = try Injector { binder in
      binder.bind(Book.self).to { (_, number: Int) in Book(number: number) }
    }
    #expect(validationErrors(of: injector).isEmpty)
    let book = try injector.resolve(Book.self, arguments: 1)
    #expect(book.page.book === book)
    #expect(!injector.graph.text.contains("argumentMismatch"))
    #expect(injector.explain(Page.self).contains("argumentMismatch"))
    let found = validationErrors(of: injector, including: Key(Page.self))
    #expect(found.map(\.code) == [.argumentMismatch])
    let failure = #expect(throws: InjectionError.self) { _ = try injector.resolve(Page.self) }
    #expect(failure?.code == .argumentMismatch)
  }

  @Test func anObjectUnderConstructionDoesNotAnswerWhatIsAskedLater() throws {
    let injector = try Injector { binder in
      binder.bind(Book.self).to { (_, number: Int) in Book(number: number) }
      binder.bind(Reader.self).to { Reader() }
    }
    #expect(validationErrors(of: injector).map(\.code) == [.argumentMismatch])
    let reader = try injector.resolve(Reader.self)
    #expect(throws: InjectionError.self) { try reader.page.get() }
  }

  @Test func anObjectUnderConstructionDoesNotAnswerWhatItAsksForLater() throws {
    let injector = try Injector { binder in
      binder.bind(Volume.self).to { (_, number: Int) in Volume(number: number) }
    }
    #expect(validationErrors(of: injector).map(\.code) == [.argumentMismatch])
    let volume = try injector.resolve(Volume.self, arguments: 1)
    #expect(volume.leaf.volume === volume)
    #expect(throws: InjectionError.self) { try volume.later.get() }
  }

  @Test func aSubjectDoesNotAnswerWhatTheProgramAsksFor() throws {
    let injector = try Injector { $0.bind(Document.self).to { Document() } }
    #expect(validationErrors(of: injector, including: Editor()).isEmpty)
    let found = validationErrors(of: injector, including: Editor(), Key(Document.self))
    #expect(found.map(\.key) == [Key(Editor.self)])
    #expect(throws: InjectionError.self) { _ = try injector.resolve(Document.self) }
  }

  @Test func aBindingThatOnlyItselfAsksForIsUnused() throws {
    let injector = try Injector { $0.bind(Loop.self).to { Loop() }.in(.singleton) }
    #expect(try injector.validate().unused.count == 1)
    #expect(try injector.validate(including: Loop.self).unused.isEmpty)
  }

  // MARK: - The graph

  @Test func aClassThatASubjectAnswersOnlyInPartIsDrawn() throws {
    let injector = try Injector { binder in
      binder.bind(Document.self).to { Document() }
      binder.bind(Window.self).to { Window() }
    }
    let graph = injector.graph(including: Editor())
    #expect(graph.nodes.filter { $0.kind == .missing }.map(\.type) == ["Editor"])
    let ids = Set(graph.nodes.map(\.id))
    #expect(graph.edges.allSatisfy { ids.contains($0.target) })
    #expect(validationErrors(of: injector, including: Editor()).map(\.code) == [.missingBinding])
  }

  @Test func whatIsAskedLaterClosesNoCycle() throws {
    let injector = try Injector { binder in
      binder.bind(Left.self).to { Left() }
      binder.bind(Right.self).to { Right() }
      binder.bind(Opening.self).to { Opening() }
      binder.bind(Closing.self).to { Closing() }
    }
    #expect(injector.graph.edges.map(\.isInCycle) == [true, false, true, false, false])
  }

  /// A link is needed to create what it links, but creates nothing itself.
  @Test func aLinkInACycleOfPropertiesIsNoMistake() throws {
    let injector = try Injector { binder in
      binder.bind((any Motor).self).to(V8.self) { $0 }
      binder.bind(V8.self).to { V8() }
      binder.bind(Truck.self).to { Truck() }
    }
    #expect(validationErrors(of: injector).isEmpty)
    let truck = try injector.resolve(Truck.self)
    #expect((truck.motor as? V8)?.truck === truck)
    let forbidding = try Injector(options: .init(forbidsCycles: true)) { binder in
      binder.bind((any Motor).self).to(V8.self) { $0 }
      binder.bind(V8.self).to { V8() }
      binder.bind(Truck.self).to { Truck() }
    }
    let failure = #expect(throws: InjectionError.self) { _ = try forbidding.resolve(Truck.self) }
    let errors = validationErrors(of: forbidding) + [failure].compactMap { $0 }
    #expect(errors.map(\.code) == [.cyclicDependency, .cyclicDependency])
    #expect(errors.allSatisfy { $0.description.contains("the options forbid cycles") })
  }

  @Test func aMistakeThatANodeMakesTwiceMarksItOnce() throws {
    let injector = try Injector { binder in
      binder.bind(Pair.self).to { Pair() }.in(.singleton)
      binder.bind(Plain.self).to { Plain() }.in(.graph)
      binder.bind(Session.self).to { Session() }.in(.graph)
    }
    #expect(validationErrors(of: injector).map(\.code) == [.captiveDependency, .captiveDependency])
    #expect(injector.graph.nodes.first?.problems == ["captiveDependency"])
  }

  @Test func whatIsNotExaminedInParentAndChildIsListedOnce() throws {
    let parent = try Injector { binder in
      binder.bind(Inner.self).to { Inner() }.in(.singleton)
      binder.bind(Session.self).to { (_: Injector) in Session() }
    }
    let child = try parent.makeChild()
    #expect(child.graph.nodes.filter { $0.type == "Session" }.count == 2)
    #expect(try child.validate().notExamined.count == 1)
  }

  // MARK: - Warnings

  @Test func aMisspelledNameOfARequiredValueIsOnlyAnError() throws {
    let injector = try Injector { binder in
      binder.bind(Plain.self, named: "main").to { Plain() }
      binder.bind(Misspelling.self).to { Misspelling() }
    }
    let (report, errors) = injector.examine(including: [])
    #expect(errors.map(\.code) == [.missingBinding])
    #expect(report.warnings == [])
  }

  @Test func anIncludedClassThatNothingProvidesAndThatListsNothingIsAWarning() throws {
    #expect(
      try Injector().validate(including: Plain.self).warnings == [
        "Plain: nothing is injected; conform it to Injectable, and list its properties"
      ])
  }

  @Test func aBoundNameInAnExtensionIsNoWarning() throws {
    let injector = try Injector { binder in
      binder.bind(Session.self, named: "main").to { Session() }
      binder.extend(Inner.self).injecting(\.session, named: "main")
    }
    #expect(try injector.validate().warnings.isEmpty)
  }

  @Test func whatTheParentKeepsInAScopeMayNeedWhatTheParentBinds() throws {
    let parent = try Injector { binder in
      let scope = Scope("request", in: ScopeStore())
      binder.bind(Inner.self).to { Inner() }.in(scope)
      binder.bind(Session.self).to { Session() }
      binder.bind(Holder.self).to { Holder() }.in(scope)
      binder.bind(Plain.self).to { Plain() }
    }
    #expect(try parent.makeChild { _ in }.validate().warnings.isEmpty)
    // What the child binds reaches both, but one of them does not keep it.
    let child = try parent.makeChild { $0.bind(Session.self).to { Session() } }
    let warnings = try child.validate().warnings
    #expect(warnings.count == 1 && warnings.first?.hasPrefix("Inner:") == true, "\(warnings)")
  }
}
