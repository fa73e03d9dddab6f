/// The objects that a store keeps, or an injector weakly: a singleton that passes one on does not release
/// it.
///
/// Only objects of classes that are released are noted. Threads share the table under its own lock; no
/// object ends under it.
enum ObjectsKeptElsewhere {
  // Swift 6.3.1 misreads an Optional of a structure that has a weak reference.
  private final class Reference {
    weak let object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
  }

  private struct Table {
    var references: [ObjectIdentifier: Reference] = [:]
    /// The number of references with which the table is searched for those whose objects have gone.
    var limit = 64

    /// Removes the references whose objects have gone.
    ///
    /// - Returns: The objects that live, for the caller to release without the lock.
    mutating func removeGone() -> [AnyObject] {
      var living: [AnyObject] = []
      references = references.filter { _, reference in
        guard let object = reference.object else { return false }
        living.append(object)
        return true
      }
      limit = max(64, 2 * references.count)
      return living
    }
  }

  private static let table = Guarded(Table())

  /// - Complexity: O(1), amortized.
  static func note(_ object: AnyObject) {
    let living = table.withLock { table in
      let living = table.references.count < table.limit ? [] : table.removeGone()
      table.references[ObjectIdentifier(object)] = Reference(object)
      return living
    }
    // One of them may end now.
    withExtendedLifetime(living) {}
  }

  static func contains(_ object: AnyObject) -> Bool {
    // Another object may have had its address.
    table.withLock { $0.references[ObjectIdentifier(object)]?.object === object }
  }
}
