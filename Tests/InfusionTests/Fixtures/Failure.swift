import Infusion
import Testing

/// An error of user code.
struct Mishap: Error, Equatable {}

/// The error that a closure throws; if it throws none, the test fails.
func failure(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) throws -> InjectionError {
  try #require(throws: InjectionError.self, sourceLocation: sourceLocation) { try body() }
}
