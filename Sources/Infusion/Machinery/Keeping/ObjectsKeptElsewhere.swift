/// The objects that a store keeps, or an injector weakly: a singleton that passes one on does not release
/// it.
///
/// Only objects of classes that are released are noted, from when an instance is finished; if it is not
/// kept after all, the note is taken back. Threads share the table under its own lock; no object ends
/// under it.
enum ObjectsKeptElsewhere {
  // Swift 6.3.1 misreads an Optional of a structure that has a weak reference.
  private final class Reference {
    weak let object: AnyObject?
    /// How often the object has been noted.
    var count = 1

    init(_ object: AnyObject) { self.object = object }
  }

  private struct Table {
    var references: [ObjectIdentifier: Reference] = [:]
    /// The number of references with which the table is searched for those whose objects have gone.
    var limit = smallestLimit

    func reference(to object: AnyObject) -> Reference? {
      // Another object may have had its address.
      references[ObjectIdentifier(object)].flatMap { $0.object === object ? $0 : nil }
    }
  }

  private static let smallestLimit = 4096
  private static let table = Guarded(Table())

  /// - Complexity: O(1), amortized.
  static func note(_ object: AnyObject) {
    let full = table.withLock { table -> [ObjectIdentifier: Reference]? in
      if let known = table.reference(to: object) {
        known.count += 1
        return nil
      }
      table.references[ObjectIdentifier(object)] = Reference(object)
      if table.references.count < table.limit { return nil }
      table.limit = .max
      return table.references
    }
    if let full { removeGone(of: full) }
  }

  /// Removes the references whose objects have gone.
  ///
  /// A weak reference that is read retains its object, which may lose its last other reference in between,
  /// so the references are read without the lock.
  private static func removeGone(of all: [ObjectIdentifier: Reference]) {
    let gone = all.filter { $0.value.object == nil }
    table.withLock { table in
      for (address, reference) in gone where table.references[address] === reference {
        table.references[address] = nil
      }
      table.limit = max(smallestLimit, 2 * table.references.count)
    }
  }

  /// Takes a note back: the instance with the object has not been kept after all.
  static func forget(_ object: AnyObject) {
    table.withLock { table in
      guard let known = table.reference(to: object) else { return }
      known.count -= 1
      if known.count == 0 { table.references[ObjectIdentifier(object)] = nil }
    }
  }

  static func contains(_ object: AnyObject) -> Bool {
    table.withLock { $0.reference(to: object) != nil }
  }
}
