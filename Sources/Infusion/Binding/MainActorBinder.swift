/// Takes the bindings of things that belong to the main actor.
///
/// ```swift
/// struct ScreenModule: Module {
///   func configure(_ binder: Binder) {
///     binder.onMainActor.bind(Screen.self).to { Screen() }
///   }
/// }
/// ```
///
/// Good for the call of ``Module/configure(_:)`` that its binder is handed to. Not `Sendable`.
public struct MainActorBinder {
  private let binder: Binder

  init(_ binder: Binder) {
    self.binder = binder
  }

  /// Begins a binding whose values are made on the main actor.
  ///
  /// - Parameters:
  ///   - type: The type that is asked for.
  ///   - name: Tells several bindings of one type apart.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder with closures that run on the main actor.
  public func bind<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> MainActorBindingBuilder<Value> {
    MainActorBindingBuilder(binder.bind(type, named: name, fileID: fileID, line: line))
  }

  /// Begins a contribution whose values are made on the main actor.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - name: The name under which the collection is asked for.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: A builder with closures that run on the main actor.
  public func contribute<Value>(
    _ type: Value.Type, named name: Name? = nil, fileID: String = #fileID, line: UInt = #line
  ) -> MainActorBindingBuilder<Value> {
    MainActorBindingBuilder(binder.contribute(type, named: name, fileID: fileID, line: line))
  }
}
