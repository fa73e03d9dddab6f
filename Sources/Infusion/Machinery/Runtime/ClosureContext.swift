/// The captures of a closure, read as memory.
///
/// Bindings keep closures by the hundred, so they take them as they are: a parameter that knows its
/// isolation, `@isolated(any)`, allocates memory for each closure. In a method of an actor, the
/// compiler says only where the call is. A closure that belongs to the actor captures the actor, by
/// itself or through another closure, so its captures show whether it does. The isolation of a
/// closure does not tell of another one that it calls, so they are read also where it is known.
package enum ClosureContext {
  /// The actor of a closure: its own, or that of a method that keeps it, if the closure belongs to it.
  ///
  /// In code of a global actor, everything belongs to that actor, and no captures are read.
  ///
  /// - Parameters:
  ///   - isolation: What the closure says.
  ///   - caller: The actor of the code around the call.
  ///   - holder: A structure that holds the closure as it was passed, and nothing else.
  ///   - knowsIsolation: Whether the closure is stored as `@isolated(any)`.
  /// - Returns: The actor; nil for a closure that runs anywhere, and on a global actor.
  static func actor<Holder>(
    _ isolation: (any Actor)?, or caller: (any Actor)?, ofCodeIn holder: Holder,
    knowsIsolation: Bool = true
  ) -> (any Actor)? {
    if let isolation { return isolation }
    guard let caller, !caller.isGlobal,
      captures(caller, inContextOf: holder, knowsIsolation: knowsIsolation)
    else { return nil }
    return caller
  }

  /// Whether a closure captures the object; also true for a closure that captures anything where the
  /// size of its memory is not known.
  ///
  /// A closure is its code and a reference to what it captures, which is part of Swift's stable
  /// binary interface (*CallingConvention.rst* of the Swift repository). Tests pin it.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - holder: A structure that holds the closure, and nothing else: inside it a closure is as it
  ///     is, but as an argument of a generic function it is wrapped.
  ///   - knowsIsolation: Whether the closure is stored as `@isolated(any)`.
  /// - Returns: Whether the closure captures the object.
  package static func captures<Holder>(
    _ object: AnyObject, inContextOf holder: Holder, knowsIsolation: Bool = false
  ) -> Bool {
    // A function of C is one word, and captures nothing.
    guard MemoryLayout<Holder>.size >= 2 * word else { return false }
    let wanted = UInt(bitPattern: ObjectIdentifier(object))
    return unsafe withUnsafeBytes(of: holder) {
      unsafe captures(wanted, inContextOf: $0.baseAddress, knowsIsolation: knowsIsolation)
    }
  }

  private static func captures(
    _ wanted: UInt, inContextOf closure: UnsafeRawPointer?, knowsIsolation: Bool
  ) -> Bool {
    let memory = unsafe closure?.load(fromByteOffset: word, as: UnsafeRawPointer?.self)
    guard let memory = unsafe memory else { return false }
    // A closure that captures one object, and nothing else, has no memory of its own.
    if UInt(bitPattern: memory) == wanted { return true }
    guard unsafe isContext(memory) else { return false }
    let (described, rest) = unsafe describedCaptures(in: memory, knowsIsolation: knowsIsolation)
    let isDescribed = described.contains { capture in
      let place = unsafe memory + capture.offset
      return switch capture.kind {
      case .actor: unsafe place.load(as: UInt.self) == wanted
      case .closure(let knowsIsolation):
        unsafe captures(wanted, inContextOf: place, knowsIsolation: knowsIsolation)
      case .other: false
      }
    }
    if isDescribed || rest == .closures { return true }
    if rest == .nothing { return false }
    guard let size = unsafe allocatedSize(of: memory) else { return true }
    // The first two words are those of every object: its type, and its count.
    return stride(from: 2 * word, through: size - word, by: word).contains { offset in
      unsafe memory.load(fromByteOffset: offset, as: UInt.self) == wanted
    }
  }

  private static var word: Int { MemoryLayout<UInt>.size }

  /// Whether the memory holds what a closure captures, and is not an object of a class.
  ///
  /// Both begin with a reference to metadata, and metadata begins with its kind. An object of an
  /// Objective-C class may begin with an odd number instead.
  private static func isContext(_ memory: UnsafeRawPointer) -> Bool {
    guard unsafe memory.load(as: UInt.self) % 2 == 0,
      let metadata = unsafe MetadataLayout.signedTarget(of: memory)
    else { return false }
    return unsafe metadata.load(as: UInt.self) == MetadataKind.captures
  }

  /// What a closure captures, as far as it matters.
  private enum Capture {
    /// An actor, `any Actor`, or an Optional of one; it begins with the reference.
    case actor
    case closure(knowsIsolation: Bool)
    /// Anything else. An actor inside it is not the one that the closure belongs to.
    case other

    init(of type: Any.Type) {
      let type = TypeRepresentation.wrapped(by: type) ?? type
      let isActor =
        if let cls = type as? AnyClass {
          MetadataLayout.isActor(cls)
        } else {
          TypeRepresentation.wordsOfObject(type) > 1
        }
      self = isActor ? .actor : .other
    }
  }

  /// What a closure captures behind what is known.
  private enum Rest {
    case nothing, unknown
    /// Other closures, among unknown values.
    case closures
  }

  /// Where the captures lie, as the metadata describes them (*HeapLocalVariableMetadata* and
  /// *CaptureDescriptor* in the Swift repository), up to one whose size it does not tell.
  private static func describedCaptures(
    in memory: UnsafeRawPointer, knowsIsolation: Bool
  ) -> (known: [(offset: Int, kind: Capture)], rest: Rest) {
    guard let metadata = unsafe MetadataLayout.signedTarget(of: memory) else {
      return ([], .unknown)
    }
    // If the first capture is empty, the metadata says zero.
    let first = unsafe max(2 * word, Int(metadata.load(fromByteOffset: word, as: UInt32.self)))
    let description = unsafe metadata.load(fromByteOffset: 2 * word, as: UnsafeRawPointer?.self)
    guard let description = unsafe description else { return ([], .unknown) }
    // In a generic context, what it is specialized for lies before the captures, a word each.
    let bindings = unsafe Int(description.load(fromByteOffset: 8, as: UInt32.self))
    // The isolation, `(any Actor)?`, comes first. It is described like a capture, but not in a
    // generic context, whose description begins behind what it is specialized for.
    let isolation = knowsIsolation && bindings > 0 ? 2 * word : 0
    var end = ValueLayout(size: first + isolation + bindings * word, alignment: word)
    var captures: [(offset: Int, kind: Capture)] = []
    let names = unsafe (0..<Int(description.load(as: UInt32.self))).map {
      unsafe MangledName(at: description + 12 + 4 * $0)
    }
    for (index, name) in names.enumerated() {
      let (layout, kind): (ValueLayout, Capture)
      if let function = name.storedFunction {
        layout = ValueLayout(size: (function.hasCaptures ? 2 : 1) * word, alignment: word)
        kind =
          function.tellsOfActor ? .closure(knowsIsolation: function.knowsIsolation) : .other
      } else if name.isCapturedVariable {
        (layout, kind) = (ValueLayout(size: word, alignment: word), .other)
      } else if bindings == 0 || name.isIndependent, let type = name.type {
        (layout, kind) = (ValueLayout(of: type), Capture(of: type))
      } else {
        let hasClosures = names[index...].contains { $0.storedFunction?.tellsOfActor == true }
        return (captures, hasClosures ? .closures : .unknown)
      }
      captures.append((end.append(layout), kind))
    }
    return (captures, .nothing)
  }
}

/// The identity of a closure, which shows whether two closures are the same.
///
/// A closure is a function and a reference to its captures, one word each. Two closures with the
/// same function and no captures do the same; of others nothing is known. A test pins this.
struct ClosureIdentity: Equatable {
  private let function: UInt
  private let context: UInt

  /// - Parameter holder: A structure that holds the closure, and nothing else.
  init<Holder>(in holder: Holder) { self = unsafe unsafeBitCast(holder, to: ClosureIdentity.self) }

  /// Whether the closure captures nothing.
  var isPlain: Bool { context == 0 }
}
