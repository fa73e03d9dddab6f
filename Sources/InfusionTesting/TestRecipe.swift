import Infusion
import Testing

/// What the injector of a test is made from.
struct TestRecipe: Sendable {
  typealias Configure = @Sendable (Binder) throws -> Void
  /// Makes a module, each time a new one; nil for none.
  typealias MakeModule = @Sendable () throws -> (any Module)?
  /// Makes options, for each test, so that observers hear one test only.
  typealias MakeOptions = @Sendable () throws -> Injector.Options

  /// What one trait says.
  enum Part: Sendable {
    /// Begins anew.
    case modules([MakeModule], MakeOptions)
    /// Begins anew.
    case closure(Configure, MakeOptions)
    case overridingModule(MakeModule)
    case overridingClosure(Configure)
    case recording
  }

  /// The outermost first.
  let parts: [Part]

  var isRecording: Bool {
    parts.contains { part in if case .recording = part { true } else { false } }
  }

  func makeInjector(
    heardBy recorder: InjectionRecorder?, at place: SourceLocation
  ) async throws -> Injector {
    guard let beginning = parts.lastIndex(where: \.isBeginning) else { throw NoInjector() }
    let overrides = try parts[beginning...].compactMap { try $0.makeOverride() }
    let line = UInt(place.line)
    switch parts[beginning] {
    case .modules(let make, let options):
      return try await Injector.make(
        try make.compactMap { try $0() } + overrides, options: options().adding(recorder),
        fileID: place.fileID, line: line)
    case .closure(let configure, let options):
      return try await Injector.make(
        options: options().adding(recorder), fileID: place.fileID, line: line
      ) { binder in
        try configure(binder)
        overrides.forEach(binder.override)
      }
    case .overridingModule, .overridingClosure, .recording:
      throw NoInjector()
    }
  }
}

extension TestRecipe.Part {
  fileprivate var isBeginning: Bool {
    switch self {
    case .modules, .closure: true
    case .overridingModule, .overridingClosure, .recording: false
    }
  }

  fileprivate func makeOverride() throws -> (any Module)? {
    switch self {
    case .overridingModule(let make): try make().map { NoBindings().overriding(with: $0) }
    case .overridingClosure(let configure): NoBindings().overriding(configure)
    case .modules, .closure, .recording: nil
    }
  }
}

/// What overrides stand on when the bindings that they replace have been made already.
private struct NoBindings: Module {
  func configure(_ binder: Binder) {}
}

extension Injector.Options {
  fileprivate func adding(_ recorder: InjectionRecorder?) -> Injector.Options {
    guard let recorder else { return self }
    var options = self
    options.observers.append(recorder)
    return options
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
