import Distributed
import Infusion
import Testing

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

private protocol Shown {}
@MainActor private final class Screen: @MainActor Injectable, @MainActor Shown {
  private var number: Int!
  nonisolated init() {}
  static var requires: Requirements { requiring(\.number) }
}
@MainActor private struct Frame: @MainActor InitializerDeclaring {
  static var initializer: Initializer { Initializer(Frame.init) }
}
private final class Plain: Sendable {
  init() {}
}
private actor Office {
  private var opened = 0
  @Injected var number: Int

  private func open() -> Plain {
    opened += 1
    return Plain()
  }

  func bind() throws {
    try Injector().update(fileID: file, line: 9) { binder in
      binder.bind(Plain.self, fileID: module, line: 4).to { self.open() }
    }
  }

  func complete() throws {
    try Injector().update(fileID: file, line: 9) { binder in
      binder.bind(Plain.self, fileID: module, line: 4).to { Plain() }.completing { _ in
        self.opened += 1
      }
    }
  }

  func scope() throws -> Injector {
    let scope = Scope("desk") { _ in
      self.opened += 1
      return ScopeStore()
    }
    return try Injector {
      $0.bind(Plain.self, fileID: module, line: 5).to { Plain() }.in(scope)
    }
  }
}
private distributed actor Depot {
  typealias ActorSystem = LocalTestingDistributedActorSystem
  @Injected var number: Int
}
@globalActor private actor Registry {
  static let shared = Registry()

  @Registry static func bind() -> String? {
    error { _ = try Injector { $0.bind(Plain.self).to { Plain() } } }?.description
  }

  @Registry static func add() -> String? {
    error {
      try Injector().update(fileID: file, line: 9) { binder in
        binder.bind(Folder.self, fileID: module, line: 4).toAsync { Folder() }.injecting(\.plain)
      }
    }?.description
  }
}
@Registry private final class Record: @Registry Injectable {
  nonisolated init() {}
  static var requires: Requirements { [] }
}
@MainActor private final class Reader: @MainActor Injectable {
  var record: Record!
  nonisolated init() {}
  static var requires: Requirements { requiring(\.record) }
}
private final class Folder: @unchecked Sendable { var plain: Plain! }
@MainActor private struct ScreenModule: @MainActor Module {
  func configure(_ binder: Binder) {
    binder.bind(Plain.self, fileID: module, line: 7).to { Plain() }
  }
}
@MainActor private enum ScreenParts: @MainActor Module {
  case all
  func configure(_ binder: Binder) {
    binder.contribute(Plain.self, fileID: module, line: 8).to { Plain() }
  }
}
@MainActor private final class ScreenFolder<Item>: @MainActor Module {
  func configure(_ binder: Binder) {}
}

private func elsewhere(_ body: @escaping @Sendable () throws -> Void) async -> String? {
  await Task.detached { error(body)?.description }.value
}

struct IsolationErrorTextTests {
  @Test func closureOfAModuleOfTheMainActor() async throws {
    let injector = try await MainActor.run { try Injector(ScreenModule()) }
    let found = await elsewhere { _ = try injector.resolve(Plain.self, fileID: file, line: 9) }
    #expect(
      found == #"""
        [Infusion/mainActorRequired] The closure of 'Plain' belongs to the main actor, but was used off the main actor.

            bound in ScreenModule, AppModule.swift:7

          Requested by:
            1. resolve(Plain.self)  main.swift:9

          To fix this, do one of the following:
            • Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }
            • If any thread may create it, declare its class nonisolated, and bind it in a nonisolated module: nonisolated struct ScreenModule: Module, and binder.bind(Plain.self).to { … }
        """#)
  }

  @Test func contributionOfAModuleOfTheMainActor() async throws {
    let injector = try await MainActor.run { try Injector(ScreenParts.all) }
    let found = await elsewhere { _ = try injector.resolve([Plain].self, fileID: file, line: 9) }
    #expect(
      found == #"""
        [Infusion/mainActorRequired] The closure of 'Plain' belongs to the main actor, but was used off the main actor.

            contributed in ScreenParts, AppModule.swift:8

          Requested by:
            1. [Plain]                collects what is contributed; value contributed in ScreenParts, AppModule.swift:8
            2. resolve([Plain].self)  main.swift:9

          To fix this, do one of the following:
            • Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }
            • If any thread may create it, declare its class nonisolated, and bind it in a nonisolated module: nonisolated enum ScreenParts: Module, and binder.contribute(Plain.self).to { … }
        """#)
  }

  @Test func missingBindingOfAClassOfTheMainActor() throws {
    let found = error { _ = try Injector { _ in }.resolve(Screen.self, fileID: file, line: 9) }
    #expect(
      found?.description == #"""
        [Infusion/missingBinding] Nothing provides 'Screen'.

          Requested by:
            1. resolve(Screen.self)  main.swift:9

          To fix this, do one of the following:
            • Bind it in a module: binder.onMainActor.bind(Screen.self).to { … }
            • Let the injector create it on demand: conform the class to @MainActor DefaultInitializable
        """#)
  }

  @Test func classOfTheMainActor() async throws {
    let injector = try Injector(fileID: file, line: 1) {
      $0.bind(Screen.self, fileID: module, line: 5).to { Screen() }
    }
    let found = await elsewhere { _ = try injector.resolve(Screen.self, fileID: file, line: 9) }
    #expect(
      found == #"""
        [Infusion/mainActorRequired] The class 'Screen' belongs to the main actor, but was used off the main actor.

            bound at AppModule.swift:5

          Requested by:
            1. resolve(Screen.self)  main.swift:9

          To fix this, do one of the following:
            • Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }
            • If any thread may use the class, declare it nonisolated, and its conformances without @MainActor: nonisolated class Screen
        """#)
  }

  @Test func instanceWhoseConformanceBelongsToTheMainActor() async throws {
    let injector = try await MainActor.run {
      try Injector(fileID: file, line: 1) { binder in
        binder.bind((any Shown).self, fileID: module, line: 5).to(instance: Screen())
        binder.bind((() -> Plain).self, fileID: module, line: 6).to(instance: { Plain() })
      }
    }
    let found = await elsewhere {
      _ = try injector.resolve((any Shown).self, fileID: file, line: 9)
    }
    #expect(
      found == #"""
        [Infusion/mainActorRequired] The class 'Screen' belongs to the main actor, but was used off the main actor.

            bound at AppModule.swift:5

          Requested by:
            1. resolve((any Shown).self)  main.swift:9

          To fix this, do one of the following:
            • Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }
            • If any thread may use the class, declare it nonisolated, and its conformances without @MainActor: nonisolated class Screen
        """#)
    let function = await elsewhere { _ = try injector.resolve((() -> Plain).self) }
    #expect(
      function?.contains("The closure of '() -> Plain' belongs to the main actor") == true,
      "\(function ?? "")")
  }

  @Test func structureOfTheMainActor() async throws {
    let text = await elsewhere { _ = try Injector().resolve(Frame.self, fileID: file, line: 9) }
    #expect(
      text == #"""
        [Infusion/mainActorRequired] The type 'Frame' belongs to the main actor, but was used off the main actor.

          Requested by:
            1. resolve(Frame.self)  main.swift:9

          To fix this, do one of the following:
            • Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }
            • If any thread may use the type, declare it nonisolated: nonisolated struct Frame
        """#)
  }

  @Test func moduleOfTheMainActor() async throws {
    let injector = try await MainActor.run { try Injector(ScreenModule()) }
    let found = await elsewhere { _ = try injector.adding(fileID: file, line: 9) }
    #expect(
      found == #"""
        [Infusion/mainActorRequired] The module 'ScreenModule' belongs to the main actor, but was used off the main actor.

          Requested by:
            1. creating an injector  main.swift:9

          To fix this, do one of the following:
            • Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }
            • If any thread may use the module, declare it nonisolated: nonisolated struct ScreenModule: Module
        """#)
    let folder = try await MainActor.run { try Injector(ScreenFolder<Int>()) }
    let generic = await elsewhere { _ = try folder.adding() }
    #expect(generic?.contains(": nonisolated class ScreenFolder: Module") == true)
  }

  @Test func closureOfAnActor() async {
    let office = Office()
    var found: String?
    do { try await office.bind() } catch { found = "\(error)" }
    #expect(
      found?.contains(
        "[Infusion/actorIsolated] The closure of 'Plain' belongs to the actor 'Office', or captures it."
      )
        == true, "\(found ?? "")")
    #expect(found?.contains("bound at AppModule.swift:4") == true)
    #expect(
      found?.contains("Let the closure capture the values that it needs, not the actor") == true)
    #expect(found?.contains("say so: .to({ … }, isolation: nil)") == true)
  }

  @Test func closureOfAGlobalActor() async {
    let found = await Registry.bind()
    #expect(
      found?.hasSuffix(
        """
          To fix this, do one of the following:
            • If any thread may run it, write it in a nonisolated function or module
            • Bind an asynchronous closure: binder.bind(Plain.self).toAsync { … }
        """) == true, "\(found ?? "")")
  }

  @Test func propertyOfABindingOfAnotherGlobalActor() async throws {
    let found = await Registry.add()
    #expect(
      found == """
        [Infusion/actorIsolated] A property that the binding of 'Folder' adds belongs to the actor 'Registry'.

            bound at AppModule.swift:4

          Requested by:
            1. update { … }  main.swift:9

          To fix this:
            • If any thread may run it, write it in a nonisolated function or module
        """)
  }

  @Test func stepOfAnActor() async throws {
    let office = Office()
    var found: String?
    do { try await office.complete() } catch { found = "\(error)" }
    #expect(
      found == """
        [Infusion/actorIsolated] A step that the binding of 'Plain' adds belongs to the actor 'Office', or captures it.

            bound at AppModule.swift:4

          Requested by:
            1. update { … }  main.swift:9

          To fix this, do one of the following:
            • Let the closure capture the values that it needs, not the actor
            • If the closure does not run on the actor, say so: .completing({ … }, isolation: nil)
        """, "\(found ?? "")")
  }

  @Test @MainActor func classesOfTwoActors() throws {
    let injector = try Injector { binder in
      binder.bind(Record.self, fileID: module, line: 4).to { @Sendable in Record() }
    }
    let found = error { try injector.injectDependencies(into: Reader(), fileID: file, line: 9) }
    #expect(
      found?.description.hasSuffix(
        """
          To fix this:
            • Let 'Reader' receive an actor in place of 'Record': no call can create both, because 'Reader' belongs to the main actor
        """) == true, "\(found?.description ?? "")")
  }

  @Test func scopeOfAnActor() async throws {
    let injector = try await Office().scope()
    let found = error { _ = try injector.resolve(Plain.self, fileID: file, line: 9) }
    #expect(
      found?.description == #"""
        [Infusion/actorIsolated] The closure of the scope 'desk' belongs to the actor 'Office', or captures it.

            bound at AppModule.swift:5

          Requested by:
            1. resolve(Plain.self)  main.swift:9

          To fix this, do one of the following:
            • Let the closure capture the values that it needs, not the actor
            • If the closure does not run on the actor, say so: Scope("desk", store: { … }, isolation: nil)
        """#)
  }

  @Test func actorWithMarkers() throws {
    let injector = try Injector(fileID: file, line: 1) { $0.bind(Int.self).to { 1 } }
    let office = Office()
    let found = error { try injector.injectDependencies(into: office, fileID: file, line: 9) }
    #expect(
      found?.description == #"""
        [Infusion/actorIsolated] 'Office' is an actor, so the injector cannot set its properties.

          Requested by:
            1. injectDependencies(into: Office)  main.swift:9

          To fix this:
            • Pass its dependencies to its initializer
        """#)
  }

  @Test func distributedActorWithMarkers() throws {
    let injector = try Injector(fileID: file, line: 1) { $0.bind(Int.self).to { 1 } }
    let depot = Depot(actorSystem: LocalTestingDistributedActorSystem())
    let found = error { try injector.injectDependencies(into: depot, fileID: file, line: 9) }
    #expect(
      found?.description == #"""
        [Infusion/actorIsolated] 'Depot' is an actor, so the injector cannot set its properties.

          Requested by:
            1. injectDependencies(into: Depot)  main.swift:9

          To fix this:
            • Pass its dependencies to its initializer
        """#)
  }

  @Test func scopeAndExtensionOfTheMainActor() async throws {
    let store = ScopeStore()
    let injector = try await MainActor.run {
      try Injector(fileID: file, line: 1) { binder in
        binder.bind(Int.self).to { 1 }.in(Scope("login") { _ in store })
        binder.extend(Extended.self).injecting(\.number)
      }
    }
    let derived = await elsewhere { _ = try injector.adding() }
    #expect(
      derived?.contains("A closure that configures the injector belongs to the main actor") == true,
      "\(derived ?? "")")
    let extended = await elsewhere { try injector.injectDependencies(into: Extended()) }
    #expect(
      extended?.contains("A module's extension of 'Extended' belongs to the main actor") == true,
      "\(extended ?? "")")
    #expect(extended?.contains("extended at ") == true, "\(extended ?? "")")
    let scope = await MainActor.run { Scope("login") { _ in store } }
    let other = try Injector {
      $0.bind(Plain.self, fileID: module, line: 4).to { Plain() }.in(scope)
    }
    let scoped = await elsewhere { _ = try other.resolve(Plain.self) }
    #expect(
      scoped?.contains("The closure of the scope 'login' belongs to the main actor") == true,
      "\(scoped ?? "")")
    #expect(scoped?.contains("bound at AppModule.swift:4") == true, "\(scoped ?? "")")
  }
}

private final class Extended {
  var number = 0
}
