/// Counts events of objects whose class cannot have a static variable.
final class Counter {
  private(set) var value = 0

  @discardableResult
  func next() -> Int {
    value += 1
    return value
  }
}
