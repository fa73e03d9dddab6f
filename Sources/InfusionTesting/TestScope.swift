/// What holds while a test runs, beside its injector.
struct TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  /// The traits that the injector has been made from, the outermost first.
  let traits: [InjectorTrait]
  /// Hears the injector, when that is asked for.
  let recorder: InjectionRecorder?
}
