/// Counts what happens to objects whose class cannot keep a static variable.
final class Counter {
  private(set) var value = 0

  @discardableResult
  func next() -> Int {
    value += 1
    return value
  }
}
