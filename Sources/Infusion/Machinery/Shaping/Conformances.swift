/// Finds out whether types conform to the library's protocols.
///
/// The images that the process has loaded are counted once, for all that is asked of a type.
package struct Conformances {
  private static let latest = Guarded(
    ConformanceRecords(of: [
      (any InjectionDeclaring).self, (any Injectable).self, (any NamedInjectable).self,
      (any AwakesFromInjection).self, (any DefaultInitializable).self,
      (any InitializerDeclaring).self, (any Scoped).self, (any ReleasesFromInjection).self,
      (any ReleasesAsynchronouslyFromInjection).self, (any UnloadableModule).self,
      (any DeferredHandle).self, (any OptionalForm).self, (any CollectionForm).self,
      (any InjectionMarker).self,
    ]))

  private let records: ConformanceRecords

  /// The conformances of all images that the process has loaded by now.
  package static var present: Conformances {
    Conformances(
      records: latest.withLock { records in
        records = records.updated
        return records
      })
  }

  /// Does the same as `type as? any P.Type`, without a search where the records give the result.
  ///
  /// - Parameters:
  ///   - type: The type to cast.
  ///   - search: The cast, written out for one of the protocols above. Away from its actor, a
  ///     generic cast would not find an isolated conformance.
  /// - Returns: The type as a conforming type; nil if it does not conform.
  package func cast<Metatype>(
    _ type: Any.Type, _ search: @autoclosure () -> Metatype?
  ) -> Metatype? {
    switch records.answer(for: type, to: Metatype.self) {
    case .conformsNot: return nil
    case .conforms(let record):
      guard let table = unsafe record.witnessTable else { return search() }
      // A protocol's metatype consists of a type and the table of its witnesses.
      return unsafe unsafeBitCast((type, table), to: Metatype.self)
    case .unknown: return search()
    }
  }

  /// Whether a type may conform to one of the protocols on a global actor.
  func mayIsolate(_ type: Any.Type) -> Bool { records.mayIsolate(type) }
}
