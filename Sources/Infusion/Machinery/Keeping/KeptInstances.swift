/// What a ``ScopeStore`` keeps.
///
/// `@unchecked Sendable`: what is shared between threads has to be safe for them itself; the
/// documentation of the store says so.
struct KeptInstances: @unchecked Sendable {
  var byKey: [Key: Any] = [:]
}
