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

/// The code of the error that a closure throws; nil if it throws none of the library.
func code(_ body: () throws -> Void) -> InjectionError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? InjectionError)?.code
  }
}

/// The same, for a closure that runs on no actor.
func codeElsewhere(_ body: @escaping @Sendable () throws -> Void) async -> InjectionError.Code? {
  await Task.detached { code(body) }.value
}
