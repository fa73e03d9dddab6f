/// The instances that a ``ScopeStore`` keeps.
///
/// `@unchecked Sendable`: an instance that threads share has to be safe for that itself, as the
/// documentation of the store says.
struct KeptInstances: @unchecked Sendable {
  var byKey: [Key: Any] = [:]
}
