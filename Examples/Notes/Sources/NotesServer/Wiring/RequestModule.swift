import Infusion
import Logging

/// Binds the values of one request, in the request's own injector.
struct RequestModule: Module {
  let user: User
  let identifier: RequestIdentifier
  /// Adds the user and the identifier to each line. It hides the server's logger.
  let logger: Logger

  func configure(_ binder: Binder) {
    binder.bind(User.self).to(instance: user)
    binder.bind(RequestIdentifier.self).to(instance: identifier)
    binder.bind(Logger.self).to(instance: logger)
  }
}

extension Injector {
  /// Makes the injector of an example request, to show the wiring of requests.
  ///
  /// It creates no object.
  func makeExampleRequest() throws -> Injector {
    let request = RequestModule(
      user: .example, identifier: RequestIdentifier("example"), logger: try resolve(Logger.self))
    return try makeChild(request)
  }
}
