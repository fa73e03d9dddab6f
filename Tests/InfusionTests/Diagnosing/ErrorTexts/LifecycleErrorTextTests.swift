import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

private final class Connection: AwakesFromInjection, ReleasesFromInjection {
  func awakeFromInjection() {}
  func releaseFromInjection() throws { throw G.Failure.closed }
}
@MainActor private final class Window: @MainActor ReleasesFromInjection {
  func releaseFromInjection() {}
}

/// A complete text for each code of an error of preparation and release.
@Suite(.timeLimit(.minutes(5)))
struct LifecycleErrorTextTests {
  private func expect(
    _ text: String, _ sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
  ) async {
    var found = "no error"
    do {
      try await body()
    } catch {
      found = "\(error)"
    }
    #expect(found == text, sourceLocation: sourceLocation)
  }

  @Test func requestBeforeThePreparation() async {
    await expect(
      #"""
      [Infusion/notPrepared] 'any Engine' named "main" is prepared asynchronously, but was requested before it was prepared.

        Requested by:
          1. any Engine named "main"                    bound at AppModule.swift:44
          2. resolve((any Engine).self, named: "main")  main.swift:9

        To fix this, do one of the following:
          • Prepare everything first, with the injector that binds it: try await injector.prepare()
          • Wait for it: try await injector.prepared((any Golden.Engine).self, named: "main")
          • Declare it in the binding that needs it: toAsync(uses: Key((any Golden.Engine).self, named: "main")) { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, named: "main", fileID: module, line: 44)
          .toAsync { G.V8Engine() }
      }
      _ = try injector.resolve((any G.Engine).self, named: "main", fileID: file, line: 9)
    }
  }

  @Test func propertyOfAnObjectThatIsInjectedBeforeThePreparation() async {
    await expect(
      #"""
      [Infusion/notPrepared] 'any Engine' is prepared asynchronously, but was requested before it was prepared.

        Requested by:
          1. any Engine                     bound at AppModule.swift:44
          2. Car.engine                     requirement 1 of Car, Car.swift:12
          3. injectDependencies(into: Car)  main.swift:9

        To fix this, do one of the following:
          • Prepare everything first, with the injector that binds it: try await injector.prepare()
          • Wait for it: try await injector.prepared((any Golden.Engine).self)
          • Declare it in the binding that needs it: toAsync(uses: (any Golden.Engine).self) { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.bind((any G.Engine).self, fileID: module, line: 44).toAsync { G.V8Engine() }
      }
      try injector.injectDependencies(into: G.Car(), fileID: file, line: 9)
    }
  }

  /// Nothing asks for a contribution but its collection.
  @Test func collectionOfAContributionThatIsAwaited() async {
    await expect(
      #"""
      [Infusion/notPrepared] 'any Engine' named "main" is prepared asynchronously, but was requested before it was prepared.

        Requested by:
          1. any Engine named "main"                    contributed at AppModule.swift:44
          2. [any Engine] named "main"                  collects what is contributed
          3. resolve([any Engine].self, named: "main")  main.swift:9

        To fix this, do one of the following:
          • Prepare everything first, with the injector that binds it: try await injector.prepare()
          • Wait for it: try await injector.prepared([any Golden.Engine].self, named: "main")
          • Declare it in the binding that needs it: toAsync(uses: Key([any Golden.Engine].self, named: "main")) { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.contribute((any G.Engine).self, named: "main", fileID: module, line: 44)
          .toAsync { G.V8Engine() }
      }
      _ = try injector.resolve([any G.Engine].self, named: "main", fileID: file, line: 9)
    }
  }

  @Test func cancelledPreparation() async {
    await expect(
      #"""
      [Infusion/cancelled] The preparation was cancelled with 0 of 2 singletons prepared.

          not prepared: 'Brakes', 'Radio' named "main"

        Requested by:
          1. prepare()  main.swift:9

        To fix this:
          • Prepare again: prepared singletons stay, and the others start over
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self).toAsync { G.Brakes() }
        binder.bind(G.Radio.self, named: "main").toAsync { G.Radio() }
      }
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await injector.prepare(fileID: file, line: 9)
      }
      try await task.value
    }
  }

  @Test func closureThatThrows() async {
    await expect(
      #"""
      [Infusion/providerFailed] Creating 'Brakes' failed.

          Failure: closed

        Requested by:
          1. Brakes     bound at AppModule.swift:44
          2. prepare()  main.swift:9

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).toAsync { throw G.Failure.closed }
        binder.bind(G.Radio.self).toAsync(uses: G.Brakes.self) { _ in G.Radio() }
      }
      try await injector.prepare(fileID: file, line: 9)
    }
  }

  @Test func missingBindingThatAClosureUses() async {
    await expect(
      #"""
      [Infusion/missingBinding] Nothing provides 'Radio', which the closure of 'Brakes' uses.

        Requested by:
          1. Brakes     declared with 'uses:', bound at AppModule.swift:44
          2. Brakes     bound at AppModule.swift:44
          3. prepare()  main.swift:9

        To fix this, do one of the following:
          • Bind it in a module: binder.bind(Golden.Radio.self).to { … }
          • Let the injector create it on demand: conform the class to DefaultInitializable
          • If the closure can do without it, declare the use of an Optional, and bind it to nothing: uses: Golden.Radio?.self; binder.bind(Golden.Radio.self).toNothing()
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44)
          .toAsync(uses: G.Radio.self) { _ in G.Brakes() }
      }
      try await injector.prepare(fileID: file, line: 9)
    }
  }

  @Test func cycleOfClosures() async {
    await expect(
      #"""
      [Infusion/cyclicDependency] 'Brakes' is needed before it exists.

          Brakes → Radio → Brakes

        Requested by:
          1. prepare()  main.swift:9

        To fix this, do one of the following:
          • In 'Radio', take and store a Lazy<Golden.Brakes>, and call get() at its first use; bind 'Brakes' with .in(.singleton) if it has to be the same object
          • Inject 'Brakes' and 'Radio' into each other through properties in 'requires', not through initializers or closures
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self).toAsync(uses: G.Radio.self) { _ in G.Brakes() }
        binder.bind(G.Radio.self).toAsync(uses: G.Brakes.self) { _ in G.Radio() }
      }
      try await injector.prepare(fileID: file, line: 9)
    }
  }

  @Test func awaitedBindingInAnotherScope() async {
    await expect(
      #"""
      [Infusion/eagerNotSingleton] 'Brakes' is prepared asynchronously, but has scope 'graph'.

          bound at AppModule.swift:44

        To fix this:
          • Keep it a singleton: toAsync { … } without another scope
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).toAsync { G.Brakes() }.in(.graph)
      }
    }
  }

  @Test func requestAfterTheShutdown() async {
    await expect(
      #"""
      [Infusion/injectorShutDown] 'Brakes' was requested, but the injector is shut down.

        Requested by:
          1. resolve(Brakes.self)  main.swift:9

        To fix this, do one of the following:
          • Make the call before the injector is shut down
          • Create a new injector from the same modules
      """#
    ) {
      let injector = try injector { $0.bind(G.Brakes.self).to { G.Brakes() } }
      try injector.shutdown()
      _ = try injector.resolve(G.Brakes.self, fileID: file, line: 9)
    }
  }

  @Test func eagerBindingThatIsAwaited() async {
    await expect(
      #"""
      [Infusion/notPrepared] 'Brakes' is prepared asynchronously, but was requested before it was prepared.

        Requested by:
          1. Brakes                  bound at AppModule.swift:44
          2. eager singleton Brakes  main.swift:1

        To fix this:
          • Remove asEagerSingleton(): prepare() creates the value
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).toAsync { G.Brakes() }
          .asEagerSingleton()
      }
    }
  }

  /// No call can prepare an injector that is not created yet.
  @Test func eagerBindingThatNeedsAnAwaitedOne() async {
    await expect(
      #"""
      [Infusion/notPrepared] 'Brakes' is prepared asynchronously, but was requested before it was prepared.

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. resolve(Brakes.self)  AppModule.swift:46
          3. Int                   bound at AppModule.swift:45
          4. eager singleton Int   main.swift:1

        To fix this:
          • Write .in(.singleton) in place of asEagerSingleton(), and ask for it after prepare()
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).toAsync { G.Brakes() }
        binder.bind(Int.self, fileID: module, line: 45).to { injector in
          _ = try injector.resolve(G.Brakes.self, fileID: module, line: 46)
          return 1
        }.asEagerSingleton()
      }
    }
  }

  @Test func instanceThatNeedsAnAwaitedBinding() async throws {
    await expect(
      #"""
      [Infusion/notPrepared] 'Brakes' is prepared asynchronously, but was requested before it was prepared.

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. Lamp.bulb             requirement 1 of Lamp
          3. eager singleton Lamp  main.swift:1

        To fix this:
          • Bind it without 'injecting: true', and inject it after prepare(): try injector.injectDependencies(into: …)
      """#
    ) {
      _ = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).toAsync { G.Brakes() }
        binder.bind(G.Lamp.self).to(instance: G.Lamp(), injecting: true)
      }
    }
    let lamp = G.Lamp()
    let corrected = try injector { binder in
      binder.bind(G.Brakes.self).toAsync { G.Brakes() }
      binder.bind(G.Lamp.self).to(instance: lamp)
    }
    try await corrected.prepare()
    try corrected.injectDependencies(into: lamp)
    #expect(lamp.bulb != nil)
  }

  /// A prepared value has no scope in which a child would create it.
  @Test func preparedSingletonOfTheParentThatNeedsABindingOfTheChild() async {
    await expect(
      #"""
      [Infusion/boundInChild] The parent keeps 'Int', which needs 'Brakes', but only the child binds 'Brakes'.

          'Brakes' is bound at AppModule.swift:45

        Requested by:
          1. Int                 declared with 'uses:', bound at AppModule.swift:44
          2. Int                 bound at AppModule.swift:44
          3. prepared(Int.self)  main.swift:9

        To fix this:
          • Bind 'Int' in the child, too: binder.bind(Int.self).toAsync { … }
      """#
    ) {
      let parent = try injector { binder in
        binder.bind(Int.self, fileID: module, line: 44).toAsync(uses: G.Brakes.self) { _ in 1 }
      }
      let child = try parent.makeChild { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 45).to { G.Brakes() }
      }
      _ = try await child.prepared(Int.self, fileID: file, line: 9)
    }
  }

  /// Wherever the preparation is called, the closure runs in a task of its own.
  @Test func closureThatReceivesAnObjectOfTheMainActor() async {
    await expect(
      #"""
      [Infusion/mainActorRequired] The class 'Screen' belongs to the main actor, but was used off the main actor.

          bound at AppModule.swift:44

        Requested by:
          1. Int        declared with 'uses:', bound at AppModule.swift:45
          2. Int        bound at AppModule.swift:45
          3. prepare()  main.swift:9

        To fix this, do one of the following:
          • Run the closure of 'Int' on the main actor: binder.onMainActor.bind(Int.self).toAsync(uses: …) { … }
          • If any thread may use the class, declare it nonisolated, and its conformances without @MainActor: nonisolated class Screen
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(Screen.self, fileID: module, line: 44).toAsync { await Screen() }
        binder.bind(Int.self, fileID: module, line: 45).toAsync(uses: Screen.self) { _ in 1 }
      }
      try await injector.prepare(fileID: file, line: 9)
    }
  }

  /// Wherever the preparation is called, its closures run in tasks of their own.
  @Test func closureThatReceivesAnObjectWithAPropertyOfTheMainActor() async {
    await expect(
      #"""
      [Infusion/mainActorRequired] The closure of 'Brakes' belongs to the main actor, but was used off the main actor.

          bound at AppModule.swift:44

        Requested by:
          1. Lamp.bulb  bound at AppModule.swift:44
          2. Int        declared with 'uses:', bound at AppModule.swift:46
          3. Int        bound at AppModule.swift:46
          4. prepare()  main.swift:9

        To fix this, do one of the following:
          • Run the closure of 'Int' on the main actor: binder.onMainActor.bind(Int.self).toAsync(uses: …) { … }
          • If any thread may create it, declare its class nonisolated, and bind it in a nonisolated module, not at the top level of main.swift: binder.bind(Golden.Brakes.self).to { … }
      """#
    ) {
      let injector = try injector { binder in
        binder.onMainActor.bind(G.Brakes.self, fileID: module, line: 44).to { G.Brakes() }
        binder.bind(G.Lamp.self, fileID: module, line: 45).to { G.Lamp() }
        binder.bind(Int.self, fileID: module, line: 46).toAsync(uses: G.Lamp.self) { _ in 1 }
      }
      try await injector.prepare(fileID: file, line: 9)
    }
  }

  @Test func closureThatReceivesAnObjectOfAnotherActor() async {
    await expect(
      #"""
      [Infusion/actorIsolated] The class 'Vault' belongs to the actor 'Bank'.

          bound at AppModule.swift:44

        Requested by:
          1. Int        declared with 'uses:', bound at AppModule.swift:45
          2. Int        bound at AppModule.swift:45
          3. prepare()  main.swift:9

        To fix this:
          • Wait for it in a closure that runs on the actor, instead of declaring it: try await injector.prepared(Vault.self)
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(Vault.self, fileID: module, line: 44).toAsync { Vault() }
        binder.bind(Int.self, fileID: module, line: 45).toAsync(uses: Vault.self) { @Bank _ in 1 }
      }
      try await injector.prepare(fileID: file, line: 9)
    }
  }

  /// The closure may await the object, whichever of its properties belongs to the actor.
  @Test func closureThatReceivesAnObjectWithAPropertyOfAnotherActor() async {
    await expect(
      #"""
      [Infusion/actorIsolated] The class 'Vault' belongs to the actor 'Bank'.

          bound at AppModule.swift:44

        Requested by:
          1. Teller.vault  bound at AppModule.swift:44
          2. Int           declared with 'uses:', bound at AppModule.swift:46
          3. Int           bound at AppModule.swift:46
          4. prepare()     main.swift:9

        To fix this:
          • Wait for it in a closure that runs on the actor, instead of declaring it: try await injector.prepared(…)
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(Vault.self, fileID: module, line: 44).toAsync { Vault() }
        binder.bind(Teller.self, fileID: module, line: 45).to { Teller() }
        binder.bind(Int.self, fileID: module, line: 46).toAsync(uses: Teller.self) { _ in 1 }
      }
      try await injector.prepare(fileID: file, line: 9)
    }
  }

  private final class Teller: Injectable {
    var vault: Vault!
    static var requires: [PartialKeyPath<Teller>] { [\.vault] }
  }

  @Test func changesAfterTheShutdown() throws {
    let injector = try injector()
    try injector.shutdown()
    let calls: [(String, () throws -> Void)] = [
      ("update { … }", { try injector.update(fileID: file, line: 9) { _ in } }),
      ("creating an injector", { _ = try injector.makeChild(fileID: file, line: 9) { _ in } }),
      ("creating an injector", { _ = try injector.adding(Empty(), fileID: file, line: 9) }),
    ]
    for (name, call) in calls {
      let error = error { try call() }
      #expect(error?.code == .injectorShutDown)
      #expect(error?.location == CodeLocation(fileID: file, line: 9))
      #expect(error?.path.map(\.subject) == [name])
    }
  }

  private struct Empty: Module {
    func configure(_ binder: Binder) {}
  }

  @Test func preparationAfterTheShutdown() async {
    await expect(
      #"""
      [Infusion/injectorShutDown] The injector is shut down.

        Requested by:
          1. prepare()  main.swift:9

        To fix this, do one of the following:
          • Make the call before the injector is shut down
          • Create a new injector from the same modules
      """#
    ) {
      let injector = try injector()
      try injector.shutdown()
      try await injector.prepare(fileID: file, line: 9)
    }
  }

  @Test func releaseThatThrows() async {
    await expect(
      #"""
      [Infusion/releaseFailed] releaseFromInjection() of 'Connection' failed.

          Failure: closed
          'Connection' named "main" is bound at AppModule.swift:44

        To fix this:
          • Inspect the cause: error.underlying as? Golden.Failure
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(Connection.self, named: "main", fileID: module, line: 44)
          .to { Connection() }.in(.singleton)
      }
      _ = try injector.resolve(Connection.self, named: "main")
      try injector.shutdown()
    }
  }

  @Test func shutdownDuringACreation() async {
    await expect(
      #"""
      [Infusion/updateInProgress] A shutdown was requested while the injector was creating 'Brakes' on the same thread.

        Requested by:
          1. Brakes                bound at AppModule.swift:44
          2. resolve(Brakes.self)  main.swift:9

        To fix this:
          • Shut it down after the request has ended
      """#
    ) {
      let injector = try injector { binder in
        binder.bind(G.Brakes.self, fileID: module, line: 44).to { injector in
          try injector.shutdown()
          return G.Brakes()
        }
      }
      _ = try injector.resolve(G.Brakes.self, fileID: file, line: 9)
    }
  }

  @Test func shutdownDuringAnUpdate() async throws {
    let parent = try injector()
    let child = try parent.makeChild { _ in }
    for injector in [parent, child] {
      await expect(
        #"""
        [Infusion/updateInProgress] A shutdown was requested while the injector or a child of it was being updated or shut down on the same thread.

          Requested by:
            1. update { … }  main.swift:9

          To fix this:
            • Shut it down after the update or shutdown has ended
        """#
      ) { try injector.update(fileID: file, line: 9) { _ in try parent.shutdown() } }
    }
  }

  @Test func shutdownOffTheMainActor() async {
    await expect(
      #"""
      [Infusion/mainActorRequired] The class 'Window' belongs to the main actor, but was used off the main actor.

        To fix this, do one of the following:
          • Await it: try await injector.shutdownGracefully()
          • Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }
          • If any thread may use the class, declare it nonisolated, and its conformances without @MainActor: nonisolated class Window
      """#
    ) {
      let injector = try injector {
        $0.onMainActor.bind(Window.self).to { Window() }.in(.singleton)
      }
      try await MainActor.run { _ = try injector.resolve(Window.self) }
      try injector.shutdown()
    }
  }

  @Test func shutdownThatCannotAwait() async {
    await expect(
      #"""
      [Infusion/awaitRequired] The release of 'Pool' has to be awaited, but shutdown() does not await.

        To fix this:
          • Await it: try await injector.shutdownGracefully()
      """#
    ) {
      let injector = try injector { $0.bind(Pool.self).to { Pool() }.in(.singleton) }
      _ = try injector.resolve(Pool.self)
      try injector.shutdown()
    }
  }
}

private actor Pool: ReleasesAsynchronouslyFromInjection {
  func releaseFromInjection() async {}
}

@MainActor private final class Screen: @MainActor Injectable {
  var brakes: G.Brakes?
  static var requires: Requirements { accepting(\.brakes) }
}

@globalActor private actor Bank { static let shared = Bank() }
@Bank private final class Vault: @Bank Injectable {
  var brakes: G.Brakes?
  nonisolated init() {}
  static var requires: Requirements { accepting(\.brakes) }
}
