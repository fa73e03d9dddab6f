import Infusion
import Testing

/// Some error of user code.
struct Mishap: Error, Equatable {}

/// The error that a closure throws; a missing one is an issue of the test.
func failure(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws -> InjectionError {
  try #require(throws: InjectionError.self, sourceLocation: sourceLocation) { try body() }
}
