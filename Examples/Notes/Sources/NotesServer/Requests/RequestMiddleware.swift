import Hummingbird
import Logging

/// Gives every request an identifier, logs the request, and counts it.
struct RequestMiddleware: RouterMiddleware {
  let activity: Activity

  func handle(
    _ request: Request, context: NotesContext,
    next: (Request, NotesContext) async throws -> Response
  ) async throws -> Response {
    let identifier = RequestIdentifier(request, context: context)
    var context = context
    context.identifier = identifier
    context.logger[metadataKey: "request"] = "\(identifier)"
    let start = ContinuousClock.now

    var response = try await next(request, context)

    response.headers[RequestIdentifier.field] = identifier.text
    activity.count()
    context.logger.info(
      "\(request.method) \(request.uri.path)",
      metadata: [
        "status": "\(response.status.code)",
        "seconds": "\((ContinuousClock.now - start) / .seconds(1))",
      ])
    return response
  }
}
