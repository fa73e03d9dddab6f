/// What the differential test leaves out for as long as a defect stands.
///
/// Who removes a defect from ``KnownDefects`` opens its gate.
enum FuzzGate {
  /// A creator that returns one object twice.
  static let createsTwice = isMended(.createAwakesTwice)
  /// A sequence that has one object twice.
  static let injectsTwice = isMended(.sequenceAwakesTwice)

  private static func isMended(_ defect: Defect) -> Bool {
    !KnownDefects.standing.contains(defect)
  }
}
