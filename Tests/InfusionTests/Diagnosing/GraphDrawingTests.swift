import Foundation
import Infusion
import Testing

/// Finds and runs Graphviz.
private enum Graphviz {
  static let path: String? =
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/dot" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Draws a graph; throws the standard error of the program if it fails or complains.
  static func draw(_ dot: String, as format: String, named name: String) throws -> Data {
    let folder =
      ProcessInfo.processInfo.environment["INFUSION_GRAPHS"].map { URL(fileURLWithPath: $0) }
    let input = FileManager.default.temporaryDirectory
      .appendingPathComponent("\(UUID().uuidString).dot")
    try Data(dot.utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(fileURLWithPath: path ?? "")
    process.arguments = ["-T\(format)", input.path]
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let drawn = output.fileHandleForReading.readDataToEndOfFile()
    let complaints = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(complaints.isEmpty, "\(complaints)")
    if let folder {
      try drawn.write(to: folder.appendingPathComponent("\(name).\(format)"))
    }
    return drawn
  }

  /// The texts of a drawing, as a viewer shows them.
  static func texts(ofSVG svg: Data) -> [String] {
    String(decoding: svg, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("<text") }
      .map { line in
        let text = line.drop { $0 != ">" }.dropFirst()
        return String(text.prefix(text.count - "</text>".count)).replacing("&#45;", with: "-")
          .replacing("&quot;", with: "\"").replacing("&#39;", with: "'")
          .replacing("&lt;", with: "<").replacing("&gt;", with: ">")
          .replacing("&#160;", with: " ").replacing("&amp;", with: "&")
      }
  }
}

/// Tests that run Graphviz, which has to be installed: `apt-get install graphviz`.
///
/// With `INFUSION_GRAPHS` set to a folder, they keep the drawings there.
@Suite(
  .enabled(if: Graphviz.path != nil, "Graphviz is not installed: there is no 'dot' on the path"))
struct GraphDrawingTests {
  @Test(arguments: ["svg", "png"])
  func theExampleIsDrawn(format: String) throws {
    let graph = try Works.makeInjector().graph(including: Works.Garage.self)
    let drawn = try Graphviz.draw(graph.dot, as: format, named: "example")
    #expect(!drawn.isEmpty)
    guard format == "svg" else { return }
    let texts = Graphviz.texts(ofSVG: drawn)
    for node in graph.nodes { #expect(texts.contains(node.title), "\(node.title)") }
    for edge in graph.edges where !edge.label.isEmpty { #expect(texts.contains(edge.label)) }
    for module in ["GarageModule", "PartsModule", "PluginModule"] {
      #expect(texts.contains(module))
    }
  }

  @Test(arguments: ["svg", "png"])
  func mistakesAreDrawn(format: String) throws {
    let graph = try Works.makeBrokenInjector().graph(including: Works.Garage.self)
    #expect(!(try Graphviz.draw(graph.dot, as: format, named: "mistakes")).isEmpty)
  }

  @Test(arguments: ["svg", "png"])
  func oddNamesAreDrawnAsTheyAre(format: String) throws {
    let graph = try Works.makeOddInjector().graph
    let drawn = try Graphviz.draw(graph.dot, as: format, named: "odd")
    guard format == "svg" else { return }
    let texts = Graphviz.texts(ofSVG: drawn)
    for node in graph.nodes {
      // A line separator breaks the label's line, as everywhere.
      for line in node.title.split(whereSeparator: \.isNewline) {
        #expect(texts.contains(String(line)), "\(line)")
      }
    }
  }

  @Test(arguments: [100, 450])
  func largeGraphsAreDrawn(count: Int) throws {
    let graph = try Works.makeInjector(of: count).graph
    #expect(graph.nodes.count == count)
    let drawn = try Graphviz.draw(graph.dot, as: "svg", named: "large-\(count)")
    let texts = Graphviz.texts(ofSVG: drawn)
    for node in graph.nodes { #expect(texts.contains(node.title)) }
    _ = try Graphviz.draw(graph.dot, as: "png", named: "large-\(count)")
  }

  @Test func anEmptyGraphIsDrawn() throws {
    _ = try Graphviz.draw(Injector().graph.dot, as: "svg", named: "empty")
  }
}

extension DependencyGraph.Node {
  /// The type, and the name as a literal.
  var title: String { name.map { "\(type) \($0.debugDescription)" } ?? type }
}
