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
