import Foundation
import Infusion
import Testing

/// A complete text for each code of an error, and for each way to cause it.
///
/// The other files of this folder contain the texts, by topic.
struct ErrorTextTests {
  /// The texts in the files of this folder.
  private static func goldenTexts() throws -> [String] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.flatMap { file in
      try String(contentsOf: file, encoding: .utf8).split(separator: "#\"\"\"\n").dropFirst()
        .map(golden)
    }
  }

  /// The text before the closing quotes, without their indentation.
  private static func golden(_ literal: Substring) throws -> String {
    let lines = literal.split(separator: "\n", omittingEmptySubsequences: false)
    let end = try #require(lines.firstIndex { $0.drop { $0 == " " }.hasPrefix("\"\"\"#") })
    let indentation = lines[end].prefix { $0 == " " }.count
    return lines[..<end].map { $0.dropFirst(indentation) }.joined(separator: "\n")
  }

  @Test func everyCodeHasAWholeText() throws {
    let texts = try Self.goldenTexts()
    #expect(texts.count >= 60)
    for code in InjectionError.Code.all {
      #expect(texts.contains { $0.hasPrefix("[Infusion/\(code)] ") }, "\(code) has none")
    }
  }

  @Test func everyCodeIsNamedOnce() {
    let names = InjectionError.Code.all.map(\.description)
    #expect(Set(names).count == names.count)
    #expect(names == names.sorted())
  }

  @Test func everyTextKeepsTheHouseRules() throws {
    for text in try Self.goldenTexts() {
      let first = try #require(text.split(separator: "\n").first)
      #expect(first.hasPrefix("[Infusion/") && first.hasSuffix("."), "\(first)")
      #expect(!text.contains("Please") && !text.contains("please"), "\(text)")
      #expect(!text.contains("!") && !text.contains("0x"), "\(text)")
      #expect(text.split(separator: "\n").allSatisfy { $0.last != " " }, "\(text)")
      // Every text says what to do, except for an error that collects others.
      #expect(text.contains("To fix this"), "\(text)")
    }
  }
}
