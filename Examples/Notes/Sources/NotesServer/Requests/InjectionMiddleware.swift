import Hummingbird
import Infusion
import Logging

/// Gives every request its own injector, which is the current one while the request is handled.
///
/// It is a child of the server's injector: requests share the singletons. Everything else that a
/// handler requests is created with the user, the identifier and the logger of its own request.
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
    // The child keeps nothing that must be released: it ends with its last reference.
    return try await Injector.withCurrent(child) { [context] in
      try await next(request, context)
    }
  }
}
