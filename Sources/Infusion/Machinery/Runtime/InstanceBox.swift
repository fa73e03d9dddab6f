/// How a value refers to an object: its first word is the reference, and a witness table may lie
/// beside it.
struct ReferenceForm {
  private let witness: UInt?

  /// A reference, and nothing beside it.
  static let none = ReferenceForm(witness: nil)

  private init(witness: UInt?) { self.witness = witness }

  /// Nil for a value of any other form.
  init?(of value: UnsafeRawPointer, _ type: Any.Type) {
    switch TypeRepresentation.wordsOfObject(type) {
    case 1: witness = nil
    case 2: witness = unsafe value.load(fromByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
    default: return nil
    }
  }

  /// Initializes the memory with a value that refers to an object, which the caller retains.
  @inline(__always)
  func initialize(_ memory: UnsafeMutableRawPointer, withAddress reference: UInt) {
    unsafe memory.storeBytes(of: reference, as: UInt.self)
    if let witness {
      unsafe memory.storeBytes(
        of: witness, toByteOffset: MemoryLayout<UInt>.size, as: UInt.self)
    }
  }
}

/// The answer to a request for a value.
enum Answer {
  /// The memory holds the value.
  case ready
  /// The binding provides nothing.
  case nothing
  /// Nothing is bound.
  case absent
}

/// An instance that is kept: the value of a singleton, or the knowledge that there is none.
///
/// Immutable.
@safe class InstanceBox {
  /// The address of the object if the value is a reference, and how it refers to it.
  ///
  /// The subclass keeps the value itself.
  private let reference: UInt
  private let knownForm: ReferenceForm

  /// How the value refers to an object; nil when it is no such reference.
  final var form: ReferenceForm? { reference == 0 ? nil : knownForm }

  init() {
    reference = 0
    knownForm = .none
  }

  init<Value>(_ value: Value) {
    (reference, knownForm) = unsafe withUnsafePointer(to: value) { value in
      let memory = unsafe UnsafeRawPointer(value)
      guard let form = unsafe ReferenceForm(of: memory, Value.self) else { return (0, .none) }
      return (unsafe memory.load(as: UInt.self), form)
    }
  }

  /// Whether the value is the object, which is not retained if the value is a reference.
  final func isReference(to wanted: AnyObject) -> Bool {
    reference == 0 ? object === wanted : reference == Unretained(wanted).address
  }

  /// Whether the value is an object to which nothing else refers.
  final var isUnique: Bool {
    unsafe withUnsafePointer(to: reference) {
      unsafe reference != 0 && Infusion.isUnique(at: UnsafeMutableRawPointer(mutating: $0))
    }
  }

  /// Copies the value; false when there is none.
  ///
  /// If the value is an object, the closure retains it.
  @inline(__always)
  func copy(
    into memory: UnsafeMutableRawPointer, _ retain: (UnsafeRawPointer) -> Void
  ) -> Bool {
    guard let object = unsafe UnsafeRawPointer(bitPattern: reference) else {
      return unsafe copyValue(into: memory)
    }
    unsafe retain(object)
    unsafe knownForm.initialize(memory, withAddress: reference)
    return true
  }

  /// Initializes the memory with the value, if there is one.
  final func copy(into memory: UnsafeMutableRawPointer) -> Answer {
    unsafe copyValue(into: memory) ? .ready : .nothing
  }

  /// A binding that provided nothing has nothing to copy, which counts as a value like any other.
  fileprivate func copyValue(into memory: UnsafeMutableRawPointer) -> Bool { false }

  var object: AnyObject? { nil }

  var erased: Any? { nil }
}

final class TypedBox<Value>: InstanceBox {
  let value: Value

  init(_ value: Value) {
    self.value = value
    super.init(value)
  }

  fileprivate override func copyValue(into memory: UnsafeMutableRawPointer) -> Bool {
    unsafe memory.initializeMemory(as: Value.self, to: value)
    return true
  }

  override var object: AnyObject? { objectReference(value) }

  override var erased: Any? { value }
}
