import Subprocess

/// Draws a graph as a picture.
package protocol GraphDrawer: Sendable {
  /// Draws a graph.
  ///
  /// - Parameter dot: The graph in the language of Graphviz.
  /// - Returns: The picture as SVG; nil if nothing can draw it.
  func draw(_ dot: String) async throws -> String?
}

/// Draws with the program `dot`, if it is installed.
struct Graphviz: GraphDrawer {
  /// Why there is no picture although `dot` is installed.
  struct Failure: Error {
    let status: TerminationStatus
    let message: String?
  }

  func draw(_ dot: String) async throws -> String? {
    do {
      let result = try await run(
        .name("dot"), arguments: ["-Tsvg"], input: .string(dot),
        output: .string(limit: 4 << 20), error: .string(limit: 64 << 10))
      guard result.terminationStatus.isSuccess else {
        throw Failure(status: result.terminationStatus, message: result.standardError)
      }
      return result.standardOutput
    } catch let error as SubprocessError where error.code == .executableNotFound {
      return nil
    }
  }
}
