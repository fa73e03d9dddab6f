// These overloads turn the key-path literals of a client into setters. There is one overload per
// count, because `@autoclosure` does not combine with parameter packs.
//
// The optimizer replaces a key-path literal by a direct store (or a call of the setter, where there
// are observers or overrides) only where the closure that writes through it holds the literal. A
// parameter of type `@autoclosure` gives each use a literal of its own; a plain parameter would
// leave a key-path write of 160 to 310 ns wherever the optimizer does not follow it. The check
// script looks for such a write in the emitted SIL of a client.
//
// One closure writes all properties of a list, and one makes all key paths. Two closures for each
// property took half as much code again, and a third more time to compile.

extension SlotList {
  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A>(
    _ path: @escaping () -> ReferenceWritableKeyPath<Root, A>
  ) -> SlotList {
    unsafe make(Root.self, A.self) { _ in
      path()
    } write: { object, memory, _ in
      let object = unsafe unsafeDowncast(object, to: Root.self)
      object[keyPath: path()] = unsafe memory.assumingMemoryBound(to: A.self).move()
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>
  ) -> SlotList {
    unsafe make(Root.self, A.self, B.self) { index in
      switch index {
      case 0: path1()
      default: path2()
      }
    } write: { object, memory, index in
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      default: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      }
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B, C>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>,
    _ path3: @escaping () -> ReferenceWritableKeyPath<Root, C>
  ) -> SlotList {
    unsafe make(Root.self, A.self, B.self, C.self) { index in
      switch index {
      case 0: path1()
      case 1: path2()
      default: path3()
      }
    } write: { object, memory, index in
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      case 1: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      default: object[keyPath: path3()] = unsafe memory.assumingMemoryBound(to: C.self).move()
      }
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B, C, D>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>,
    _ path3: @escaping () -> ReferenceWritableKeyPath<Root, C>,
    _ path4: @escaping () -> ReferenceWritableKeyPath<Root, D>
  ) -> SlotList {
    unsafe make(Root.self, A.self, B.self, C.self, D.self) { index in
      switch index {
      case 0: path1()
      case 1: path2()
      case 2: path3()
      default: path4()
      }
    } write: { object, memory, index in
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      case 1: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      case 2: object[keyPath: path3()] = unsafe memory.assumingMemoryBound(to: C.self).move()
      default: object[keyPath: path4()] = unsafe memory.assumingMemoryBound(to: D.self).move()
      }
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B, C, D, E>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>,
    _ path3: @escaping () -> ReferenceWritableKeyPath<Root, C>,
    _ path4: @escaping () -> ReferenceWritableKeyPath<Root, D>,
    _ path5: @escaping () -> ReferenceWritableKeyPath<Root, E>
  ) -> SlotList {
    unsafe make(Root.self, A.self, B.self, C.self, D.self, E.self) { index in
      switch index {
      case 0: path1()
      case 1: path2()
      case 2: path3()
      case 3: path4()
      default: path5()
      }
    } write: { object, memory, index in
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      case 1: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      case 2: object[keyPath: path3()] = unsafe memory.assumingMemoryBound(to: C.self).move()
      case 3: object[keyPath: path4()] = unsafe memory.assumingMemoryBound(to: D.self).move()
      default: object[keyPath: path5()] = unsafe memory.assumingMemoryBound(to: E.self).move()
      }
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B, C, D, E, F>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>,
    _ path3: @escaping () -> ReferenceWritableKeyPath<Root, C>,
    _ path4: @escaping () -> ReferenceWritableKeyPath<Root, D>,
    _ path5: @escaping () -> ReferenceWritableKeyPath<Root, E>,
    _ path6: @escaping () -> ReferenceWritableKeyPath<Root, F>
  ) -> SlotList {
    unsafe make(Root.self, A.self, B.self, C.self, D.self, E.self, F.self) { index in
      switch index {
      case 0: path1()
      case 1: path2()
      case 2: path3()
      case 3: path4()
      case 4: path5()
      default: path6()
      }
    } write: { object, memory, index in
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      case 1: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      case 2: object[keyPath: path3()] = unsafe memory.assumingMemoryBound(to: C.self).move()
      case 3: object[keyPath: path4()] = unsafe memory.assumingMemoryBound(to: D.self).move()
      case 4: object[keyPath: path5()] = unsafe memory.assumingMemoryBound(to: E.self).move()
      default: object[keyPath: path6()] = unsafe memory.assumingMemoryBound(to: F.self).move()
      }
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B, C, D, E, F, G>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>,
    _ path3: @escaping () -> ReferenceWritableKeyPath<Root, C>,
    _ path4: @escaping () -> ReferenceWritableKeyPath<Root, D>,
    _ path5: @escaping () -> ReferenceWritableKeyPath<Root, E>,
    _ path6: @escaping () -> ReferenceWritableKeyPath<Root, F>,
    _ path7: @escaping () -> ReferenceWritableKeyPath<Root, G>
  ) -> SlotList {
    unsafe make(Root.self, A.self, B.self, C.self, D.self, E.self, F.self, G.self) { index in
      switch index {
      case 0: path1()
      case 1: path2()
      case 2: path3()
      case 3: path4()
      case 4: path5()
      case 5: path6()
      default: path7()
      }
    } write: { object, memory, index in
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      case 1: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      case 2: object[keyPath: path3()] = unsafe memory.assumingMemoryBound(to: C.self).move()
      case 3: object[keyPath: path4()] = unsafe memory.assumingMemoryBound(to: D.self).move()
      case 4: object[keyPath: path5()] = unsafe memory.assumingMemoryBound(to: E.self).move()
      case 5: object[keyPath: path6()] = unsafe memory.assumingMemoryBound(to: F.self).move()
      default: object[keyPath: path7()] = unsafe memory.assumingMemoryBound(to: G.self).move()
      }
    }
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B, C, D, E, F, G, H>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>,
    _ path3: @escaping () -> ReferenceWritableKeyPath<Root, C>,
    _ path4: @escaping () -> ReferenceWritableKeyPath<Root, D>,
    _ path5: @escaping () -> ReferenceWritableKeyPath<Root, E>,
    _ path6: @escaping () -> ReferenceWritableKeyPath<Root, F>,
    _ path7: @escaping () -> ReferenceWritableKeyPath<Root, G>,
    _ path8: @escaping () -> ReferenceWritableKeyPath<Root, H>
  ) -> SlotList {
    unsafe make(Root.self, A.self, B.self, C.self, D.self, E.self, F.self, G.self, H.self) {
      index in
      switch index {
      case 0: path1()
      case 1: path2()
      case 2: path3()
      case 3: path4()
      case 4: path5()
      case 5: path6()
      case 6: path7()
      default: path8()
      }
    } write: { object, memory, index in
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      case 1: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      case 2: object[keyPath: path3()] = unsafe memory.assumingMemoryBound(to: C.self).move()
      case 3: object[keyPath: path4()] = unsafe memory.assumingMemoryBound(to: D.self).move()
      case 4: object[keyPath: path5()] = unsafe memory.assumingMemoryBound(to: E.self).move()
      case 5: object[keyPath: path6()] = unsafe memory.assumingMemoryBound(to: F.self).move()
      case 6: object[keyPath: path7()] = unsafe memory.assumingMemoryBound(to: G.self).move()
      default: object[keyPath: path8()] = unsafe memory.assumingMemoryBound(to: H.self).move()
      }
    }
  }
}

/// The file of a client, as one pointer into its constants: every list of a program passes one.
@safe @usableFromInline struct FileLiteral {
  @usableFromInline let start: UnsafePointer<UInt8>

  @_alwaysEmitIntoClient @inline(__always)
  init(_ fileID: StaticString) { unsafe start = fileID.utf8Start }

  func location(_ line: UInt) -> CodeLocation {
    unsafe CodeLocation(fileID: String(cString: start), line: line)
  }
}
