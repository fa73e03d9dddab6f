import Infusion
import Testing

/// What refers to something unfinished is not kept, in whatever way it has received that.
@Suite(.serialized)
struct ReceivedUnfinishedTests {
  enum Way: CaseIterable { case inject, injectEach, create }

  /// The object keeps the properties that it has received, though its injection fails.
  @Test(arguments: Way.allCases)
  func aSingletonThatKeepsAnObjectWhoseInjectionHasFailedIsNotKept(_ way: Way) throws {
    var made = 0
    let injector = try Injector { binder in
      binder.bind(Root.self).to { Root() }.in(.singleton)
      binder.bind(Piece.self).to { injector in
        made += 1
        let page = FailingPage()
        try? injector.inject(page, way)
        return Piece(page)
      }.in(.singleton)
    }
    try failAndRepeat(injector)
    #expect(made == 2)
  }

  enum Request: CaseIterable { case resolve, twoRequests, create, inject }

  @Test(arguments: Request.allCases)
  func aLazyOfAClosureKeepsNothingUnfinished(_ request: Request) throws {
    let made = Counter()
    let known = Known()
    let lazy = Lazy<Page> {
      made.increment()
      guard let injector = known.injector else { throw Failure() }
      switch request {
      case .resolve: return try injector.resolve(Page.self)
      case .twoRequests:
        let page = try injector.resolve(Page.self)
        _ = try injector.resolve(Word.self)
        return page
      case .create: return try injector.create { Page() }
      case .inject:
        let page = Page()
        try injector.injectDependencies(into: page)
        return page
      }
    }
    let injector = try Injector { binder in
      binder.bind(Root.self).to { Root() }.in(.singleton)
      binder.bind(Page.self).to { Page() }
      binder.bind(Word.self).to { Word(1) }
      binder.bind(Piece.self).to { Piece(try lazy.get()) }
    }
    known.injector = injector
    try failAndRepeat(injector)
    #expect(made.value == 2)
    // The root is complete now.
    let last = try lazy.get()
    #expect(try lazy.get() === last)
    #expect(made.value == 3)
    known.injector = nil
  }

  @Test(arguments: [false, true])
  func aLazyOfAClosureKeepsNothingOfAFailedUpdate(creates: Bool) throws {
    let known = Known()
    let lazy = Lazy<Line> {
      guard let injector = known.injector else { throw Failure() }
      return creates ? try injector.create { Line() } : try injector.resolve(Line.self)
    }
    let injector = try Injector { binder in
      binder.bind(Word.self).to { Word(1) }
      binder.bind(Line.self).to { Line() }
    }
    known.injector = injector
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Word.self).to { Word(2) }
        binder.bind(Int.self).to { try lazy.get().word.number }.asEagerSingleton()
        binder.bind(String.self).to { throw Failure() }.asEagerSingleton()
      }
    }
    #expect(try lazy.get().word.number == 1)
    known.injector = nil
  }

  /// The module is unloaded before the update is in force.
  @Test(arguments: [false, true])
  func aHandleThatAModuleUsesWhileItIsUnloadedKeepsNothingOfAFailedUpdate(isMarker: Bool) throws {
    let module = Asking()
    let injector = try Injector { binder in
      binder.install(module)
      binder.bind(Word.self).to { Word(1) }
      binder.bind(Line.self).to { Line() }.in(.singleton)
    }
    let lazy = try injector.resolve(Lazy<Line>.self)
    let reader = Reader()
    func read() throws -> Line {
      try isMarker ? Injector.withCurrent(injector) { try reader.$line.resolve() } : lazy.get()
    }
    module.unloading = {
      #expect(try read().word.number == 2)
      throw Failure()
    }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.uninstall(Asking.self)
        binder.bind(Word.self).to { Word(2) }
        binder.bind(Piece.self).to { Piece(try $0.resolve(Line.self)) }.asEagerSingleton()
      }
    }
    module.unloading = {}
    #expect(try read() === injector.resolve(Line.self))
    #expect(try read().word.number == 1)
  }

  @Test(arguments: [false, true])
  func whatAModuleAsksForWhileItIsUnloadedKeepsNoObjectOfAFailedUpdate(isWarm: Bool) throws {
    var held: Holder?
    let module = Asking()
    let injector = try Injector { binder in
      binder.install(module)
      binder.bind(Holder.self, named: "graph").to { held ?? Holder(root: nil) }
      binder.bind(Reusing.self).to { Reusing() }.in(.singleton)
    }
    if isWarm { _ = try injector.resolve(Holder.self, named: "graph") }
    module.unloading = {
      _ = try injector.resolve(Reusing.self)
      throw Failure()
    }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.uninstall(Asking.self)
        binder.bind(Holder.self).to { Holder(root: nil) }.asEagerSingleton()
        binder.bind(Int.self).to { injector in
          held = try injector.resolve(Holder.self)
          return 1
        }.asEagerSingleton()
      }
    }
    let ofUpdate = held
    held = nil
    module.unloading = {}
    #expect(try injector.resolve(Reusing.self).holder !== ofUpdate)
  }

  /// The class needs nothing by itself; only the binding of the object adds properties.
  @Test(arguments: [false, true], [false, true])
  func anInstanceOfTheCallThatIsTheObjectUnderInjectionIsUnfinished(
    isWarm: Bool, isNested: Bool
  ) throws {
    var fails = false
    var made = 0
    weak var owner: SelfOwner?
    let injector = try Injector { binder in
      binder.bind(SelfOwner.self).to {
        let new = SelfOwner()
        owner = new
        return new
      }.injecting(\.me, named: "graph").injecting(\.user).completing { _ in
        if fails { throw Failure() }
      }
      binder.bind(SelfOwner.self, named: "graph").to { owner ?? SelfOwner() }.in(.graph)
      binder.bind(User.self).to {
        made += 1
        return User()
      }.in(.singleton)
      binder.bind(Int.self).to { injector in
        _ = try injector.resolve(SelfOwner.self)
        return 1
      }
    }
    if isWarm { _ = try injector.resolve(SelfOwner.self, named: "graph") }
    fails = true
    #expect(throws: InjectionError.self) {
      if isNested {
        _ = try injector.resolve(Int.self)
      } else {
        _ = try injector.resolve(SelfOwner.self)
      }
    }
    _ = try injector.resolve(User.self)
    #expect(made == 2)
  }

  /// The object that the closure returns is finished, but the root that it refers to is not.
  @Test(arguments: [false, true], [false, true])
  func anInstanceOfTheCallThatRefersToTheObjectUnderInjectionIsUnfinished(
    isWarm: Bool, isInjected: Bool
  ) throws {
    var made = 0
    var held: Holder?
    let injector = try Injector { binder in
      binder.bind(Keeping.self).to { Keeping() }
      binder.bind(Holder.self).to { injector in
        let holder = Holder(root: nil)
        holder.owner = try injector.resolve(Keeping.self)
        held = holder
        return holder
      }
      binder.bind(Holder.self, named: "graph").to { held ?? Holder(root: nil) }.in(.graph)
      binder.bind(Piece.self).to { injector in
        made += 1
        return Piece(try injector.resolve(Holder.self, named: "graph"))
      }.in(.singleton)
    }
    if isWarm { _ = try injector.resolve(Holder.self, named: "graph") }
    Root.fails.value = true
    #expect(throws: InjectionError.self) {
      if isInjected {
        try injector.injectDependencies(into: Keeping())
      } else {
        _ = try injector.resolve(Keeping.self)
      }
    }
    Root.fails.value = false
    held = nil
    _ = try injector.resolve(Piece.self)
    #expect(made == 2)
  }

  @Test(arguments: [false, true])
  func aLazyKeepsItsValueAfterAnUpdateWithAnEagerSingleton(fails: Bool) throws {
    let injector = try Injector { $0.bind(Piece.self).to { Piece(nil) }.in(.singleton) }
    let lazy = try injector.resolve(Lazy<Piece>.self)
    // The handle finds an instance that exists, so it begins no call.
    for _ in 0..<2 { _ = try injector.resolve(Piece.self) }
    try? injector.update { binder in
      binder.bind(Int.self).to { if fails { throw Failure() } else { 1 } }.asEagerSingleton()
    }
    let first = try lazy.get()
    injector.releaseSingletons()
    #expect(try lazy.get() === first)
  }

  @Test(arguments: [false, true], [false, true])
  func aClosureThatReturnsItsOwnerIsACycleWhereThoseAreForbidden(
    isWarm: Bool, isNested: Bool
  ) throws {
    weak var owner: SelfOwner?
    let injector = try Injector(options: .init(forbidsCycles: true)) { binder in
      binder.bind(SelfOwner.self).to {
        let new = SelfOwner()
        owner = new
        return new
      }.injecting(\.me, named: "same")
      binder.bind(SelfOwner.self, named: "same").to { owner ?? SelfOwner() }
      binder.bind(Int.self).to { injector in
        _ = try injector.resolve(SelfOwner.self)
        return 1
      }
    }
    if isWarm { _ = try injector.resolve(SelfOwner.self, named: "same") }
    let error = try #require(throws: InjectionError.self) {
      if isNested {
        _ = try injector.resolve(Int.self)
      } else {
        _ = try injector.resolve(SelfOwner.self)
      }
    }
    #expect(error.code == .cyclicDependency)
  }

  /// The object was complete before, and nothing injects it a second time to find out.
  @Test(arguments: [false, true], [0, 30])
  func anObjectThatReceivesSomethingUnfinishedLaterIsUnfinished(adds: Bool, others: Int) throws {
    var made = 0
    var line = Line()
    let injector = try Injector { binder in
      binder.bind(Root.self).to { Root() }.in(.singleton)
      binder.bind(Word.self).to { Word(1) }
      binder.bind(Line.self).to { line }
      binder.bind(Line.self, named: "adds").to { line }.injecting(\.root)
      binder.bind(Line.self, named: "kept").to {
        made += 1
        return line
      }.in(.singleton)
      binder.bind(Piece.self).to { injector in
        line = adds ? Line() : AskingLine()
        for _ in 0..<others { _ = try injector.create { Line() } }
        if adds {
          _ = try injector.resolve(Line.self)
          _ = try injector.resolve(Line.self, named: "adds")
        } else {
          try injector.injectDependencies(into: line)
          (line as? AskingLine)?.asks = true
          try injector.injectDependencies(into: line)
        }
        return Piece(try injector.resolve(Line.self, named: "kept"))
      }
      binder.bind(Root?.self, named: "asked").to { injector in
        (line as? AskingLine)?.asks == true ? try injector.resolve(Root.self) : nil
      }
    }
    try failAndRepeat(injector)
    _ = try injector.resolve(Line.self, named: "kept")
    #expect(made == 2)
  }

  enum Later: CaseIterable { case whenAwoken, completing, afterFailure, byMaker }

  /// The object was complete before.
  @Test(arguments: Later.allCases)
  func anObjectIsUnfinishedWithWhatItReceivesLater(_ later: Later) throws {
    var made = 0
    var asked = Asked()
    let known = Known()
    let injector = try Injector { binder in
      binder.bind(Root.self).to { Root() }.in(.singleton)
      binder.bind(Root?.self, named: "asked").to { injector in
        asked.asks ? try injector.resolve(Root.self) : nil
      }
      binder.bind(Word.self, named: "asked").toNothing()
      binder.bind(Asked.self, named: "adds").to { asked }.injecting(\.root).completing { _ in
        _ = try known.injector?.resolve(Asked.self, named: "kept")
      }
      binder.bind(Asked.self, named: "makes").to { injector in
        asked.root = try injector.resolve(Root.self)
        return asked
      }
      binder.bind(Asked.self, named: "kept").to {
        made += 1
        return asked
      }.in(.singleton)
      binder.bind(Piece.self).to { injector in
        asked = Asked()
        try injector.injectDependencies(into: asked)
        asked.asks = later == .whenAwoken || later == .afterFailure
        switch later {
        case .whenAwoken:
          asked.whenAwoken = { _ = try known.injector?.resolve(Asked.self, named: "kept") }
          try injector.injectDependencies(into: asked)
        case .completing:
          _ = try injector.resolve(Asked.self, named: "adds")
        case .afterFailure:
          asked.whenAwoken = { throw Failure() }
          try? injector.injectDependencies(into: asked)
          asked.whenAwoken = {}
          _ = try injector.resolve(Asked.self, named: "kept")
        case .byMaker:
          _ = try injector.resolve(Asked.self, named: "makes")
          _ = try injector.resolve(Asked.self, named: "kept")
        }
        asked.asks = false
        asked.whenAwoken = {}
        return Piece(asked)
      }
    }
    known.injector = injector
    try failAndRepeat(injector)
    #expect(made == 2)
    known.injector = nil
  }

  enum Making: CaseIterable {
    case closure, initializer, property, create, createInjected, opaque
  }

  /// An object whose class needs nothing has received the root when it was made.
  @Test(arguments: Making.allCases, [false, true])
  func anObjectThatNeedsNothingIsUnfinishedWithWhatItHasReceived(
    _ making: Making, isObserved: Bool
  ) throws {
    var made = 0
    var held: AnyObject?
    let injector = try Injector(options: .observed(isObserved)) { binder in
      binder.bind(Root.self).to { Root() }.in(.singleton)
      switch making {
      case .closure:
        binder.bind(Holder.self).to { injector in
          let holder = Holder(root: try injector.resolve(Root.self))
          held = holder
          return holder
        }
      case .initializer:
        binder.bind(Holder.self).toInitializer { (root: Root) in
          let holder = Holder(root: root)
          held = holder
          return holder
        }
      case .property:
        binder.bind(Holder.self).to {
          let holder = Holder(root: nil)
          held = holder
          return holder
        }.injecting(\.root)
      case .create:
        binder.bind(Holder.self).to { injector in
          let holder = try injector.create { Holder(root: try injector.resolve(Root.self)) }
          held = holder
          return holder
        }
      case .createInjected:
        binder.bind(Word.self).to { Word(1) }
        binder.bind(Holder.self).to { injector in
          held = try injector.create {
            let line = Line()
            line.root = try injector.resolve(Root.self)
            return line
          }
          return Holder(root: nil)
        }
      case .opaque:
        binder.bind((any Holding<Root>).self).to { injector in
          let holder = Holder(root: try injector.resolve(Root.self))
          held = holder
          return holder
        }
        binder.bind(Holder.self).to { injector in
          _ = try injector.resolve((any Holding<Root>).self)
          return Holder(root: nil)
        }
      }
      binder.bind(Piece.self, named: "kept").to {
        made += 1
        return Piece(held)
      }.in(.singleton)
      binder.bind(AnyObject.self, named: "kept").to {
        made += 1
        return held ?? Line()
      }.in(.singleton)
      binder.bind(Piece.self).to { injector in
        _ = try injector.resolve(Holder.self)
        return Piece(try injector.resolve(AnyObject.self, named: "kept"))
      }
    }
    try failAndRepeat(injector)
    #expect(made == 2)
    held = nil
  }

  enum OfUpdate: CaseIterable {
    case injectedSingleton, plainSingleton, injected, closure, initializer, link, graph, create
    case injectedAgain
  }

  @Test(arguments: OfUpdate.allCases, [false, true])
  func aSingletonThatPassesOnAnObjectOfAFailedUpdateIsNotKept(
    _ object: OfUpdate, isWarm: Bool
  ) throws {
    var made = 0
    let asked = Asked()
    var held: AnyObject?
    let injector = try Injector { binder in
      binder.bind(AnyObject.self).to {
        made += 1
        return held ?? Line()
      }.in(.singleton)
      binder.bind(Word.self).to { Word(1) }
      binder.bind(Line.self, named: "unscoped").to { Line() }
      binder.bind(Word?.self, named: "asked").to { injector in
        asked.asks ? try injector.resolve(Word.self) : nil
      }
      binder.bind(WordHolder.self).to { WordHolder(try $0.resolve(Word.self)) }
      binder.bind(WordHolder.self, named: "initializer").toInitializer(WordHolder.init(_:))
      binder.bind(AnyObject.self, named: "link").to(WordHolder.self) { $0 }
      binder.bind(WordHolder.self, named: "graph").to { injector in
        WordHolder(try injector.resolve(Word.self))
      }.in(.graph)
    }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Word.self).to { Word(2) }
        binder.bind(Line.self).to { Line() }.asEagerSingleton()
        binder.bind(Holder.self).to { Holder(root: nil) }.asEagerSingleton()
        binder.bind(Int.self).to { injector in
          // It receives its word the second time only.
          if object == .injectedAgain { try injector.injectDependencies(into: asked) }
          asked.asks = true
          if object == .injectedAgain { try injector.injectDependencies(into: asked) }
          for _ in 0...(isWarm ? 1 : 0) {
            held =
              switch object {
              case .injectedSingleton: try injector.resolve(Line.self)
              case .plainSingleton: try injector.resolve(Holder.self)
              case .injected: try injector.resolve(Line.self, named: "unscoped")
              case .closure: try injector.resolve(WordHolder.self)
              case .initializer: try injector.resolve(WordHolder.self, named: "initializer")
              case .link: try injector.resolve(AnyObject.self, named: "link")
              case .graph: try injector.resolve(WordHolder.self, named: "graph")
              case .create: try injector.create { WordHolder(try injector.resolve(Word.self)) }
              case .injectedAgain: asked
              }
          }
          return 1
        }.asEagerSingleton()
        binder.bind(Piece.self).to { Piece(try $0.resolve(AnyObject.self)) }.asEagerSingleton()
        binder.bind(String.self).to { throw Failure() }.asEagerSingleton()
      }
    }
    held = nil
    #expect(made == 1)
    _ = try injector.resolve(AnyObject.self)
    #expect(made == 2)
  }

  // MARK: - Observers

  @Test(arguments: Way.allCases)
  func whatAnObserverInjectsIsNoPartOfWhatItHearsOf(_ way: Way) throws {
    let observer = AskingObserver()
    var made = 0
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Root.self).to { Root() }.in(.singleton)
      binder.bind(Piece.self).to {
        made += 1
        return Piece(nil)
      }.in(.singleton)
    }
    observer.creating = { [weak injector] key in
      if key == Key(Piece.self) { try? injector?.inject(Page(), way) }
    }
    try failAndRepeat(injector)
    #expect(made == 1)
  }

  /// What the observer hears of is complete before the root is.
  @Test func whatAnObserverReceivesIsNotSettledWithWhatItHearsOf() throws {
    let observer = AskingObserver()
    var made = 0
    var held: AnyObject?
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(PartedRoot.self).to { PartedRoot() }.in(.singleton)
      binder.bind(RootPage.self).to { RootPage() }
      binder.bind(Int.self).to { 1 }
      binder.bind(Word.self).toInitializer(Word.init(_:))
      binder.bind(AnyObject.self).to {
        made += 1
        return held ?? Line()
      }.in(.singleton)
    }
    observer.creating = { [weak injector] key in
      if key == Key(Word.self), held == nil { held = try? injector?.resolve(RootPage.self) }
    }
    Root.fails.value = true
    #expect(throws: InjectionError.self) { try injector.resolve(PartedRoot.self) }
    Root.fails.value = false
    #expect(held is RootPage)
    _ = try injector.resolve(AnyObject.self)
    #expect(made == 2)
    held = nil
  }

  @Test(arguments: [false, true])
  func whatAnObserverReceivesOfAnUpdateIsNoPartOfWhatItHearsOf(isWaiting: Bool) throws {
    let observer = AskingObserver()
    var made = 0
    let injector = try Injector(options: .init(observers: [observer])) { binder in
      binder.bind(Word.self).to { Word(1) }
      binder.bind(Line.self).to { Line() }.in(.singleton)
      binder.bind(Piece.self).to {
        made += 1
        return Piece(nil)
      }.in(.singleton)
    }
    observer.creating = { [weak injector] key in
      guard key == Key(Piece.self) else { return }
      if isWaiting {
        _ = try? injector?.resolve(Line.self)
      } else {
        try? injector?.injectDependencies(into: Line())
      }
    }
    #expect(throws: InjectionError.self) {
      try injector.update { binder in
        binder.bind(Word.self).to { Word(2) }
        binder.bind(Int.self).to { try $0.resolve(Line.self).word.number }.asEagerSingleton()
        binder.bind(Double.self).to { injector in
          _ = try injector.resolve(Piece.self)
          return 1
        }.asEagerSingleton()
        binder.bind(String.self).to { throw Failure() }.asEagerSingleton()
      }
    }
    _ = try injector.resolve(Piece.self)
    #expect(made == 1)
  }

  // MARK: -

  /// Asks for the root, which fails after it has received its part, and again, when it succeeds.
  private func failAndRepeat(_ injector: Injector) throws {
    Root.fails.value = true
    #expect(throws: InjectionError.self) { try injector.resolve(Root.self) }
    Root.fails.value = false
    _ = try injector.resolve(Root.self)
  }
}

extension Injector {
  fileprivate func inject(_ object: AnyObject, _ way: ReceivedUnfinishedTests.Way) throws {
    switch way {
    case .inject: try injectDependencies(into: object)
    case .injectEach: try injectDependencies(intoEach: [object])
    case .create: _ = try create { object }
    }
  }
}

private struct Failure: Error {}

/// Whether the root fails; each test runs on one thread.
private final class Switch: @unchecked Sendable { var value = false }
private final class Known: @unchecked Sendable { var injector: Injector? }
private final class AskingObserver: InjectionObserver, @unchecked Sendable {
  var creating: (Key) -> Void = { _ in }
  func willCreate(_ event: InjectionEvent) { creating(event.key) }
}

// References to the root are weak: nothing would end a ring that has failed.

private final class Root: Injectable, AwakesFromInjection {
  static let fails = Switch()
  var part: Piece!
  static var requires: [PartialKeyPath<Root>] { [\.part] }
  func awakeFromInjection() throws { if Self.fails.value { throw Failure() } }
}
private final class Piece {
  let content: AnyObject?
  init(_ content: AnyObject?) { self.content = content }
}
private class Page: Injectable {
  weak var root: Root?
  class var requires: Requirements { requiring(\.root) }
}
private final class FailingPage: Page, AwakesFromInjection {
  func awakeFromInjection() throws { throw Failure() }
}
private final class Word {
  let number: Int
  init(_ number: Int) { self.number = number }
}
private class Line: Injectable {
  var word: Word!
  weak var root: Root?
  class var requires: Requirements { requiring(\.word) }
}
private final class AskingLine: Line, NamedInjectable {
  var asks = false
  static var requiresNamed: KeyValuePairs<Name, PartialKeyPath<AskingLine>> { ["asked": \.root] }
}
private final class Reader { @Injected var line: Line }
private protocol Holding<Held>: AnyObject { associatedtype Held }
private final class Holder: Holding {
  typealias Held = Root
  weak var root: Root?
  weak var owner: AnyObject?
  init(root: Root?) { self.root = root }
}
private final class WordHolder {
  let word: Word
  init(_ word: Word) { self.word = word }
}
private final class Keeping: Injectable, AwakesFromInjection {
  var holder: Holder!
  var same: Holder!
  var piece: Piece!
  static var requires: Requirements {
    requiring(\.holder) + requiring(\.same, named: "graph") + requiring(\.piece)
  }
  func awakeFromInjection() throws { if Root.fails.value { throw Failure() } }
}
private final class Asked: Injectable, AwakesFromInjection {
  weak var root: Root?
  var word: Word?
  var asks = false
  var whenAwoken: () throws -> Void = {}
  static var requires: Requirements {
    requiring(\.root, named: "asked") + requiring(\.word, named: "asked")
  }
  func awakeFromInjection() throws { try whenAwoken() }
}
private final class PartedRoot: Injectable, AwakesFromInjection {
  var word: Word!
  var part: AnyObject!
  static var requires: Requirements { requiring(\.word, \.part) }
  func awakeFromInjection() throws { if Root.fails.value { throw Failure() } }
}
private final class RootPage: Injectable {
  weak var root: PartedRoot?
  static var requires: Requirements { requiring(\.root) }
}
private final class Reusing: Injectable {
  var holder: Holder!
  static var requires: Requirements { requiring(\.holder, named: "graph") }
}
private final class SelfOwner {
  weak var me: SelfOwner?
  var user: User?
}
private final class User: Injectable {
  weak var owner: SelfOwner?
  static var requires: Requirements { requiring(\.owner, named: "graph") }
}
private final class Asking: UnloadableModule {
  var unloading: () throws -> Void = {}
  func configure(_ binder: Binder) {}
  func unload(from injector: Injector) throws { try unloading() }
}
