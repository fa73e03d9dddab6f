/// The elements of a sequence that have been injected, by their numbers in the completion ledger.
///
/// The ledger also knows other objects: one that a dependency has handed out complete need not have
/// been injected, but an element is.
struct SequenceElements {
  /// In ascending order.
  private var numbers: [Int] = []
  /// The numbers of elements that the call had met before they came.
  private var metBefore: Set<Int> = []

  /// Whether an element comes for the first time, by its number in the ledger, if it has one.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  mutating func isFirst(_ number: Int?) -> Bool {
    guard let number else { return true }
    let position = numbers.partitionPoint { $0 < number }
    if position < numbers.count, numbers[position] == number { return false }
    return metBefore.insert(number).inserted
  }

  /// Notes the number that an element is about to receive.
  mutating func note(_ number: Int) { numbers.append(number) }
}
