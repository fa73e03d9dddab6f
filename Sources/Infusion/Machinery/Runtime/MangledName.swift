/// The name of a type in the program's read-only data, as the compiler refers to it in descriptions.
@safe struct MangledName {
  private let start: UnsafePointer<UInt8>
  private let length: Int

  /// - Parameter reference: Holds the distance from itself to the name.
  init(at reference: UnsafeRawPointer) {
    unsafe start = MetadataLayout.target(of: reference).assumingMemoryBound(to: UInt8.self)
    var length = 0
    while unsafe start[length] != 0 {
      // A symbolic reference is one byte, and an address that may have zeros in it: see
      // *Mangling.rst* of the Swift repository.
      switch unsafe start[length] {
      case 0x01...0x17: length += 1 + MemoryLayout<Int32>.size
      case 0x18...0x1f: length += 1 + MemoryLayout<UInt>.size
      default: length += 1
      }
    }
    self.length = length
  }

  /// The type; nil for what is no type of the language, and for what depends on a generic context.
  var type: Any.Type? {
    unsafe _getTypeByMangledNameInContext(
      start, UInt(length), genericContext: nil, genericArguments: nil)
  }

  /// Whether it depends on no generic context, as far as it shows.
  ///
  /// The name of a generic parameter has one of these letters. The run-time library stops the program
  /// when it resolves a pack of parameters without the context.
  var isIndependent: Bool {
    !(0..<length).contains { ["x", "q"].contains(letter(at: $0)) }
  }

  /// A function as the compiler stores it: its code, and in a second word what it captures.
  struct StoredFunction {
    /// False for a function of C, which is one word.
    let hasCaptures: Bool
    /// Whether it is `@isolated(any)`.
    let knowsIsolation: Bool
    let isAsynchronous: Bool

    /// Whether code that is kept may belong to an actor because it calls the function.
    ///
    /// An asynchronous function is called in a task only, which runs it on its actor.
    var tellsOfActor: Bool { hasCaptures && !isAsynchronous }
  }

  /// The function that it names; nil for what is no such function.
  ///
  /// The name ends with `Ie`, letters, and `_`. The first letters say whether the function knows its
  /// isolation, and whether it has captures.
  var storedFunction: StoredFunction? {
    guard length >= 4, letter(at: length - 1) == "_" else { return nil }
    var position = length - 3
    while position > 0, letter(at: position) != "I" || letter(at: position + 1) != "e" {
      guard letter(at: position) >= "A" else { return nil }
      position -= 1
    }
    let knowsIsolation = letter(at: position + 2) == "A"
    let convention = letter(at: position + (knowsIsolation ? 3 : 2))
    guard letter(at: position) == "I", ["g", "x", "y", "t"].contains(convention) else {
      return nil
    }
    return StoredFunction(
      hasCaptures: convention != "t", knowsIsolation: knowsIsolation,
      isAsynchronous: (position + 2..<length).contains { letter(at: $0) == "H" })
  }

  /// Whether it names the box of a variable that closures share.
  var isCapturedVariable: Bool {
    length > 2 && letter(at: length - 2) == "X" && letter(at: length - 1) == "x"
  }

  /// Whether it is that of a generic type with arguments; nil when that cannot be known.
  ///
  /// - Parameter descriptor: The type's descriptor.
  /// - Returns: Whether it is, as far as a reference to the descriptor shows.
  func isName(of descriptor: UnsafeRawPointer) -> Bool? {
    let reference = unsafe UnsafeRawPointer(start) + 1
    let referred: UnsafeRawPointer?
    switch unsafe start[0] {
    // A reference to a descriptor, or to the address of one.
    case 1: unsafe referred = unsafe reference + Int(reference.loadUnaligned(as: Int32.self))
    case 2:
      unsafe referred = unsafe (reference + Int(reference.loadUnaligned(as: Int32.self)))
        .load(as: UnsafeRawPointer?.self)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "$"): return nil
    default: return false
    }
    // The names of its Optionals, weak references and so on continue after the arguments.
    return unsafe referred == descriptor && letter(at: length - 1) == "G"
  }

  private func letter(at position: Int) -> Unicode.Scalar {
    unsafe Unicode.Scalar(start[position])
  }
}
