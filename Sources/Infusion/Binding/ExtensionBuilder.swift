/// Adds requirements to a class that cannot be edited, and a step that completes its objects.
///
/// ```swift
/// struct LegacyModule: Module {
///   func configure(_ binder: Binder) {
///     binder.extend(ThirdParty.self).injecting(\.store).completing { $0.start() }
///   }
/// }
/// ```
///
/// Good for the call of ``Module/configure(_:)`` that it was made in. Not `Sendable`.
public struct ExtensionBuilder<Extended: AnyObject> {
  let classExtension: ClassExtension

  init(_ classExtension: ClassExtension) {
    self.classExtension = classExtension
  }

  /// Adds a step that runs when the properties of an object are set, before its
  /// `awakeFromInjection`.
  ///
  /// Steps added to a superclass run first.
  ///
  /// - Parameter complete: Receives the object. What it throws fails the request like an error of
  ///   `awakeFromInjection`.
  /// - Returns: The builder.
  @discardableResult
  public func completing(
    _ complete: @escaping (Extended) throws -> Void
  ) -> ExtensionBuilder {
    classExtension.complete(with: complete)
    return self
  }
}
