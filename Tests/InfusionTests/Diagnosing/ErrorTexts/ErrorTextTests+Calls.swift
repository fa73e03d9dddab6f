import Foundation
import Infusion
import Testing

private typealias G = Golden

private let file = "App/main.swift"
private let module = "App/AppModule.swift"

extension ErrorTextTests {
  @Test func releasedInjector() throws {
    expect(
      #"""
      [Infusion/injectorReleased] The injector no longer exists, but a handle asked it for 'Brakes'.

        Requested by:
          1. a request for Brakes  main.swift:9

        To fix this:
          • Store the injector in an object that lives as long as the handle is used, such as the app: private let injector: Injector
      """#
    ) {
      var injector: Injector? = try injector()
      let factory = try injector?.resolve(ObjectFactory.self)
      injector = nil
      _ = try factory?.resolve(G.Brakes.self, fileID: file, line: 9)
    }
  }

  @Test func releasedInjectorOfAHandle() throws {
    expect(
      #"""
      [Infusion/injectorReleased] The injector no longer exists, but a Lazy, Provider or ObjectFactory of 'Workshop' asked it for 'Brakes'.

        Requested by:
          1. a request for Brakes  main.swift:9

        To fix this:
          • Store the injector in an object that lives as long as the handle is used, such as the app: private let injector: Injector
      """#
    ) {
      let workshop = G.Workshop()
      try injector { $0.bind(G.Brakes.self).to { G.Brakes() } }.injectDependencies(into: workshop)
      _ = try workshop.brakes.get(fileID: file, line: 9)
    }
  }

  // The default injector belongs to the process, so these tests run in their own processes.

  @Test func noInjectorAtAll() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] There is neither a current nor a default injector.

          Requested by:
            1. inject(Brakes.self)  main.swift:9

          To fix this, do one of the following:
            • Give the test an injector: @Test(.injector(AppModule()))
            • Set a default injector: Injector.setDefault(injector)
            • Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it
        """#
      ) { _ = try inject(Golden.Brakes.self, fileID: "App/main.swift", line: 9) }
    }
  }

  @Test func closureOfABindingThatAsksTheCurrentInjector() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] There is neither a current nor a default injector.

          Requested by:
            1. inject(Radio.self)    Radio.swift:3
            2. Brakes                bound at AppModule.swift:44
            3. resolve(Brakes.self)  main.swift:9

          To fix this, do one of the following:
            • In the closure of a binding, ask the injector that it receives: .to { … try $0.resolve() … }
            • Give the test an injector: @Test(.injector(AppModule()))
            • Set a default injector: Injector.setDefault(injector)
            • Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it
        """#
      ) {
        let injector = try Injector { binder in
          binder.bind(Golden.Brakes.self, fileID: "App/AppModule.swift", line: 44).to {
            _ = try inject(Golden.Radio.self, fileID: "App/Radio.swift", line: 3)
            return Golden.Brakes()
          }
        }
        _ = try injector.resolve(Golden.Brakes.self, fileID: "App/main.swift", line: 9)
      }
    }
  }

  @Test func markerWithoutAnyInjector() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] The @Injected property of type 'Radio' in 'Cockpit' was read before it was injected. There is neither a current nor a default injector.

          Requested by:
            1. @Injected var of type Radio, named: "main" in Cockpit  Cockpit.swift:6

          To fix this, do one of the following:
            • Inject the object first: try injector.injectDependencies(into: object)
            • Move code that reads the property from the initializer to awakeFromInjection()
            • Give the test an injector: @Test(.injector(AppModule()))
            • Set a default injector: Injector.setDefault(injector)
            • Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it
        """#
      ) { _ = try Golden.Cockpit().$radio.resolve() }
    }
  }

  /// To set a listed property, Swift may read it first, and a marked one has no value yet.
  @Test func markerThatASetterReads() async {
    await #expect(processExitsWith: .success) {
      let injector = try injector { binder in
        binder.bind(Golden.Radio.self).to { Golden.Radio() }
        binder.bind(Golden.Brakes.self).to { Golden.Brakes() }
      }
      let truck = Golden.Truck()
      try injector.injectDependencies(into: truck)
      expect(
        #"""
        [Infusion/noDefaultInjector] 'Truck.radio' was read before it was injected. There is neither a current nor a default injector.

          Requested by:
            1. Truck.radio  Truck.swift:7

          To fix this, do one of the following:
            • If a list mentions the property, remove it from the list: @Injected is enough
            • Inject the object first: try injector.injectDependencies(into: object)
            • Move code that reads the property from the initializer to awakeFromInjection()
            • Give the test an injector: @Test(.injector(AppModule()))
            • Set a default injector: Injector.setDefault(injector)
            • Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it
        """#
      ) { _ = try truck.read?.get() }
    }
  }

  @Test func markerWithoutAnyInjectorOfAClassThatHasBeenMet() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] 'Cockpit.radio' was read before it was injected. There is neither a current nor a default injector.

          Requested by:
            1. Cockpit.radio  Cockpit.swift:6

          To fix this, do one of the following:
            • Inject the object first: try injector.injectDependencies(into: object)
            • Move code that reads the property from the initializer to awakeFromInjection()
            • Give the test an injector: @Test(.injector(AppModule()))
            • Set a default injector: Injector.setDefault(injector)
            • Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it
        """#
      ) {
        let injector = try Injector { binder in
          binder.bind(Golden.Radio.self, named: "main").to { Golden.Radio() }
        }
        try injector.injectDependencies(into: Golden.Cockpit())
        _ = try Golden.Cockpit().$radio.resolve()
      }
    }
  }

  @Test func markerWithoutAnyInjectorOfAClassThatIsFoundByItsName() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] 'Cabin.brakes' was read before it was injected. There is neither a current nor a default injector.

          Requested by:
            1. Cabin.brakes  Cabin.swift:7

          To fix this, do one of the following:
            • Inject the object first: try injector.injectDependencies(into: object)
            • Move code that reads the property from the initializer to awakeFromInjection()
            • Give the test an injector: @Test(.injector(AppModule()))
            • Set a default injector: Injector.setDefault(injector)
            • Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it
        """#
      ) { _ = try Cabin().$brakes.resolve() }
    }
  }

  @Test func markersOnOneLineAreNotConfused() async {
    await #expect(processExitsWith: .success) {
      final class Twin { @Injected var left: String; @Injected var right: String }
      do {
        let twin = Twin()
        try Injector { $0.bind(String.self).to { "text" } }.injectDependencies(into: twin)
        _ = try Twin().$right.resolve()
        Issue.record("there is no injector")
      } catch {
        let text = "\(error)"
        #expect(text.contains("property of type 'String' in 'Twin' was read"), "\(text)")
      }
    }
  }

  @Test func markerInAStructure() async {
    await #expect(processExitsWith: .success) {
      do {
        _ = try Shed().$brakes.resolve()
        Issue.record("there is no injector")
      } catch {
        let fix = "Make 'Shed' a class, and inject its objects: a structure is not injected"
        #expect("\(error)".contains("• " + fix))
        #expect(!"\(error)".contains("Inject the object first"))
      }
    }
  }

  @Test func markerInAnActor() async {
    await #expect(processExitsWith: .success) {
      do {
        try await Silo().brake()
        Issue.record("there is no injector")
      } catch {
        let fix = "Pass the value to the initializer of 'Silo': an actor is not injected"
        #expect("\(error)".contains("• " + fix))
        #expect(!"\(error)".contains("Inject the object first"))
      }
    }
  }

  @Test func markerInAFunction() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] The @Injected variable of type 'Brakes' in 'brake()' was read before it was injected. There is neither a current nor a default injector.

          Requested by:
            1. @Injected var of type Brakes in brake()  Cabin.swift:12

          To fix this, do one of the following:
            • Ask an injector: try injector.resolve(Golden.Brakes.self); a variable is not injected
            • Give the test an injector: @Test(.injector(AppModule()))
            • Set a default injector: Injector.setDefault(injector)
            • Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it
        """#
      ) { _ = try brake() }
    }
  }

  @Test func markerOfAClassThatHasTwoOfTheType() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/noDefaultInjector] The @Injected property of type 'Radio' in 'Cabin' was read before it was injected. There is neither a current nor a default injector.

          Requested by:
            1. @Injected var of type Radio in Cabin  Cabin.swift:9

          To fix this, do one of the following:
            • Inject the object first: try injector.injectDependencies(into: object)
            • Move code that reads the property from the initializer to awakeFromInjection()
            • Give the test an injector: @Test(.injector(AppModule()))
            • Set a default injector: Injector.setDefault(injector)
            • Make an injector current: Injector.withCurrent(injector) { … }; threads and detached tasks do not inherit it
        """#
      ) { _ = try Cabin().$right.resolve() }
    }
  }

  @Test func defaultInjectorConfiguredTwice() async {
    await #expect(processExitsWith: .success) {
      expect(
        #"""
        [Infusion/alreadyConfigured] A default injector is configured already.

          Requested by:
            1. Injector.configure { … }  main.swift:9

          To fix this, do one of the following:
            • Replace it: Injector.clearAndConfigure { … }
            • Keep the first one: Injector.configureOnce { … }
        """#
      ) {
        try Injector.configure { _ in }
        try Injector.configure(fileID: "App/main.swift", line: 9) { _ in }
      }
    }
  }

  @Test func singletonsOfTwoThreadsThatWaitForEachOther() throws {
    let (radioBegan, brakesBegan) = (Gate(), Gate())
    let injector = try injector { binder in
      binder.bind(G.Radio.self, fileID: module, line: 44).to { injector in
        radioBegan.open()
        brakesBegan.wait()
        _ = try injector.resolve(G.Brakes.self, fileID: module, line: 45)
        return G.Radio()
      }.in(.singleton)
      binder.bind(G.Brakes.self, fileID: module, line: 46).to { injector in
        brakesBegan.open()
        _ = try injector.resolve(G.Radio.self, fileID: module, line: 47)
        return G.Brakes()
      }.in(.singleton)
    }
    let done = Gate()
    Thread.detachNewThread {
      _ = try? injector.resolve(G.Radio.self)
      done.open()
    }
    radioBegan.wait()
    expect(
      #"""
      [Infusion/deadlock] Waiting for 'Radio' would never end, because threads wait for one another.

          thread 1 holds 'Brakes' and wants 'Radio'
          thread 2 holds 'Radio' and wants 'Brakes'

        Requested by:
          1. resolve(Radio.self)   AppModule.swift:47
          2. Brakes                bound at AppModule.swift:46
          3. resolve(Brakes.self)  main.swift:9

        To fix this, do one of the following:
          • Let the singletons refer to one another through properties, not in their closures
          • Ask for one of them later: Lazy<Golden.Radio>
      """#
    ) { _ = try injector.resolve(G.Brakes.self, fileID: file, line: 9) }
    done.wait()
  }

  @Test func updateInsideAnUpdate() throws {
    expect(
      #"""
      [Infusion/updateInProgress] This thread is already changing the injector.

        Requested by:
          1. update { … }  main.swift:10
          2. update { … }  main.swift:9

        To fix this:
          • Make all changes in one update, through the binder that its closure receives
      """#
    ) {
      let injector = try injector()
      try injector.update(fileID: file, line: 9) { _ in
        try injector.update(fileID: file, line: 10) { _ in }
      }
    }
  }

  @Test func mainActorClassAskedForElsewhere() async throws {
    let injector = try injector { binder in
      binder.onMainActor.bind(G.Screen.self, fileID: module, line: 44).to { G.Screen() }
    }
    let found = await Task.detached {
      error { _ = try injector.resolve(G.Screen.self, fileID: file, line: 9) }
    }.value
    expect(
      #"""
      [Infusion/mainActorRequired] The closure of 'Screen' belongs to the main actor, but was used off the main actor.

          bound at AppModule.swift:44

        Requested by:
          1. resolve(Screen.self)  main.swift:9

        To fix this, do one of the following:
          • Call it on the main actor: mark the calling function @MainActor, or write try await MainActor.run { … }
          • If any thread may create it, declare its class nonisolated, and bind it in a nonisolated module, not at the top level of main.swift: binder.bind(Golden.Screen.self).to { … }
      """#
    ) { if let found { throw found } }
  }
}
