/// Binds values that belong to the main actor in a module that does not.
///
/// ```swift
/// struct ScreenModule: Module {
///   func configure(_ binder: Binder) {
///     binder.onMainActor.bind(Screen.self).to { Screen() }
///   }
/// }
/// ```
///
/// A module that is isolated to the main actor does not need it, because all its closures belong to
/// the main actor.
///
/// Do not use it after the ``Module/configure(_:)`` that received its binder has returned. Not
/// `Sendable`.
public struct MainActorBinder {
  private let binder: Binder

  init(_ binder: Binder) {
    self.binder = binder
  }

  /// Starts a binding whose values are created on the main actor.
  ///
  /// If you call no form of `to`, the binding creates its type as if nothing were bound, on the
  /// main actor.
  ///
  /// - Parameters:
  ///   - type: The requested type.
  ///   - name: Distinguishes several bindings of one type.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder with closures that run on the main actor.
  @discardableResult
  public func bind<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> MainActorBindingBuilder<Value> {
    MainActorBindingBuilder(binder.bind(type, named: name, fileID: fileID, line: line))
  }

  /// Starts a contribution whose values are created on the main actor.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - name: The name of the collection.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder with closures that run on the main actor.
  public func contribute<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> MainActorBindingBuilder<Value> {
    MainActorBindingBuilder(binder.contribute(type, named: name, fileID: fileID, line: line))
  }
}
