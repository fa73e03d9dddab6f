public import Infusion
public import Testing

extension InjectionRecorder {
  /// Expects that something was created exactly once for a key.
  ///
  /// Otherwise it records an issue that says how often something was created for the key, and lists
  /// everything that was created, in order.
  ///
  /// - Parameters:
  ///   - type: The requested type; `X?` asks for `X`.
  ///   - name: The name of the binding.
  ///   - sourceLocation: Where the expectation is written.
  public func expectCreatedOnce<Value>(
    _ type: Value.Type, named name: Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectCreated(Key.looking(for: Value.self, named: name), times: 1, sourceLocation)
  }

  /// Expects that nothing was created for a key.
  ///
  /// - Parameters:
  ///   - type: The type; `X?` asks for `X`.
  ///   - name: The name of the binding.
  ///   - sourceLocation: Where the expectation is written.
  public func expectNotCreated<Value>(
    _ type: Value.Type, named name: Name? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectCreated(Key.looking(for: Value.self, named: name), times: 0, sourceLocation)
  }

  private func expectCreated(_ key: Key, times expected: Int, _ sourceLocation: SourceLocation) {
    let created = created
    let count = created.count { $0 == key }
    guard count != expected else { return }
    let often =
      switch count {
      case 0: "was not created"
      case 1: "was created"
      default: "was created \(count) times"
      }
    let lines = created.enumerated().map { "  \($0 + 1). \($1)" }
    let list = lines.isEmpty ? ["Nothing was created."] : ["Created, in this order:"] + lines
    Issue.record(
      Comment(rawValue: (["'\(key)' \(often)."] + list).joined(separator: "\n")),
      sourceLocation: sourceLocation)
  }
}
