/// The captures of a closure, read as memory.
///
/// Bindings keep closures by the hundred, so they take them as they are: a parameter that knows its
/// isolation, `@isolated(any)`, allocates memory for each closure. In a method of an actor, the
/// compiler says only where the call is. A closure that belongs to the actor captures the actor, so
/// its captures show whether it does.
package enum ClosureContext {
  /// Whether the closure captures the object directly; also true for a closure that captures
  /// anything where the size of its memory is not known.
  package static func captures<Result>(
    _ object: AnyObject, in closure: @escaping () throws -> Result
  ) -> Bool {
    withExtendedLifetime(closure) {
      captures(object, inContextOf: WithoutInput(closure: closure))
    }
  }

  static func captures<Result>(
    _ object: AnyObject, in closure: @escaping (Injector) throws -> Result
  ) -> Bool {
    withExtendedLifetime(closure) {
      captures(object, inContextOf: WithInjector(closure: closure))
    }
  }

  static func captures<Result, each Input>(
    _ object: AnyObject, in function: Function<Result, repeat each Input>
  ) -> Bool {
    withExtendedLifetime(function) { captures(object, inContextOf: function) }
  }

  private struct WithoutInput<Result> {
    let closure: () throws -> Result
  }

  private struct WithInjector<Result> {
    let closure: (Injector) throws -> Result
  }

  /// The same for a structure that holds a closure, and nothing else.
  ///
  /// A closure is its code and a reference to what it captures, which is part of Swift's stable
  /// binary interface (*CallingConvention.rst* of the Swift repository). Tests pin it.
  private static func captures<Holder>(_ object: AnyObject, inContextOf holder: Holder) -> Bool {
    let word = MemoryLayout<UInt>.size
    let memory = unsafe withUnsafeBytes(of: holder) {
      unsafe $0.load(fromByteOffset: word, as: UnsafeRawPointer?.self)
    }
    guard let memory = unsafe memory else { return false }
    let wanted = UInt(bitPattern: ObjectIdentifier(object))
    // A closure that captures one object, and nothing else, has no memory of its own.
    if UInt(bitPattern: memory) == wanted { return true }
    guard unsafe isContext(memory) else { return false }
    guard let size = unsafe allocatedSize(of: memory) else { return true }
    // The first two words are those of every object: its type, and its count.
    return stride(from: 2 * word, to: size / word * word, by: word).contains { offset in
      unsafe memory.load(fromByteOffset: offset, as: UInt.self) == wanted
    }
  }

  /// Whether the memory holds what a closure captures, and is not an object of a class.
  ///
  /// Both begin with a reference to metadata, and metadata begins with its kind
  /// (*MetadataKind.def* of the Swift repository).
  private static func isContext(_ memory: UnsafeRawPointer) -> Bool {
    let metadata = unsafe memory.load(as: UnsafeRawPointer.self)
    return unsafe metadata.load(as: UInt.self) == 0x400
  }
}
