import Infusion
import Testing

private protocol Part: AnyObject {}
private final class Plain: Part {}

/// Needs an object that it is itself needed by.
private final class Editor: Injectable {
  var document: Document!
  static var requires: Requirements { requiring(\.document) }
}
private final class Document: Injectable {
  var editor: Editor!
  static var requires: Requirements { requiring(\.editor) }
}
private final class Preview: Injectable {
  var editor: Editor!
  static var requires: Requirements { requiring(\.editor) }
}
private final class Session {}
private final class Receiver: Injectable {
  var session: Session!
  static var requires: Requirements { requiring(\.session) }
}

private final class Twice {
  var first: Session!
  var second: Session!
  @Injected var third: Session
  init() {}
}

/// The subjects of a validation: what the program injects, and what it asks for.
struct ValidationSubjectTests {
  @Test func everyListOfAClassIsReported() throws {
    let injector = try Injector { binder in
      binder.extend(Twice.self).injecting(\.first)
      binder.extend(Twice.self).injecting(\.second)
    }
    let error = try #require(throws: InjectionError.self) {
      try injector.validate(including: Twice())
    }
    #expect(error.path.count == 3, "\(error)")
  }

  @Test func aListThatAnotherClassInheritsIsReportedOnce() throws {
    class Parent: Injectable {
      final var session: Session!
      required init() {}
      class var requires: [PartialKeyPath<Parent>] { [\.session] }
    }
    final class Child: Parent {}
    let injector = try Injector { binder in
      binder.bind(Parent.self).to { Parent() }
      binder.bind(Child.self).to { Child() }
    }
    let error = try #require(throws: InjectionError.self) { try injector.validate() }
    #expect(error.description.contains("which 'Parent' requires."), "\(error)")
  }

  // MARK: - Types that the program asks for

  @Test func anIncludedObjectShowsTheMarkersOfBindingsOfItsClass() throws {
    final class Marked {
      @Injected var number: Int
    }
    let injector = try Injector { binder in
      binder.bind(Marked.self).to { Marked() }
      binder.bind(Int.self).to { 1 }
    }
    #expect(try injector.validate().notExamined.count == 1)
    #expect(try injector.validate(including: Marked()).notExamined == [])
  }

  @Test func anIncludedTypeThatIsBoundIsUsed() throws {
    let injector = try Injector { binder in
      binder.bind((any Part).self).to(Plain.self) { $0 }
      binder.bind(Plain.self).to { Plain() }
      binder.bind(Int.self).to { 3 }
      binder.bind(Int.self, named: "five").to { 5 }
      binder.bind(String.self).to { "" }
      binder.contribute(Character.self).to { "c" }
    }
    let report = try injector.validate(
      including: (any Part).self, Int?.self, Key(Int.self, named: "five"),
      String.self, [Character].self)
    #expect(report.unused == [])
    #expect(report.notExamined == [])
    let two = try injector.validate(including: (any Part).self, [Character].self)
    #expect(two.unused.map { $0.prefix { $0 != ":" } } == ["Int", "Int named \"five\"", "String"])
  }

  /// `Lazy` is a class, but not one to examine.
  @Test(arguments: [Lazy<Plain>.self, Provider<Plain>.self] as [Any.Type])
  func anIncludedHandleUsesItsValue(type: Any.Type) throws {
    let injector = try Injector { $0.bind(Plain.self).to { Plain() } }
    let report = try injector.validate(including: type)
    #expect(report.unused == [])
    #expect(report.warnings == [])
    #expect(report.notExamined == [])
  }

  @Test func anIncludedTypeThatNothingProvidesIsListed() throws {
    let report = try Injector().validate(
      including: (any Part).self, Key(Plain.self, named: "spare"))
    #expect(
      report.notExamined == [
        "any Part: nothing provides it", "Plain named \"spare\": nothing provides it",
      ])
  }

  @Test func anIncludedClassThatNothingMayCreateIsListed() throws {
    final class Voucher: Injectable, InitializerDeclaring {
      var session: Session!
      init(number: Int) {}
      static var initializer: Initializer { Initializer(Voucher.init(number:), .default(1)) }
      static var requires: Requirements { requiring(\.session) }
    }
    let injector = try Injector(options: .init(requiresExplicitBindings: true))
    let report = try injector.validate(including: Voucher.self)
    #expect(report.notExamined == ["Voucher: nothing provides it"])
    #expect(try report == injector.validate(including: Key(Voucher.self)))
    let graph = injector.graph(including: Voucher.self)
    #expect(graph == injector.graph(including: Key(Voucher.self)))
    #expect(
      validationErrors(of: injector, including: Voucher(number: 1)).map(\.key)
        == [Key(Session.self)])
    #expect(
      validationErrors(of: try Injector(), including: Voucher.self).map(\.key)
        == [Key(Session.self)])
  }

  // MARK: - Objects that are injected answer requests for their class

  @Test(arguments: Arrangement.allCases)
  func anIncludedClassDoesNotAnswerWhatAnotherOneLeadsTo(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { $0.bind(Editor.self).to { Editor() } }
    #expect(validationErrors(of: injector, including: Document.self).isEmpty)
    try injector.injectDependencies(into: Document())
    let found = validationErrors(of: injector, including: Document.self, Preview.self)
    #expect(found.map(\.code) == [.missingBinding])
    #expect(found.first?.key == Key(Document.self))
    #expect(found.first?.path.map(\.subject) == ["Editor.document"])
    let failure = #expect(throws: InjectionError.self) {
      try injector.injectDependencies(into: Preview())
    }
    #expect(failure?.key == Key(Document.self))
  }

  @Test func anIncludedClassThatIsBoundIsInjectedToo() throws {
    let injector = try Injector { $0.bind(Receiver.self).to { Receiver() }.asIs() }
    #expect(validationErrors(of: injector).isEmpty)
    let found = validationErrors(of: injector, including: Receiver.self)
    #expect(found.map(\.key) == [Key(Session.self)])
  }

  private final class Window: Injectable {
    var left: Left!
    var right: Right!
    static var requires: Requirements { requiring(\.left, \.right) }
  }
  private final class Left: Injectable {
    var frame: Frame!
    static var requires: Requirements { requiring(\.frame) }
  }
  private final class Right: Injectable {
    var frame: Frame!
    static var requires: Requirements { requiring(\.frame) }
  }
  private final class Frame: Injectable {
    weak var window: Window?
    static var requires: Requirements { requiring(\.window) }
  }

  @Test(arguments: Arrangement.allCases)
  func anIncludedClassAnswersWhatItLeadsToInSeveralWays(_ arrangement: Arrangement) throws {
    let injector = try arrangement.makeInjector { binder in
      binder.bind(Left.self).to { Left() }
      binder.bind(Right.self).to { Right() }
      binder.bind(Frame.self).to { Frame() }
    }
    #expect(validationErrors(of: injector, including: Window.self).isEmpty)
    let window = Window()
    try injector.injectDependencies(into: window)
    #expect(window.right.frame.window === window)
  }

  @Test func anIncludedClassDoesNotAnswerWhatTheProgramAsksFor() throws {
    let injector = try Injector { $0.bind(Editor.self).to { Editor() } }
    let found = validationErrors(of: injector, including: Document.self, Editor.self)
    #expect(found.map(\.key) == [Key(Document.self)])
    let failure = #expect(throws: InjectionError.self) { _ = try injector.resolve(Editor.self) }
    #expect(failure?.key == Key(Document.self))
  }

  @Test func anIncludedClassDoesNotAnswerALaterRequest() throws {
    final class Album: Injectable {
      var page: Page!
      var later: Provider<Page>!
      static var requires: Requirements { requiring(\.page, \.later) }
    }
    final class Page: Injectable {
      var album: Album!
      static var requires: Requirements { requiring(\.album) }
    }
    let injector = try Injector { $0.bind(Page.self).to { Page() } }
    #expect(validationErrors(of: injector, including: Album.self).map(\.key) == [Key(Album.self)])
    let album = Album()
    try injector.injectDependencies(into: album)
    let failure = #expect(throws: InjectionError.self) { _ = try album.later.get() }
    #expect(failure?.key == Key(Album.self))
  }

  // MARK: - Classes that are injected and provided

  @Test func aSubjectThatNeedsItselfIsAForbiddenCycle() throws {
    final class Me: Injectable {
      var me: Me!
      static var requires: Requirements { requiring(\.me) }
    }
    let injector = try Injector([], options: .init(forbidsCycles: true))
    let found = validationErrors(of: injector, including: Me.self)
    #expect(found.map(\.code) == [.cyclicDependency])
    let failure = #expect(throws: InjectionError.self) {
      try injector.injectDependencies(into: Me())
    }
    #expect(failure?.code == .cyclicDependency)
    #expect(validationErrors(of: try Injector(), including: Me.self).isEmpty)
  }

  @Test func anIncludedClassThatTheTopmostInjectorCreatesIsExaminedInTheChild() throws {
    final class Topmost: InitializerDeclaring, Scoped {
      var session: Session!
      init(number: Int) {}
      static var scope: Scope { .singleton }
      static var initializer: Initializer { Initializer(Topmost.init(number:), .default(1)) }
    }
    let child = try Injector().makeChild { $0.extend(Topmost.self).injecting(\.session) }
    #expect(validationErrors(of: child, including: Topmost.self).map(\.key) == [Key(Session.self)])
    let failure = #expect(throws: InjectionError.self) {
      try child.injectDependencies(into: Topmost(number: 1))
    }
    #expect(failure?.key == Key(Session.self))
  }

  @Test func anIncludedClassThatCannotBeCreatedIsExamined() throws {
    let injector = try Injector { $0.bind(Receiver.self).in(.singleton) }
    #expect(
      validationErrors(of: injector, including: Receiver.self).map(\.key)
        == [Key(Receiver.self), Key(Session.self)])
  }
}
