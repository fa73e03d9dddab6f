/// Adds requirements to a class that you cannot edit, and a step that completes its objects.
///
/// ```swift
/// struct LegacyModule: Module {
///   func configure(_ binder: Binder) {
///     binder.extend(ThirdParty.self).injecting(\.store).completing { $0.start() }
///   }
/// }
/// ```
///
/// Do not use it after the ``Module/configure(_:)`` that created it has returned. Not `Sendable`.
public struct ExtensionBuilder<Extended: AnyObject> {
  private let extended: ClassExtension
  private let binder: Binder

  init(_ classExtension: ClassExtension, binder: Binder) {
    extended = classExtension
    self.binder = binder
  }

  /// The extension, which is changed only while the module is configured.
  var classExtension: ClassExtension {
    binder.draft.requireOpen()
    return extended
  }

  /// Adds a step that runs after the properties of an object are set, and before its
  /// `awakeFromInjection`.
  ///
  /// Steps added to a superclass run first.
  ///
  /// - Parameters:
  ///   - complete: Receives the object. If it throws an error, the request fails, as it does for an
  ///     error that `awakeFromInjection` throws. If you write the closure in main-actor code, it
  ///     runs only on the main actor.
  ///   - isolation: The caller's actor isolation; keep the default.
  /// - Returns: The builder.
  @discardableResult
  public func completing(
    _ complete: @escaping @isolated(any) (Extended) throws -> Void,
    isolation: (any Actor)? = #isolation
  ) -> ExtensionBuilder {
    let passed = PassedCompletion(complete: complete)
    let actor = ClosureContext.actor(complete.isolation, or: isolation, ofCodeIn: passed)
    binder.keep(classExtension, CodeOwner(actor, writtenOn: isolation))
    classExtension.complete(with: KeptFunction(function: complete).unchecked)
    return self
  }
}
