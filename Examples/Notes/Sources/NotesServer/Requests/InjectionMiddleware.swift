import Hummingbird
import Infusion
import Logging

/// Gives every request an injector of its own, which is the current one while it is answered.
///
/// It is a child of the server's: singletons are shared by all requests, and everything else that a
/// handler asks for is made with the user, the identifier and the logger of its own request.
struct InjectionMiddleware: RouterMiddleware {
  private let injector: Injector

  init(_ injector: Injector) { self.injector = injector }

  func handle(
    _ request: Request, context: NotesContext,
    next: (Request, NotesContext) async throws -> Response
  ) async throws -> Response {
    let user = try User(request)
    var context = context
    context.logger[metadataKey: "user"] = "\(user)"
    let child = try injector.makeChild(
      RequestModule(user: user, identifier: context.identifier, logger: context.logger))
    // It keeps nothing that has to be released: it ends with the last reference to it.
    return try await Injector.withCurrent(child) { [context] in
      try await next(request, context)
    }
  }
}
