import Infusion
import Testing

private final class Plain {}
private final class Twin {
  init(left: Plain, right: Plain) {}
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
}
