// Calls that do not compile, with what to write instead.

extension BindingBuilder {
  /// Not available: a link needs the closure with which the compiler checks that the class fits.
  ///
  /// - Parameter type: The class.
  /// - Returns: Nothing; it does not compile.
  @available(
    *, unavailable,
    message:
      "add the closure with which the compiler checks that the class fits: .to(Impl.self) { $0 }"
  )
  @discardableResult
  public func to<Target>(_ type: Target.Type) -> BindingBuilder { fatalError("unavailable") }
}

extension MainActorBindingBuilder {
  /// Not available: a link needs the closure with which the compiler checks that the class fits.
  ///
  /// - Parameter type: The class.
  /// - Returns: Nothing; it does not compile.
  @available(
    *, unavailable,
    message:
      "add the closure with which the compiler checks that the class fits: .to(Impl.self) { $0 }"
  )
  @discardableResult
  public func to<Target>(_ type: Target.Type) -> BindingBuilder<Value> { fatalError("unavailable") }
}
