// The path of `resolve` that is compiled into the client, where the type is known.
//
// If a type has a spare bit pattern, as every reference has, an Optional of it holds a value
// exactly as the type does. The injector therefore writes the value into a variable of the client,
// and the client uses it like any of its own. `Tests/Benchmarks` shows why: for the rows
// singleton, transient and protocol, a generic function of the library would need three times the
// time.

/// The value with which a body has initialized memory; nil if it has left the memory as it was, or if
/// the type has no spare bit pattern.
@inlinable
@inline(__always)
func valueInPlace<Value>(
  _ fill: (UnsafeMutableRawPointer) throws(InjectionError) -> Void
) throws(InjectionError) -> Value? {
  guard MemoryLayout<Value?>.size == MemoryLayout<Value>.size else { return nil }
  var value: Value?
  do throws(InjectionError) {
    try unsafe withUnsafeMutableBytes(of: &value) { bytes throws(InjectionError) in
      guard let memory = bytes.baseAddress else { return }
      try unsafe fill(memory)
    }
  } catch {
    // The previous value has been destroyed.
    unsafe withUnsafeMutablePointer(to: &value) { unsafe $0.initialize(to: nil) }
    throw error
  }
  return value
}

extension Injector {
  /// The value, if `resolveInPlace` finds it.
  @inlinable
  @inline(__always)
  func resolveReference<Value>(
    named name: Name?, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Value? {
    try unsafe valueInPlace { memory throws(InjectionError) in
      try unsafe resolveInPlace(Value.self, name, fileID, line, memory)
    }
  }

  /// Initializes the memory with a value of the type, if its cell is known and needs no conversion, or
  /// if its singleton existed when the snapshot was put in force; otherwise leaves the memory as it is.
  @usableFromInline
  func resolveInPlace(
    _ type: Any.Type, _ name: Name?, _ fileID: String, _ line: UInt,
    _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    let key = Key(type, named: name)
    guard let record = unsafe ThreadRecord.known(by: core.threadKey) else { return }
    try unsafe record.withGuaranteed { record throws(InjectionError) in
      // Called only when the call fails: the name of a file costs a reference count.
      func call() -> CallFacts {
        CallFacts(.resolve, key, at: CodeLocation(fileID: fileID, line: line))
      }
      guard record.isIdle else {
        return try record.resolution.perform(call(), in: self) { snapshot throws(InjectionError) in
          guard let cell = snapshot.with({ $0.exactCell(for: key) }) else { return }
          if unsafe record.resolution.copyExisting(cell, into: memory) { return }
          try unsafe record.resolution.answer(cell, key, of: snapshot, into: memory)
        }
      }
      guard let snapshot = record.pinBriefly(core.present) else { return }
      guard let cell = snapshot.with({ $0.exactCell(for: key) }) else {
        snapshot.with { unsafe $0.copySettled(key, into: memory) }
        return record.endBriefRead()
      }
      if unsafe cell.copyExisting(into: memory, on: Unretained(record)) {
        return record.endBriefRead()
      }
      record.lengthenPin()
      try record.resolution.performPinned(call(), snapshot) { snapshot throws(InjectionError) in
        try unsafe record.resolution.answer(cell, key, of: snapshot, into: memory)
      }
    }
  }

  /// Resolves a value of any type, on the general path.
  @usableFromInline
  func resolveAnything<Value>(
    _ type: Value.Type, named name: Name?, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Value {
    try resolve(type, name, at: CodeLocation(fileID: fileID, line: line), arguments: .none)
  }
}

extension Resolution {
  /// Copies an existing instance for user code that asks within a call; false when there is none, or
  /// when there are observers.
  @inline(__always)
  fileprivate func copyExisting(
    _ cell: Unretained<Cell>, into memory: UnsafeMutableRawPointer
  ) -> Bool {
    guard let binding = cell.binding,
      binding.with({ unsafe !$0.isObserved && $0.copyExisting(into: memory, on: record) })
    else { return false }
    binding.with { unsafe note($0, memory) }
    isLastUnfinished = holdsBack
    return true
  }

  /// Answers a request for the value of a cell as it is.
  @inline(__always)
  fileprivate func answer(
    _ cell: Unretained<Cell>, _ key: Key, of snapshot: Unretained<Snapshot>,
    into memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    var step = Step(exactly: cell)
    switch try unsafe answer(&step, of: snapshot, into: memory) {
    case .ready: return
    case .nothing: throw snapshot.object.nothing(key)
    case .absent: throw snapshot.object.missing(key)
    }
  }
}
