import Infusion
import InfusionTesting
import Testing

/// Three mistakes: a missing sign, a singleton that retains a shorter-lived value, and a shadowed
/// binding.
private struct FaultyModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Checkout.self).to { Checkout() }.in(.singleton)
    binder.bind(Gateway.self).to { Gateway() }
    binder.bind(Gateway.self).to { FakeGateway() }.in(.graph)
  }
}

private struct EagerModule: Module {
  func configure(_ binder: Binder) {
    binder.bind(Gateway.self).to {
      Issue.record("something is made")
      return Gateway()
    }.asEagerSingleton()
  }
}

/// Requests gateways through handles.
private final class Kiosk: Injectable {
  private var gateways: Provider<Gateway>!
  private var lastGateway: Lazy<Gateway>!

  static var requires: [PartialKeyPath<Kiosk>] { [\.gateways, \.lastGateway] }
}

private final class Window {
  @Injected var sign: Sign
}

private protocol Shelf {}

struct ExpectValidGraphTests {
  /// The errors that are recorded as issues at the given line of this file.
  private func findings(line: Int, _ body: () -> Void) -> [InjectionError] {
    let found = Notes<InjectionError>()
    withKnownIssue {
      body()
    } matching: { issue in
      guard let error = issue.error as? InjectionError, issue.sourceLocation?.fileID == #fileID,
        issue.sourceLocation?.line == line, "\(issue)".contains("\(error)")
      else { return false }
      found.note(error)
      return true
    }
    return found.all
  }

  @Test(.injector(ShopModule()))
  func aValidGraphIsNoIssue() throws {
    let report = expectValidGraph(try .current, including: Checkout.self)
    #expect(report.examinedCount >= 3)
    #expect(
      expectValidGraph(ShopModule(), NumberModule(number: 1), including: Checkout.self) != nil)
  }

  @Test func eachFindingIsAnIssueAtTheCall() throws {
    let injector = try Injector(FaultyModule())
    let expected = try #require(throws: InjectionError.self) { try injector.validate() }
    #expect(expected.errors.count == 3)
    let line = #line + 1
    let found = findings(line: line) { expectValidGraph(injector) }
    #expect(found.map(\.description) == expected.errors.map(\.description))
  }

  @Test func eachFindingInModulesIsAnIssueAtTheCall() throws {
    let line = #line + 1
    let found = findings(line: line) { expectValidGraph(FaultyModule(), NumberModule(number: 1)) }
    #expect(Set(found.map(\.code)) == [.missingBinding, .captiveDependency, .shadowedBinding])
  }

  @Test func includedObjectsAndClassesAreExamined() throws {
    let injector = try Injector(NumberModule(number: 1))
    expectValidGraph(injector)
    let line = #line + 2
    let found = findings(line: line) {
      expectValidGraph(injector, including: Window(), Checkout.self)
    }
    #expect(Set(found.compactMap(\.key)) == [Key(Sign.self), Key(Gateway.self)])
  }

  @Test func valuesOfHandlesAreExaminedToo() {
    #expect(expectValidGraph(ShopModule(), including: Kiosk.self) != nil)
    let line = #line + 2
    let found = findings(line: line) {
      expectValidGraph(NumberModule(number: 1), including: Kiosk.self)
    }
    #expect(found.map(\.key) == [Key(Gateway.self)])
  }

  @Test func aWarningDoesNotFailTheTest() throws {
    class Base {
      var gateway: Gateway?
    }
    final class Terminal: Base, Injectable {
      var checkout: Checkout!
      static var requires: [PartialKeyPath<Terminal>] { [\.checkout] }
    }
    let line = #line + 2
    withKnownIssue {
      expectValidGraph(ShopModule(), including: Terminal.self)
    } matching: { issue in
      issue.severity == .warning && issue.sourceLocation?.line == line
        && issue.comments.contains { $0.rawValue.contains("no list mentions Base.gateway") }
    }
  }

  @Test(
    .injector { binder in
      binder.install(ShopModule())
      binder.install(FakesModule())
    })
  func aHiddenBindingOfATraitIsAnIssue() throws {
    let injector = try Injector.current
    let line = #line + 1
    let found = findings(line: line) { expectValidGraph(injector) }
    #expect(Set(found.map(\.code)) == [.shadowedBinding])
  }

  @Test func whatCouldNotBeExaminedIsAWarning() throws {
    struct AskingModule: Module {
      func configure(_ binder: Binder) {
        binder.bind(Gateway.self).to { _ in Gateway() }
        binder.bind(Gateway.self, named: "spare").to { _ in Gateway() }
      }
    }
    let count = Notes<String>()
    withKnownIssue {
      expectValidGraph(AskingModule())
    } matching: { issue in
      count.note("\(issue.comments)")
      return issue.severity == .warning
        && issue.comments.contains { comment in
          comment.rawValue.hasPrefix(
            "Mistakes in these would be found only at run time:\n• Gateway: ")
            && comment.rawValue.contains("\n• Gateway named \"spare\": ")
        }
    }
    #expect(count.all.count == 1)
  }

  @Test func anIncludedTypeThatNothingProvidesIsAWarning() {
    withKnownIssue {
      expectValidGraph(
        ShopModule(), including: (any Shelf).self, Key(Gateway.self, named: "spare"))
    } matching: { issue in
      issue.severity == .warning
        && issue.comments.contains { comment in
          comment.rawValue.hasSuffix(
            "• any Shelf: nothing provides it\n• Gateway named \"spare\": nothing provides it")
        }
    }
  }

  @MainActor private final class Screen: @MainActor Injectable {
    var gateway: Gateway!
    static var requires: Requirements { requiring(\.gateway) }
  }

  @Test func whatBelongsToTheMainActorIsAWarningElsewhere() async {
    withKnownIssue {
      expectValidGraph(ShopModule(), including: Screen.self)
    } matching: { issue in
      issue.severity == .warning
        && issue.comments.contains {
          $0.rawValue.contains("• Screen: ")
            && $0.rawValue.contains("examine it in a @MainActor function")
        }
    }
    await MainActor.run { _ = expectValidGraph(ShopModule(), including: Screen.self) }
  }

  @Test func nothingIsMade() {
    #expect(expectValidGraph(EagerModule()) != nil)
  }

  @Test func modulesThatCannotBeConfiguredAreIssues() throws {
    let line = #line + 2
    let found = findings(line: line) {
      #expect(expectValidGraph(BrokenModule(), ShopModule(), BrokenModule(), Refusing()) == nil)
    }
    #expect(found.map(\.code) == [.providerFailed, .providerFailed])
  }

  private struct Refusing: Module {
    func configure(_ binder: Binder) throws { throw BrokenModule.Refused() }
  }

  @Test func theOptionsApplyToTheValidation() throws {
    let line = #line + 2
    let found = findings(line: line) {
      expectValidGraph(ShopModule(), FakesModule(), options: .init(forbidsRebinding: true))
    }
    #expect(found.map(\.code) == [.duplicateBinding])
  }
}
