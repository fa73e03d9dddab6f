import Hummingbird
import Infusion

extension Request {
  /// Decodes an object from the body, and injects the requirements of its class.
  ///
  /// - Throws: `InjectionError`, or `DecodingError` if the body is not what the class expects;
  ///   ``ProblemMiddleware`` answers the latter with 400.
  func decodeInjected<Command: Decodable & AnyObject>(
    as type: Command.Type, context: NotesContext
  ) async throws -> Command {
    let command = try await context.requestDecoder.decode(type, from: self, context: context)
    try Injector.current.injectDependencies(into: command)
    return command
  }
}
