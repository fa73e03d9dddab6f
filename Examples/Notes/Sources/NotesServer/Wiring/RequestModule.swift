import Infusion
import Logging

/// What belongs to one request: the bindings of the request's own injector.
struct RequestModule: Module {
  let user: User
  let identifier: RequestIdentifier
  /// Says the user and the identifier with each line. It hides the server's logger.
  let logger: Logger

  func configure(_ binder: Binder) {
    binder.bind(User.self).to(instance: user)
    binder.bind(RequestIdentifier.self).to(instance: identifier)
    binder.bind(Logger.self).to(instance: logger)
  }
}

extension Injector {
  /// Makes the injector of a request that nobody has sent, to see what requests are wired with.
  ///
  /// Nothing is created by it.
  func makeExampleRequest() throws -> Injector {
    let request = RequestModule(
      user: .example, identifier: RequestIdentifier("example"), logger: try resolve(Logger.self))
    return try makeChild(request)
  }
}
