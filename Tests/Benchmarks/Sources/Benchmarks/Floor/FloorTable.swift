/// The least work of a container that is assembled at run time: one probe of a fixed table by the
/// address of a type, closures that are linked in advance, and first all values, then all
/// stores.
///
/// It has no threads and no changes, and only passes errors through. Without knowledge of the
/// program at compile time no container can be faster. The library's time is therefore given as a
/// multiple of this one, on any machine.
final class FloorTable {
  private struct Entry {
    var type: UnsafeRawPointer?
    var name: RawName
    var value: Unmanaged<AnyObject>?
  }

  private let entries: UnsafeMutablePointer<Entry>
  private let mask: Int

  /// - Parameter size: A power of two, at least twice the number of entries.
  init(size: Int = 64) {
    mask = size - 1
    entries = .allocate(capacity: size)
    entries.initialize(repeating: Entry(name: RawName(nil)), count: size)
  }

  deinit {
    for index in 0...mask { entries[index].value?.release() }
    entries.deallocate()
  }

  func add(_ type: Any.Type, named name: String? = nil, _ value: AnyObject) {
    let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    var index = start(address, RawName(name))
    while entries[index].type != nil { index = (index + 1) & mask }
    entries[index] = Entry(
      type: address, name: RawName(name), value: .passRetained(opaque(value)))
  }

  @inline(never)
  func resolve<Value>(_ type: Value.Type) throws -> Value {
    try find(type)._withUnsafeGuaranteedRef {
      try unsafeDowncast($0, to: FloorMaker<Value>.self).make()
    }
  }

  /// A function that returns an existing object with its own reference.
  func sharing<Value: AnyObject>(_ type: Value.Type) -> () throws -> Value {
    opaque { try self.shared(type) }
  }

  /// The same with one of several names.
  func sharing<Value: AnyObject>(_ type: Value.Type, named name: String) -> () throws -> Value {
    opaque { try self.shared(type, named: name) }
  }

  @inline(never)
  private func shared<Value: AnyObject>(_ type: Value.Type) throws -> Value {
    find(type)._withUnsafeGuaranteedRef {
      unsafeDowncast(unsafeDowncast($0, to: FloorInstance.self).object, to: Value.self)
    }
  }

  @inline(never)
  private func shared<Value: AnyObject>(_ type: Value.Type, named name: String) throws -> Value {
    find(type, RawName(name))._withUnsafeGuaranteedRef {
      unsafeDowncast(unsafeDowncast($0, to: FloorInstance.self).object, to: Value.self)
    }
  }

  @inline(never)
  func inject(_ object: AnyObject) throws {
    try find(type(of: object))._withUnsafeGuaranteedRef {
      try unsafeDowncast($0, to: FloorPlan.self).fill(object)
    }
  }

  @inline(__always)
  private func find(_ type: Any.Type) -> Unmanaged<AnyObject> {
    let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    var index = start(address, RawName(nil))
    while entries[index].type != address { index = (index + 1) & mask }
    // The table lives until the program ends, and contains every requested type.
    return entries[index].value.unsafelyUnwrapped
  }

  @inline(__always)
  private func find(_ type: Any.Type, _ name: RawName) -> Unmanaged<AnyObject> {
    let address = unsafeBitCast(type, to: UnsafeRawPointer.self)
    var index = start(address, name)
    while entries[index].type != address || entries[index].name != name {
      index = (index + 1) & mask
    }
    return entries[index].value.unsafelyUnwrapped
  }

  @inline(__always)
  private func start(_ type: UnsafeRawPointer, _ name: RawName) -> Int {
    (Int(bitPattern: type) >> 5 &+ name.hash) & mask
  }
}

/// The two words of a short name, which hold its characters.
private struct RawName: Equatable {
  private let words: (UInt64, UInt64)

  @inline(__always)
  init(_ name: String?) {
    words = name.map { unsafeBitCast($0, to: (UInt64, UInt64).self) } ?? (0, 0)
  }

  @inline(__always)
  var hash: Int { Int(truncatingIfNeeded: words.0 ^ words.0 >> 32) }

  @inline(__always)
  static func == (a: RawName, b: RawName) -> Bool { a.words == b.words }
}

/// Makes values of one type.
final class FloorMaker<Value> {
  let make: () throws -> Value
  init(_ make: @escaping () throws -> Value) { self.make = make }
}

/// An existing object.
final class FloorInstance {
  let object: AnyObject
  init(_ object: AnyObject) { self.object = object }
}

/// Fills the properties of a class.
final class FloorPlan {
  private let steps: UnsafeMutableBufferPointer<Unmanaged<FloorStep>>

  init(_ steps: [FloorStep]) {
    self.steps = .allocate(capacity: steps.count)
    _ = self.steps.initialize(from: steps.map { .passRetained(opaque($0)) })
  }

  deinit {
    for step in steps { step.release() }
    steps.deallocate()
  }

  /// Gathers all values, then sets them.
  @inline(__always)
  func fill(_ object: AnyObject) throws {
    // Every property of the model takes two words at most.
    let steps = steps
    try withUnsafeTemporaryAllocation(byteCount: 16 * steps.count, alignment: 16) { memory in
      guard let first = memory.baseAddress else { return }
      for index in steps.indices {
        try steps[index]._withUnsafeGuaranteedRef { try $0.gather(first + 16 * index) }
      }
      for index in steps.indices {
        steps[index]._withUnsafeGuaranteedRef { $0.set(object, first + 16 * index) }
      }
    }
  }
}

/// Gathers and sets the value of one property.
final class FloorStep {
  fileprivate let gather: (UnsafeMutableRawPointer) throws -> Void
  fileprivate let set: (AnyObject, UnsafeMutableRawPointer) -> Void

  /// Inlined, so that each of the two closures is one call.
  @inline(__always)
  init<Owner: AnyObject, Value>(
    _ value: @escaping () throws -> Value, _ assign: @escaping (Owner, Value) -> Void
  ) {
    gather = { $0.initializeMemory(as: Value.self, to: try value()) }
    set = {
      assign(unsafeDowncast($0, to: Owner.self), $1.assumingMemoryBound(to: Value.self).move())
    }
  }
}

/// The value, which the optimizer knows nothing about.
@inline(never)
func opaque<Value>(_ value: Value) -> Value {
  guard CommandLine.argc > 0 else { fatalError("a program has a name") }
  return value
}
