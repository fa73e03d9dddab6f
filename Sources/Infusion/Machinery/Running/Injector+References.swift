/// The way of `resolve` that is compiled into the client, where the type is known.
///
/// An Optional of a type with a spare bit pattern, as every reference has one, holds a value
/// exactly as the type does: so the injector writes the value into a variable of the client, and
/// the client does with it what it does with any of its own. `Tests/Benchmarks` shows why: see the
/// rows singleton, transient and protocol, of which a generic function of the library would need
/// three times the time.
extension Injector {
  /// The value, if its key has been asked for before and its values are needed as they are.
  @inlinable
  @inline(__always)
  func resolveReference<Value>(
    named name: Name?, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Value? {
    guard MemoryLayout<Value?>.size == MemoryLayout<Value>.size else { return nil }
    var value: Value?
    do throws(InjectionError) {
      try unsafe withUnsafeMutableBytes(of: &value) { bytes throws(InjectionError) in
        guard let memory = bytes.baseAddress else { return }
        try unsafe resolveInPlace(Value.self, name, fileID, line, memory)
      }
    } catch {
      // What was there has been destroyed.
      unsafe withUnsafeMutablePointer(to: &value) { unsafe $0.initialize(to: nil) }
      throw error
    }
    return value
  }

  /// Initializes the memory with a value of the type, if its cell is known and needs no conversion;
  /// otherwise it stays as it is.
  @usableFromInline
  func resolveInPlace(
    _ type: Any.Type, _ name: Name?, _ fileID: String, _ line: UInt,
    _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    let key = Key(type, named: name)
    guard let record = unsafe ThreadRecord.known(by: core.threadKey),
      let cell = unsafe core.exactCell(for: key)
    else { return }
    try unsafe record.withGuaranteed { record throws(InjectionError) in
      if record.isIdle, unsafe Unretained(cell).copyExisting(into: memory, record) { return }
      let step = unsafe Step(exactly: Unretained(cell))
      try unsafe resolve(key, step, record.resolution, fileID, line, memory)
    }
  }

  @inline(__always)
  private func resolve(
    _ key: Key, _ step: Step, _ resolution: Resolution, _ fileID: String, _ line: UInt,
    _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    let isSubstituting = resolution.isSubstituting
    guard !isSubstituting || resolution.answering(for: core) === core else {
      return try unsafe resolveProvisionally(key, resolution, fileID, line, memory)
    }
    try unsafe resolve(key, step, core, resolution, fileID, line, memory)
  }

  @inline(__always)
  private func resolve(
    _ key: Key, _ step: Step, _ core: InjectorCore, _ resolution: Resolution, _ fileID: String,
    _ line: UInt, _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    try resolution.perform(
      CallFacts(.resolve, key, at: CodeLocation(fileID: fileID, line: line)), in: self
    ) { () throws(InjectionError) in
      switch try unsafe resolution.answer(step, of: core, into: memory) {
      case .ready, .started: return
      case .nothing: throw core.nothing(key)
      case .absent: throw core.missing(key)
      }
    }
  }

  /// The same, while an update builds what it needs with the changes in force.
  @inline(never)
  private func resolveProvisionally(
    _ key: Key, _ resolution: Resolution, _ fileID: String, _ line: UInt,
    _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    let core = resolution.answering(for: core)
    guard let cell = unsafe core.exactCell(for: key) else { return }
    let step = unsafe Step(exactly: Unretained(cell))
    try unsafe resolve(key, step, core, resolution, fileID, line, memory)
  }

  /// Resolves a value of any type, on the way that has room for everything.
  @usableFromInline
  func resolveAnything<Value>(
    _ type: Value.Type, named name: Name?, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Value {
    try resolve(type, name, at: CodeLocation(fileID: fileID, line: line), arguments: .none)
  }
}
