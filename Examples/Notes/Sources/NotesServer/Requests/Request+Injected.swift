import Hummingbird
import Infusion

extension Request {
  /// Decodes an object from the body, and injects what its class requires.
  ///
  /// - Throws: `DecodingError` when the body is not what the class expects, which
  ///   ``ProblemMiddleware`` answers with 400, and `InjectionError`.
  func decodeInjected<Command: Decodable & AnyObject>(
    as type: Command.Type, context: NotesContext
  ) async throws -> Command {
    let command = try await context.requestDecoder.decode(type, from: self, context: context)
    try Injector.current.injectDependencies(into: command)
    return command
  }
}
