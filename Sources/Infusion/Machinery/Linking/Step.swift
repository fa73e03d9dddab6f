/// One value that a frame gathers: where it comes from, and where it goes.
///
/// The binding of the cell initializes memory with a value of the *key's* type; `wrap` turns it, in
/// place, into one of the requested type. An Optional is at least as large as the value that it wraps,
/// so the memory suffices.
///
/// A step consists of plain words; the steps of a plan lie side by side. The list of the dependencies
/// keeps the objects that a step refers to.
@safe struct Step {
  /// The cell whose binding provides the value; nil for a handle, which is made at once.
  let cell: Unretained<Cell>?
  /// The source of a handle.
  let handles: Unretained<DeferredSource>?
  /// The requested type: that of the cell or the handle, or an Optional of it.
  let type: Any.Type
  /// Where the value goes in the memory of the frame.
  let offset: Int
  /// The property that takes the value then; nil for a request, and for a parameter.
  private let slot: Unretained<Slot>?
  /// The size of the value if it is an object or nil, whose reference is the first word; zero for
  /// other values.
  private let sizeOfReference: Int
  /// Whether the value of the cell has the requested type, bit by bit.
  let isExact: Bool
  /// Whether a missing binding leaves the property as it is.
  let isOptional: Bool

  /// A request for the value of a cell as it is.
  @inline(__always)
  init(exactly cell: Unretained<Cell>) {
    self.cell = cell
    handles = nil
    type = cell.with { $0.key.type }
    offset = 0
    slot = nil
    sizeOfReference = 0
    isExact = true
    isOptional = false
  }

  /// A request for a supply.
  init(_ supply: Supply) { self.init(supply, at: 0, slot: nil, isOptional: false) }

  /// A step of a plan.
  init(_ dependency: Dependency, at offset: Int) {
    self.init(
      dependency.supply, at: offset, slot: dependency.requirement.slot,
      isOptional: dependency.isOptional)
  }

  private init(_ supply: Supply, at offset: Int, slot: Slot?, isOptional: Bool) {
    let type = supply.type
    self.type = type
    cell = supply.cell.map { Unretained($0) }
    handles = supply.source.handles.map { Unretained($0) }
    isExact = supply.isExact
    self.isOptional = isOptional
    self.offset = offset
    self.slot = slot.map { Unretained($0) }
    // A handle is one reference.
    let words = supply.cell == nil ? 1 : TypeRepresentation.wordsOfReference(type)
    sizeOfReference = words * MemoryLayout<UInt>.size
  }

  // MARK: - In the memory of the frame

  /// Turns a value of the cell's type into one of the requested type.
  func wrap(_ memory: UnsafeMutableRawPointer) { unsafe Self.wrap(memory, in: type) }

  private static func wrap(_ memory: UnsafeMutableRawPointer, in type: Any.Type) {
    guard let wrapped = TypeRepresentation.wrapped(by: type) else { return }
    unsafe wrap(memory, in: wrapped)
    func open<Wrapped>(_ type: Wrapped.Type) {
      let value = unsafe memory.assumingMemoryBound(to: type).move()
      unsafe memory.initializeMemory(as: Wrapped?.self, to: value)
    }
    _openExistential(wrapped, do: open)
  }

  /// Initializes the memory with nil; false when the requested type is not Optional.
  func wrapNothing(_ memory: UnsafeMutableRawPointer) -> Bool {
    guard let wrapped = TypeRepresentation.wrapped(by: type) else { return false }
    switch TypeRepresentation(of: wrapped) {
    case .object, .container:
      // All words of nil are zero. Generic code would have to search for the Optional type.
      for offset in stride(from: 0, to: ValueLayout(of: type).size, by: MemoryLayout<UInt>.size) {
        unsafe memory.storeBytes(of: 0, toByteOffset: offset, as: UInt.self)
      }
    case .opaque, .plain:
      func open<Wrapped>(_ type: Wrapped.Type) {
        unsafe memory.initializeMemory(as: Wrapped?.self, to: nil)
      }
      _openExistential(wrapped, do: open)
    }
    return true
  }

  // MARK: - In the property

  /// Moves the gathered value out of the memory of the frame, and sets it.
  @inline(__always)
  func assign(from start: UnsafeMutableRawPointer, to object: AnyObject) {
    let memory = unsafe start + offset
    slot?.with { slot in
      guard let property = unsafe slot.address(in: object) else {
        unsafe slot.assign(memory, to: object)
        return
      }
      if sizeOfReference > 0 {
        unsafe exchangeReference(property, memory)
      } else {
        func open<Value>(_ type: Value.Type) { unsafe exchange(type, property, memory) }
        _openExistential(type, do: open)
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
}
