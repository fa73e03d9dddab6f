import HTTPTypes
import Hummingbird
import Infusion

/// Shows the wiring of the server, including that of a request.
actor GraphPage {
  private let drawer: any GraphDrawer
  /// The wiring does not change, so it is drawn once; clients that come until then wait for it.
  private var drawing: Task<Response, any Error>?

  init(drawer: any GraphDrawer) { self.drawer = drawer }

  /// The picture as SVG; if nothing can draw it, the graph as text for Mermaid.
  func response(for injector: Injector) async throws -> Response {
    let drawing = self.drawing ?? Task { try await draw(injector) }
    self.drawing = drawing
    do {
      return try await drawing.value
    } catch {
      // The next client tries again.
      self.drawing = nil
      throw error
    }
  }

  private func draw(_ injector: Injector) async throws -> Response {
    let graph = try injector.makeExampleRequest().graph(
      including: NoteDraft.self, NoteRevision.self)
    if let picture = try await drawer.draw(graph.dot) {
      return Response(.init(string: picture), type: "image/svg+xml")
    }
    return Response(.init(string: graph.mermaid), type: "text/plain; charset=utf-8")
  }
}
