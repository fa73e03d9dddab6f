// Common forms of bindings and requests.
import Infusion

final class Engine {}
final class Session {}
final class Archive: Injectable {
  var engine: Lazy<Engine>?
  var session: Lazy<Session?>!
  static var requires: Requirements { accepting(\.engine) + requiring(\.session) }
}

final class Trailer: InitializerDeclaring {
  init(engine: Engine?) {}
  static var initializer: Initializer {
    Initializer(Trailer.init(engine:), .default(Engine?.none))
  }
}

struct FormsModule: Module {
  let session: Session

  func configure(_ binder: Binder) {
    binder.bind(Any.self).to { 1 }
    binder.bind(Any?.self, named: "optional").to { 1 }
    binder.bind(Any.self, named: "injector").to { $0 }
    binder.bind(Session.self).to(weak: session)
    binder.bind(Engine.self).to { Engine() }.completing { print($0) }.in(.singleton)
    binder.bind(Archive.self).to(uses: Engine.self) { (_, name: String) in
      print(name)
      return Archive()
    }
    binder.bind(Archive.self, named: "key").to(uses: Key(Engine.self)) { (_, name: String?) in
      Archive()
    }
  }
}

struct ErrorCount: InjectionObserver {
  func didFail(_ event: InjectionEvent, _ error: any Error) { print(error) }
}

func useForms() throws {
  let injector = try Injector(options: Injector.Options(observers: [ErrorCount()]))
  try injector.update { $0.install(FormsModule(session: Session())) }
  print(injector.installedModules.count)
  injector.releaseSingletons(of: Engine.self)
  injector.releaseSingletons(of: Engine.self, named: "spare")
  let archive = Archive()
  archive.engine = Lazy(Engine())
  archive.engine = Lazy { Engine() }
  let provider = Provider { Engine() }
  let factory = try ObjectFactory { $0.bind(Engine.self).to { Engine() } }
  print(try provider.get(), try factory.resolve(Engine.self), ObjectFactory(injector))
  print(try injector.validate(including: Archive.self).unused)
}
