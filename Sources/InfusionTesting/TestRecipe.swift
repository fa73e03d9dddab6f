import Infusion
import Testing

/// The parts that the injector of a test is created from.
struct TestRecipe: Sendable {
  typealias Configure = @Sendable @isolated(any) (Binder) throws -> Void
  /// Creates a new module at each call; nil for none.
  ///
  /// Traits are evaluated outside any actor, where a module of the main actor cannot be created.
  typealias MakeModule = @Sendable @MainActor () throws -> (any Module)?
  /// Creates options for each test, so that an observer sees only one test.
  typealias MakeOptions = @Sendable () throws -> Injector.Options

  /// The declarations of one trait.
  enum Part: Sendable {
    /// Replaces everything before it.
    case modules([MakeModule], MakeOptions)
    case closure(Configure)
    case overridingModule(MakeModule)
    case overridingClosure(Configure)
    case recording
  }

  /// The outermost first.
  let parts: [Part]

  var isRecording: Bool {
    parts.contains { part in if case .recording = part { true } else { false } }
  }

  /// Creates the injector, on the main actor if there are modules, or a closure belongs there.
  func makeInjector(
    heardBy recorder: InjectionRecorder?, at location: SourceLocation
  ) async throws -> Injector {
    guard let beginning = parts.lastIndex(where: { $0.makeOptions != nil }),
      var options = try parts[beginning].makeOptions?()
    else { throw NoInjector() }
    if let recorder { options.observers.append(recorder) }
    let used = parts[beginning...]
    if used.contains(where: \.belongsToMainActor) {
      return try await makeInjectorOnMainActor(from: used, options, at: location)
    }
    return try await makeInjector(from: used.compactMap(\.closureModule), options, at: location)
  }

  @MainActor private func makeInjectorOnMainActor(
    from parts: ArraySlice<Part>, _ options: Injector.Options, at location: SourceLocation
  ) async throws -> Injector {
    try await makeInjector(from: parts.flatMap { try $0.makeModules() }, options, at: location)
  }

  private func makeInjector(
    from modules: [any Module], _ options: Injector.Options, at location: SourceLocation
  ) async throws -> Injector {
    try await Injector.make(
      modules, options: options, fileID: location.fileID, line: UInt(location.line))
  }
}

extension TestRecipe.Part {
  fileprivate var belongsToMainActor: Bool {
    switch self {
    case .modules(let make, _): !make.isEmpty
    case .overridingModule: true
    case .closure(let configure), .overridingClosure(let configure):
      configure.isolation === MainActor.shared
    case .recording: false
    }
  }

  /// Nil for a part that does not replace everything before it.
  fileprivate var makeOptions: TestRecipe.MakeOptions? {
    if case .modules(_, let makeOptions) = self { makeOptions } else { nil }
  }

  /// The base of overrides when the bindings that they replace have been declared already.
  private static var base: ClosureModule { ClosureModule { _ in } }

  fileprivate var closureModule: (any Module)? {
    switch self {
    case .closure(let configure): ClosureModule(configure)
    case .overridingClosure(let configure): Self.base.overriding(configure)
    case .modules, .overridingModule, .recording: nil
    }
  }

  @MainActor fileprivate func makeModules() throws -> [any Module] {
    switch self {
    case .modules(let make, _): try make.compactMap { try $0() }
    case .overridingModule(let make):
      try make().map { [Self.base.overriding(with: $0)] } ?? []
    case .closure, .overridingClosure, .recording: closureModule.map { [$0] } ?? []
    }
  }
}

/// A test has no trait that says where values come from.
private struct NoInjector: Error, CustomStringConvertible {
  let description = """
    [InfusionTesting/noInjector] There is no injector to change or to record.

      To fix this:
        • Put a trait before this one, or on a suite around it: .injector(AppModule())
    """
}
