/// One dependency of an object or an initializer in one injector: where the value comes from, and
/// where it goes.
///
/// Immutable.
@safe final class Dependency {
  let source: Source
  let requirement: Requirement
  /// The property that takes the value, which the requirement keeps; nil for a parameter, which
  /// takes it in another way.
  private let slot: Unretained<Slot>?
  /// The size of the value if it is an object or nil, whose reference is the first word; zero for
  /// other values.
  private let sizeOfReference: Int
  /// The size of a value of another kind if it may be moved byte by byte, as all may that hold no weak
  /// reference; otherwise zero.
  private let movableSize: Int

  init(source: Source, requirement: Requirement) {
    self.source = source
    self.requirement = requirement
    slot = requirement.slot.map { Unretained($0) }
    // Only handles have no cell, and each is one reference.
    let words =
      source.cellReference == nil ? 1 : TypeRepresentation.wordsOfReference(source.key.type)
    sizeOfReference = words * MemoryLayout<UInt>.size
    func open<Value>(_ type: Value.Type) -> Int {
      _isBitwiseTakable(type) ? MemoryLayout<Value>.size : 0
    }
    movableSize = _openExistential(source.key.type, do: open)
  }

  /// The dependency for a requirement that asks for values of a type.
  convenience init(to type: Any.Type, for requirement: Requirement, in snapshot: Snapshot) {
    let source = snapshot.source(of: type, named: requirement.name)
    self.init(source: source.held(by: requirement), requirement: requirement)
  }

  /// Whether a missing binding leaves the memory as it is.
  var isOptional: Bool { requirement.isOptional }

  /// Moves the gathered value out of the memory and sets it.
  @inline(__always)
  func assign(from memory: UnsafeMutableRawPointer, to object: AnyObject) {
    slot?.with { slot in
      guard let property = unsafe slot.address(in: object) else {
        unsafe slot.assign(memory, to: object)
        return
      }
      if sizeOfReference > 0 {
        unsafe exchangeReference(property, memory)
      } else if movableSize > 0 {
        unsafe swapBytes(property, memory)
        unsafe memory.discard(source.key.type)
      } else {
        func open<Value>(_ type: Value.Type) { unsafe exchange(type, property, memory) }
        _openExistential(source.key.type, do: open)
      }
    }
  }

  /// Replaces a reference, and the witness tables of a protocol type that follow it, and releases the
  /// old object afterwards.
  @inline(__always)
  private func exchangeReference(
    _ property: UnsafeMutableRawPointer, _ memory: UnsafeMutableRawPointer
  ) {
    let reference = unsafe property.assumingMemoryBound(to: AnyObject?.self)
    let old = unsafe reference.move()
    unsafe reference.initialize(to: memory.assumingMemoryBound(to: AnyObject?.self).move())
    var offset = MemoryLayout<UInt>.size
    while offset < sizeOfReference {
      let table = unsafe memory.load(fromByteOffset: offset, as: UInt.self)
      unsafe property.storeBytes(of: table, toByteOffset: offset, as: UInt.self)
      offset += MemoryLayout<UInt>.size
    }
    withExtendedLifetime(old) {}
  }

  /// Exchanges two values that may be moved byte by byte.
  private func swapBytes(_ one: UnsafeMutableRawPointer, _ other: UnsafeMutableRawPointer) {
    func swap<Part: BitwiseCopyable>(_ type: Part.Type, at offset: Int) {
      let part = unsafe one.loadUnaligned(fromByteOffset: offset, as: type)
      unsafe one.storeBytes(
        of: other.loadUnaligned(fromByteOffset: offset, as: type), toByteOffset: offset, as: type)
      unsafe other.storeBytes(of: part, toByteOffset: offset, as: type)
    }
    let word = MemoryLayout<UInt>.size
    var offset = 0
    while offset + word <= movableSize {
      swap(UInt.self, at: offset)
      offset += word
    }
    while offset < movableSize {
      swap(UInt8.self, at: offset)
      offset += 1
    }
  }

  /// Replaces the value of the property, and destroys the old value afterwards.
  @inline(__always)
  private func exchange<Value>(
    _ type: Value.Type, _ property: UnsafeMutableRawPointer, _ memory: UnsafeMutableRawPointer
  ) {
    let property = unsafe property.assumingMemoryBound(to: type)
    let old = unsafe property.move()
    unsafe property.initialize(to: memory.assumingMemoryBound(to: type).move())
    withExtendedLifetime(old) {}
  }

  /// Notifies the property that there is no value.
  func leave(_ object: AnyObject) { slot?.with { $0.leave(object) } }

  /// The key that the dependency asks for.
  var key: Key { source.requestedKey }
}

/// The dependencies of one object or initializer, laid out side by side.
///
/// Where one of them is optional, the memory begins with one byte for each, which is 1 when it has a
/// value and 0 when it is absent.
///
/// `@unchecked Sendable`: immutable after it is laid out, as are its dependencies.
@safe final class DependencyList: @unchecked Sendable {
  static let empty = DependencyList([])

  /// Makes a list; without dependencies, it is the same empty list each time.
  static func of(_ dependencies: [Dependency]) -> DependencyList {
    dependencies.isEmpty ? empty : DependencyList(dependencies)
  }

  let dependencies: [Dependency]
  let layout: ValueLayout
  let hasOptional: Bool
  /// The dependencies side by side, as frames gather them.
  let steps: UnsafePointer<Step>

  private init(_ dependencies: [Dependency]) {
    self.dependencies = dependencies
    hasOptional = dependencies.contains(where: \.isOptional)
    var layout = ValueLayout(size: hasOptional ? dependencies.count : 0, alignment: 1)
    let steps = UnsafeMutablePointer<Step>.allocate(capacity: max(dependencies.count, 1))
    for (index, dependency) in dependencies.enumerated() {
      let offset = layout.append(dependency.source.layout)
      unsafe (steps + index).initialize(to: Step(dependency.source, for: dependency, at: offset))
    }
    self.layout = layout
    unsafe self.steps = unsafe UnsafePointer(steps)
  }

  deinit { unsafe steps.deallocate() }

  /// Whether a dependency has a value, once all are gathered.
  @inline(__always)
  func isPresent(_ index: Int, in memory: UnsafeMutableRawPointer) -> Bool {
    unsafe !hasOptional || memory.load(fromByteOffset: index, as: UInt8.self) == 1
  }

  /// Destroys the values gathered for the first dependencies.
  func discard(first count: Int, in memory: UnsafeMutableRawPointer) {
    for index in 0..<count where unsafe isPresent(index, in: memory) {
      unsafe (memory + steps[index].offset).discard(dependencies[index].source.key.type)
    }
  }

  /// Moves the gathered values into the properties of an object, in order.
  ///
  /// Apart from the engine, so that the loop keeps its values in registers.
  @inline(never)
  func move(_ memory: UnsafeMutableRawPointer, into object: Unretained<AnyObject>) {
    for index in 0..<dependencies.count {
      unsafe steps[index].dependency?.with { dependency in
        object.with { object in
          if unsafe isPresent(index, in: memory) {
            unsafe dependency.assign(from: memory + steps[index].offset, to: object)
          } else {
            dependency.leave(object)
          }
        }
      }
    }
  }
}
