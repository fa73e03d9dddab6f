// These overloads turn the key-path literals of a client into setters. There is one overload per
// count, because `@autoclosure` does not combine with parameter packs.
//
// The optimizer replaces a key-path literal by a direct store (or a call of the setter, where there
// are observers or overrides) only where the closure that writes through it holds the literal. A
// parameter of type `@autoclosure` gives each use a literal of its own; a plain parameter would
// leave a key-path write of 160 to 310 ns wherever the optimizer does not follow it. The check
// script looks for such a write in the emitted SIL of a client.
//
// One function writes all properties of a list, and one makes all key paths. Two for each property
// took half as much code again, and a third more time to compile. A client joins a list of more than
// four properties from two.
//
// The optimizer makes a copy of both functions for each class. By itself it makes two of each: one
// for the types, and from it one for the literals. The attribute leaves out the first: for literals, the
// second does the same with fewer passes. Where a key path is in a variable, the functions stay generic.
//
// `nothing` makes the optimizer take another round. One round replaces the literals; only the next one
// moves the release of the old value behind the access to the property. Then Swift does not record the
// access, and a write takes 15 ns instead of 29, as by hand. A round follows when something was
// inlined: here the closure that another closure returns, which is known as late as the literals.

extension SlotList {
  @_alwaysEmitIntoClient @inline(__always)
  static var nothing: () -> () -> Void { { {} } }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A>(
    _ path: @escaping () -> ReferenceWritableKeyPath<Root, A>
  ) -> SlotList {
    let nothing = nothing
    @_semantics("optimize.sil.specialize.generic.never")
    func paths(_ index: Int) -> AnyKeyPath { path() }
    @_semantics("optimize.sil.specialize.generic.never")
    func write(_ object: AnyObject, _ memory: UnsafeMutableRawPointer, _ index: Int) {
      let object = unsafe unsafeDowncast(object, to: Root.self)
      object[keyPath: path()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      nothing()()
    }
    return unsafe make(Root.self, A.self, paths: paths, write: write)
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>
  ) -> SlotList {
    let nothing = nothing
    @_semantics("optimize.sil.specialize.generic.never")
    func paths(_ index: Int) -> AnyKeyPath {
      switch index {
      case 0: path1()
      default: path2()
      }
    }
    @_semantics("optimize.sil.specialize.generic.never")
    func write(_ object: AnyObject, _ memory: UnsafeMutableRawPointer, _ index: Int) {
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      default: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      }
      nothing()()
    }
    return unsafe make(Root.self, A.self, B.self, paths: paths, write: write)
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B, C>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>,
    _ path3: @escaping () -> ReferenceWritableKeyPath<Root, C>
  ) -> SlotList {
    let nothing = nothing
    @_semantics("optimize.sil.specialize.generic.never")
    func paths(_ index: Int) -> AnyKeyPath {
      switch index {
      case 0: path1()
      case 1: path2()
      default: path3()
      }
    }
    @_semantics("optimize.sil.specialize.generic.never")
    func write(_ object: AnyObject, _ memory: UnsafeMutableRawPointer, _ index: Int) {
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      case 1: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      default: object[keyPath: path3()] = unsafe memory.assumingMemoryBound(to: C.self).move()
      }
      nothing()()
    }
    return unsafe make(Root.self, A.self, B.self, C.self, paths: paths, write: write)
  }

  @_alwaysEmitIntoClient @inline(__always)
  static func of<Root: AnyObject, A, B, C, D>(
    _ path1: @escaping () -> ReferenceWritableKeyPath<Root, A>,
    _ path2: @escaping () -> ReferenceWritableKeyPath<Root, B>,
    _ path3: @escaping () -> ReferenceWritableKeyPath<Root, C>,
    _ path4: @escaping () -> ReferenceWritableKeyPath<Root, D>
  ) -> SlotList {
    let nothing = nothing
    @_semantics("optimize.sil.specialize.generic.never")
    func paths(_ index: Int) -> AnyKeyPath {
      switch index {
      case 0: path1()
      case 1: path2()
      case 2: path3()
      default: path4()
      }
    }
    @_semantics("optimize.sil.specialize.generic.never")
    func write(_ object: AnyObject, _ memory: UnsafeMutableRawPointer, _ index: Int) {
      let object = unsafe unsafeDowncast(object, to: Root.self)
      switch index {
      case 0: object[keyPath: path1()] = unsafe memory.assumingMemoryBound(to: A.self).move()
      case 1: object[keyPath: path2()] = unsafe memory.assumingMemoryBound(to: B.self).move()
      case 2: object[keyPath: path3()] = unsafe memory.assumingMemoryBound(to: C.self).move()
      default: object[keyPath: path4()] = unsafe memory.assumingMemoryBound(to: D.self).move()
      }
      nothing()()
    }
    return unsafe make(Root.self, A.self, B.self, C.self, D.self, paths: paths, write: write)
  }
}

/// The file of a client, as one pointer into its constants: every list of a program passes one.
@safe @frozen @usableFromInline struct FileLiteral {
  @usableFromInline let start: UnsafePointer<UInt8>

  @_alwaysEmitIntoClient @inline(__always)
  init(_ fileID: StaticString) { unsafe start = fileID.utf8Start }

  func location(_ line: UInt) -> CodeLocation {
    unsafe CodeLocation(fileID: String(cString: start), line: line)
  }
}
