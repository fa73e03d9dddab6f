/// The state of a running test, apart from its injector.
struct TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  /// The traits that the injector was created from, the outermost first.
  let traits: [InjectorTrait]
  /// Observes the injector, if a trait asks for it.
  let recorder: InjectionRecorder?
}
