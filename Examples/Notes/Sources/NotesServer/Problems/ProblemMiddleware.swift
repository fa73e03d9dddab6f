import Hummingbird
import Logging

/// Answers every error with a ``Problem``.
struct ProblemMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: NotesContext,
    next: (Request, NotesContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch {
      let problem = Problem(error)
      if problem.status.kind == .serverError {
        // The client does not receive the details.
        context.logger.error("\(request.method) \(request.uri.path) failed: \(error)")
      }
      return try problem.response(from: request, context: context)
    }
  }
}
