import Foundation
import Infusion
import Testing

extension Requests {
  @Suite("Requests: existing objects") struct ExistingObjects {
    private final class Printer: DefaultInitializable {}
    private final class Document: Decodable, Injectable, AwakesFromInjection {
      let title: String
      var printer: Printer!
      private(set) var hadPrinterWhenAwoken = false
      private enum CodingKeys: String, CodingKey { case title }
      init(title: String) { self.title = title }
      static var requires: [PartialKeyPath<Document>] { [\.printer] }
      func awakeFromInjection() { hadPrinterWhenAwoken = printer != nil }
    }
    private final class Clerk {
      @Injected var printer: Printer
    }

    @Test("Objection #11, #12: an object made elsewhere receives its dependencies")
    func existingObject() throws {
      let printer = Printer()
      let document = Document(title: "deed")
      try Injector { $0.bind(Printer.self).to(instance: printer) }
        .injectDependencies(into: document)
      #expect(document.printer === printer)
      #expect(document.title == "deed")
    }

    @Test("Objection #59, Blindside #22, #25: the hook of such an object runs when it is injected")
    func hook() throws {
      let document = Document(title: "deed")
      #expect(!document.hadPrinterWhenAwoken)
      try Injector().injectDependencies(into: document)
      #expect(document.hadPrinterWhenAwoken)
    }

    @Test("Objection #44: objects that a framework makes are injected, all in one call")
    func objectsOfAFramework() throws {
      let data = Data(#"[{"title": "deed"}, {"title": "will"}]"#.utf8)
      let documents = try JSONDecoder().decode([Document].self, from: data)
      let printer = Printer()
      let injector = try Injector { $0.bind(Printer.self).to(instance: printer) }
      try injector.injectDependencies(intoEach: documents)
      #expect(documents.map(\.title) == ["deed", "will"])
      #expect(documents.allSatisfy { $0.printer === printer })
      #expect(documents.allSatisfy { $0.hadPrinterWhenAwoken })
    }

    @Test("Objection #4, #64: a bound instance is injected if, and only if, the module says so")
    func boundInstance() throws {
      let plain = Document(title: "plain")
      let filled = Document(title: "filled")
      let injector = try Injector { binder in
        binder.bind(Document.self, named: "plain").to(instance: plain)
        binder.bind(Document.self, named: "filled").to(instance: filled, injecting: true)
      }
      #expect(filled.printer != nil)
      #expect(filled.hadPrinterWhenAwoken)
      #expect(try injector.resolve(Document.self, named: "filled") === filled)
      #expect(try injector.resolve(Document.self, named: "plain") === plain)
      #expect(plain.printer == nil)
    }

    @Test("Objection #78: an instance of one module may need a binding of a later module")
    func instancesThatNeedALaterModule() throws {
      struct DocumentModule: Module {
        func configure(_ binder: Binder) {
          binder.bind(Document.self).to { Document(title: try $0.resolve()) }.asEagerSingleton()
        }
      }
      struct TitleModule: Module {
        func configure(_ binder: Binder) { binder.bind(String.self).to { "deed" } }
      }
      let injector = try Injector(DocumentModule(), TitleModule())
      #expect(try injector.resolve(Document.self).title == "deed")
    }

    @Test("Objection #110: an object that is never injected can resolve its dependencies itself")
    func withoutAnInjectingCall() throws {
      let printer = Printer()
      let injector = try Injector { $0.bind(Printer.self).to(instance: printer) }
      let clerk = Clerk()
      let fetched = try Injector.withCurrent(injector) { try clerk.$printer.resolve() }
      #expect(fetched === printer)
      // The value is kept: there is no current injector any more.
      #expect(clerk.printer === printer)
    }

    @Test("Objection #75: a property's initial value can be injected, in plain Swift")
    func initialValue() throws {
      final class Desk {
        let printer: Printer
        init() throws { printer = try inject() }
      }
      let printer = Printer()
      let injector = try Injector { $0.bind(Printer.self).to(instance: printer) }
      let desk = try Injector.withCurrent(injector) { try Desk() }
      #expect(desk.printer === printer)
      let fetched = try Injector.withCurrent(injector) { try Printer.inject() }
      #expect(fetched === printer)
    }
  }
}
