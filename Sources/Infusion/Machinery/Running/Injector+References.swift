/// The way of `resolve` that is compiled into the client, where the type is known.
///
/// An Optional of a type with a spare bit pattern, as every reference has one, holds a value exactly
/// as the type does: so the injector writes the value into a variable of the client, and the client
/// does with it what it does with any of its own. `Tests/Benchmarks` shows why: see the rows
/// singleton, transient and protocol, of which a generic function of the library would need three
/// times the time.
extension Injector {
  /// The value, if it is one that can be had on the short way.
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

  /// Initializes the memory with a value of the type, if that can be had on the short way;
  /// otherwise it stays as it is.
  @usableFromInline
  func resolveInPlace(
    _ type: Any.Type, _ name: Name?, _ fileID: String, _ line: UInt,
    _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    let key = Key(type, named: name)
    guard let record = unsafe ThreadRecord.known(by: core.threadKey),
      unsafe record._withUnsafeGuaranteedRef({ unsafe core.begin(key, $0, into: memory) })
    else { return }
    try ThreadRecord.withResolution(by: core.threadKey) { resolution throws(InjectionError) in
      let core = resolution.isSubstituting ? resolution.answering(for: core) : core
      guard let cell = unsafe core.exactCell(for: key) else { return }
      try resolution.perform(
        CallFacts(.resolve, key, at: CodeLocation(fileID: fileID, line: line)), in: self
      ) { () throws(InjectionError) in
        let step = unsafe Step(exactly: Unretained(cell))
        switch try unsafe resolution.answer(step, of: core, into: memory) {
        case .ready, .started: return
        case .nothing: throw InjectionError(.nothingProvided(key))
        case .absent: throw core.missing(key)
        }
      }
    }
  }

  /// Resolves a value of any type, on the way that has a place for everything.
  @usableFromInline
  func resolveAnything<Value>(
    _ type: Value.Type, named name: Name?, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Value {
    try resolve(type, name, at: CodeLocation(fileID: fileID, line: line), arguments: .none)
  }
}
