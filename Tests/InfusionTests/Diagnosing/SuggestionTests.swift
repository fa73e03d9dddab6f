import Infusion
import Testing

private protocol Engine: AnyObject {}
private final class V8Engine: Engine {}
private final class Gearbox {}
private final class Gaerbox {}
private final class Gearboxes {}
private final class Gasket {}
private class Radio {}
private final class Receiver: Radio {}
private final class Rear {}
private final class Box {}
private final class Fox {}
private final class Ox {}
private final class MuskOx {}
private enum Elsewhere {
  final class Radio {}
  final class Gearbox1 {}
  final class Gearbox2 {}
  final class Gearbox3 {}
}

/// Each rule has a case that triggers it and a case that does not.
struct SuggestionTests {
  /// The suggestions for a missing key.
  private func suggestions<Value>(
    for type: Value.Type, named name: Name? = nil, _ configure: @escaping (Binder) -> Void
  ) throws -> [String] {
    let injector = try Injector(configure)
    let error = error {
      if let name {
        _ = try injector.resolve(type, named: name)
      } else {
        _ = try injector.resolve(type)
      }
    }
    #expect(error?.code == .missingBinding)
    return error?.suggestions ?? []
  }

  // MARK: - The same type under another name

  @Test func theSameTypeUnderAnotherNameIsSuggested() throws {
    let found = try suggestions(for: Radio.self, named: "dashbord") { binder in
      binder.bind(Radio.self, named: "dashboard", fileID: "App/M.swift", line: 3).to { Radio() }
    }
    #expect(found == ["'Radio' named \"dashboard\" (bound at M.swift:3)"])
  }

  @Test func theUnnamedBindingIsSuggestedToANamedRequest() throws {
    let found = try suggestions(for: Radio.self, named: "dashboard") { binder in
      binder.bind(Radio.self, fileID: "App/M.swift", line: 3).to { Radio() }
    }
    #expect(found == ["'Radio' (bound at M.swift:3)"])
  }

  @Test func anotherTypeUnderTheSameNameIsNotSuggested() throws {
    let found = try suggestions(for: Radio.self, named: "dashboard") { binder in
      binder.bind(Gearbox.self, named: "dashboard").to { Gearbox() }
    }
    #expect(found.isEmpty)
  }

  @Test func theNearestNameIsSuggestedFirstAndNoMoreThanThree() throws {
    let found = try suggestions(for: Radio.self, named: "left") { binder in
      for (line, name) in ["right", "lift", "rear", "leftmost", "Left"].enumerated() {
        binder.bind(Radio.self, named: Name(name), fileID: "App/M.swift", line: UInt(line + 1))
          .to { Radio() }
      }
    }
    #expect(
      found == [
        "'Radio' named \"lift\" (bound at M.swift:2)",
        "'Radio' named \"Left\" (bound at M.swift:5)",
        "'Radio' named \"rear\" (bound at M.swift:3)",
      ])
  }

  @Test func namesOfTheSameDistanceKeepTheOrderOfTheirBindings() throws {
    let found = try suggestions(for: Radio.self, named: "n0") { binder in
      for (line, name) in ["n3", "n1", "n2"].enumerated() {
        binder.bind(Radio.self, named: Name(name), fileID: "App/M.swift", line: UInt(line + 1))
          .to { Radio() }
      }
    }
    #expect(
      found == [
        "'Radio' named \"n3\" (bound at M.swift:1)", "'Radio' named \"n1\" (bound at M.swift:2)",
        "'Radio' named \"n2\" (bound at M.swift:3)",
      ])
  }

  // MARK: - Element and wrapper

  @Test func theCollectionIsSuggestedForItsContributedElement() throws {
    let found = try suggestions(for: Radio.self) { binder in
      binder.contribute(Radio.self, fileID: "App/M.swift", line: 3).to { Radio() }
    }
    #expect(found == ["'[Radio]' (contributed at M.swift:3)"])
  }

  @Test func theCollectionOfAnotherNameIsNotSuggested() throws {
    let found = try suggestions(for: Radio.self) { binder in
      binder.contribute(Radio.self, named: "spare").to { Radio() }
    }
    #expect(found.isEmpty)
  }

  @Test(arguments: [0, 1, 2, 3])
  func aWrapperIsSuggestedForItsWrappedType(form: Int) throws {
    let found = try suggestions(for: Radio.self) { binder in
      switch form {
      case 0: binder.bind([Radio].self).to { [] }
      case 1: binder.bind(Lazy<Radio>.self).to { throw Golden.Failure.closed }
      case 2: binder.bind(Provider<Radio>.self).to { throw Golden.Failure.closed }
      default: binder.bind([[Radio]].self).to { [] }
      }
    }
    #expect(found.count == 1)
    #expect(found.first?.contains("Radio") == true)
  }

  @Test func theWrappedTypeIsSuggestedForItsWrapper() throws {
    let found = try suggestions(for: Set<String>.self) { binder in
      binder.bind([String].self, fileID: "App/M.swift", line: 3).to { [] }
      binder.bind(String.self, fileID: "App/M.swift", line: 4).to { "" }
    }
    #expect(found.count == 2)
    #expect(found.last == "'String' (bound at M.swift:4)")
  }

  @Test func theWrapperOfAnotherTypeIsNotSuggested() throws {
    let found = try suggestions(for: Radio.self) { binder in
      binder.bind([Gearbox].self).to { [] }
      binder.bind(Lazy<Gearbox>.self).to { throw Golden.Failure.closed }
    }
    #expect(found.isEmpty)
  }

  @Test func theWrapperUnderAnotherNameIsNotSuggested() throws {
    let found = try suggestions(for: Gasket.self, named: "left") { binder in
      binder.bind(Lazy<Gasket>.self, named: "right").to { Lazy(Gasket()) }
    }
    #expect(found.isEmpty)
  }

  @Test func anOptionalRequestsItsWrappedType() throws {
    // `Radio?` and `Radio` are one key: there is nothing to confuse.
    let injector = try Injector { $0.bind(Radio?.self).to { Radio() } }
    #expect(try injector.resolveIfBound(Radio.self) != nil)
  }

  // MARK: - Similar names

  @Test func aTypeOfASimilarNameIsSuggested() throws {
    let found = try suggestions(for: Gearbox.self) { binder in
      binder.bind(Gearboxes.self, fileID: "App/M.swift", line: 3).to { Gearboxes() }
      binder.bind(Gaerbox.self, fileID: "App/M.swift", line: 4).to { Gaerbox() }
    }
    // Two swapped letters count as one step, two added letters as two.
    #expect(
      found == ["'Gaerbox' (bound at M.swift:4)", "'Gearboxes' (bound at M.swift:3)"])
  }

  @Test func aTypeOfADistantNameIsNotSuggested() throws {
    let found = try suggestions(for: Gearbox.self) { binder in
      binder.bind(Gasket.self).to { Gasket() }
      binder.bind(Radio.self).to { Radio() }
    }
    #expect(found.isEmpty)
  }

  @Test func inAShortNameEveryLetterCounts() throws {
    let similar = try suggestions(for: Box.self) { $0.bind(Fox.self).to { Fox() } }
    #expect(similar.count == 1)
    let short = try suggestions(for: Ox.self) { $0.bind(Fox.self).to { Fox() } }
    #expect(short.isEmpty)
    let two = try suggestions(for: Rear.self) { $0.bind(Radio.self).to { Radio() } }
    #expect(two.isEmpty)
  }

  @Test func aTypeOfTheSameNameIsQualifiedByItsModule() throws {
    let found = try suggestions(for: Radio.self) { binder in
      binder.bind(Elsewhere.Radio.self, fileID: "App/M.swift", line: 3).to { Elsewhere.Radio() }
    }
    #expect(found == ["'InfusionTests.Elsewhere.Radio' (bound at M.swift:3)"])
  }

  // MARK: - Subclasses, and classes named after the type

  @Test func aClassCalledAfterTheTypeIsSuggested() throws {
    let found = try suggestions(for: (any Engine).self) { binder in
      binder.bind(V8Engine.self, fileID: "App/M.swift", line: 3).to { V8Engine() }
    }
    #expect(found == ["'V8Engine' (bound at M.swift:3)"])
  }

  @Test func aSubclassIsSuggestedWhateverItIsCalled() throws {
    let found = try suggestions(for: Radio.self) { binder in
      binder.bind(Receiver.self, fileID: "App/M.swift", line: 3).to { Receiver() }
    }
    #expect(found == ["'Receiver' (bound at M.swift:3)"])
    #expect(try suggestions(for: Receiver.self) { $0.bind(Radio.self).to { Radio() } }.isEmpty)
  }

  @Test func aShortNameAtTheEndOfAnotherIsNoHint() throws {
    #expect(try suggestions(for: Box.self) { $0.bind(Gearbox.self).to { Gearbox() } }.isEmpty)
    #expect(try suggestions(for: Ox.self) { $0.bind(Fox.self).to { Fox() } }.isEmpty)
    #expect(try suggestions(for: Ox.self) { $0.bind(MuskOx.self).to { MuskOx() } }.isEmpty)
  }

  @Test func aTypeLinkedToTheKeyIsNotSuggested() throws {
    let found = try suggestions(for: V8Engine.self) { binder in
      binder.bind((any Engine).self).to(V8Engine.self) { $0 }
    }
    #expect(found.isEmpty)
  }

  // MARK: - All rules together

  @Test func atMostThreeAreSuggestedInTheOrderOfTheRules() throws {
    for _ in 0..<20 {
      let found = try suggestions(for: Elsewhere.Gearbox1.self) { binder in
        binder.bind(Elsewhere.Gearbox3.self, fileID: "App/M.swift", line: 1)
          .to { Elsewhere.Gearbox3() }
        binder.bind(Elsewhere.Gearbox2.self, fileID: "App/M.swift", line: 2)
          .to { Elsewhere.Gearbox2() }
        binder.bind([Elsewhere.Gearbox1].self, fileID: "App/M.swift", line: 3).to { [] }
        binder.bind(Elsewhere.Gearbox1.self, named: "x", fileID: "App/M.swift", line: 4)
          .to { Elsewhere.Gearbox1() }
      }
      #expect(found.count == 3)
      #expect(found[0] == "'Gearbox1' named \"x\" (bound at M.swift:4)")
      #expect(found[1].hasSuffix("(bound at M.swift:3)"))
      #expect(found[2] == "'Gearbox3' (bound at M.swift:1)")
    }
  }

  @Test func bindingsOfTheParentAreSuggested() throws {
    let parent = try Injector { binder in
      binder.bind(Radio.self, named: "main", fileID: "App/M.swift", line: 3).to { Radio() }
    }
    let child = try parent.makeChild { _ in }
    #expect(
      error { _ = try child.resolve(Radio.self) }?.suggestions
        == ["'Radio' named \"main\" (bound at M.swift:3)"])
  }

  @Test func shadowedBindingsAreSuggestedOnce() throws {
    let found = try suggestions(for: Radio.self, named: "x") { binder in
      binder.bind(Radio.self, fileID: "App/M.swift", line: 3).to { Radio() }
      binder.bind(Radio.self, fileID: "App/M.swift", line: 4).to { Radio() }
    }
    #expect(found == ["'Radio' (bound at M.swift:4)"])
  }

  /// They are found when something reads them, but among the bindings that the request has seen.
  @Test func aLaterChangeAddsNoSuggestion() throws {
    let injector = try Injector { binder in
      binder.bind(Radio.self, named: "dashboard", fileID: "App/M.swift", line: 3).to { Radio() }
    }
    let early = error { _ = try injector.resolve(Radio.self, named: "dashbord") }
    try injector.update { binder in
      binder.unbind(Radio.self, named: "dashboard")
      binder.bind(Radio.self, named: "dashbord").to { Radio() }
    }
    for _ in 0..<2 {
      #expect(early?.suggestions == ["'Radio' named \"dashboard\" (bound at M.swift:3)"])
    }
  }

  /// A program may keep the error.
  @Test func anErrorKeepsNoBoundObject() throws {
    weak var bound: Radio?
    func ask() throws -> InjectionError? {
      let radio = Radio()
      bound = radio
      let injector = try Injector { binder in
        binder.bind(Radio.self, named: "instance").to(instance: radio)
        binder.bind(Radio.self, named: "closure").to { radio }
      }
      return error { _ = try injector.resolve(Radio.self) }
    }
    let kept = try ask()
    #expect(bound == nil)
    #expect(kept?.suggestions.count == 2)
  }

  /// A user may have entered the name: the comparison must not take minutes.
  @Test(.timeLimit(.minutes(5))) func longNamesAreComparedByTheirBeginnings() throws {
    let long = String(repeating: "x", count: 200_000)
    let found = try suggestions(for: Radio.self, named: Name(long)) { binder in
      binder.bind(Radio.self, named: "far", fileID: "App/M.swift", line: 3).to { Radio() }
      binder.bind(Radio.self, named: Name(long + "y"), fileID: "App/M.swift", line: 4)
        .to { Radio() }
    }
    #expect(found.count == 2)
    #expect(found.first?.contains("M.swift:4") == true)
  }

  /// Each character is the size of a long name.
  @Test(.timeLimit(.minutes(5))) func longCharactersAreComparedByTheirBeginnings() throws {
    let long = String(repeating: "x" + String(repeating: "\u{301}", count: 10_000), count: 64)
    let found = try suggestions(for: Radio.self, named: Name(long)) { binder in
      for number in 0..<200 { binder.bind(Radio.self, named: Name("\(number)")).to { Radio() } }
    }
    #expect(found.count == 3)
  }
}
