public import Foundation
public import Infusion
import Testing

private final class Part: DefaultInitializable {}

@MainActor private class Screen: @MainActor Injectable, @MainActor AwakesFromInjection {
  var part: Part!
  private(set) var title: String?
  var awakes = 0
  @Injected var marked: Part
  init() {}
  class var requires: Requirements { requiring(\.part) + accepting(\.title) }
  func awakeFromInjection() { awakes += 1 }
}
@MainActor private final class DetailScreen: Screen {
  var detail: Part!
  override class var requires: Requirements { requiring(\.detail) }
}
@MainActor private final class PlainScreen: @MainActor Injectable, @MainActor NamedInjectable {
  var part: Part!
  var left: Part!
  init() {}
  static var requires: [PartialKeyPath<PlainScreen>] { [\.part] }
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<PlainScreen>> { ["left": \.left] }
}
@MainActor private final class Elsewhere: @MainActor Injectable {
  var part: Part!
  var isUntouched: Bool { part == nil }
  init() {}
  static var requires: Requirements { requiring(\.part) }
}
@MainActor private final class OnDemand: @MainActor DefaultInitializable, @MainActor Injectable {
  var part: Part!
  init() {}
  static var requires: Requirements { requiring(\.part) }
}

extension Progress: @MainActor AwakesFromInjection {
  public func awakeFromInjection() { completedUnitCount += 1 }
}

struct MainActorTests {
  @MainActor @Test func propertiesOfMainActorClassesAreInjectedOnTheMainActor() throws {
    let injector = try Injector { $0.bind(String.self).to { "title" } }
    let screen: Screen = DetailScreen()
    try injector.injectDependencies(into: screen)
    #expect(screen.part != nil)
    #expect(screen.title == "title")
    #expect(screen.awakes == 1)
    #expect((screen as? DetailScreen)?.detail != nil)
    #expect(try screen.$marked.resolve() !== screen.part)
    let plain = PlainScreen()
    try injector.injectDependencies(into: plain)
    #expect(plain.part != nil)
    #expect(plain.left != nil)
    let object = try injector.resolve(OnDemand.self)
    #expect(object.part != nil)
  }

  @Test func injectingAMainActorObjectElsewhereIsAnErrorAndChangesNothing() async throws {
    let screen = await Elsewhere()
    let error = await errorElsewhere {
      try Injector().injectDependencies(into: screen as AnyObject)
    }
    #expect(error?.code == .mainActorRequired)
    #expect(error?.description.contains("Elsewhere") == true)
    #expect(await screen.isUntouched)
    // The library does not remember the failure where the object may be injected,
    try await MainActor.run { try Injector().injectDependencies(into: screen) }
    #expect(await !screen.isUntouched)
    // and it does not remember the success where it may not.
    let again = await errorElsewhere {
      try Injector().injectDependencies(into: screen as AnyObject)
    }
    #expect(again?.code == .mainActorRequired)
  }

  @Test func theConformanceOfAClassOfAnotherLibraryMayBelongToTheMainActor() async throws {
    let error = await errorElsewhere {
      try Injector().injectDependencies(into: Progress(totalUnitCount: 1) as AnyObject)
    }
    #expect(error?.code == .mainActorRequired)
    try await MainActor.run {
      let progress = Progress(totalUnitCount: 1)
      try Injector().injectDependencies(into: progress)
      #expect(progress.completedUnitCount == 1)
    }
  }

  @Test func creatingAMainActorClassElsewhereIsAnError() async {
    let error = await errorElsewhere { _ = try Injector().resolve(OnDemand.self) }
    #expect(error?.code == .mainActorRequired)
  }

  /// The error of a closure that runs off the main actor.
  private func errorElsewhere(_ body: @escaping @Sendable () throws -> Void) async
    -> InjectionError?
  {
    await Task.detached {
      do {
        try body()
        return nil
      } catch {
        return error as? InjectionError
      }
    }.value
  }
}
