extension Injector {
  /// Injects the dependencies of an existing object.
  ///
  /// ```swift
  /// func wire(_ car: Car, with injector: Injector) throws {
  ///   try injector.injectDependencies(into: car)
  /// }
  /// ```
  ///
  /// The object's run-time class and all its superclasses decide what the object needs. The
  /// injector resolves every value before it sets the first property. Then it sets the properties
  /// in order, those of a superclass first, and overwrites existing values. Finally, it runs the
  /// steps that modules have added with `completing`, and calls `awakeFromInjection`. An object
  /// that needs none of this stays as it is.
  ///
  /// - Parameters:
  ///   - object: The existing object.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError``. The object's properties are exactly as before, unless its own
  ///   `awakeFromInjection` or a `completing` step has thrown.
  /// - Complexity: O(*n*) in the number of required properties. The first call for a class also
  ///   creates its plan.
  @inlinable @inline(__always)
  public func injectDependencies<Object: Injectable>(
    into object: Object, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try inject(object, fileID, line)
  }

  /// Injects the dependencies of an object of any class.
  ///
  /// Use it if the compiler does not know that the object's class is ``Injectable``: for example,
  /// the class has only ``Injected`` properties, a module extends it, or the object is an
  /// `AnyObject`.
  ///
  /// The compiler does not know either whether the class belongs to the main actor, so the call
  /// checks that. Off the main actor, it throws ``InjectionError/Code/mainActorRequired`` if a
  /// conformance of the class to one of the library's protocols is isolated to the main actor, or
  /// if a module extends the class in main-actor code. The properties of an `actor` are never
  /// injected: if it has any to inject, the call throws ``InjectionError/Code/actorIsolated``.
  ///
  /// - Important: The call cannot recognize a main-actor class that conforms to none of these
  ///   protocols. Make the class conform to ``Injectable``.
  ///
  /// - Parameters:
  ///   - object: The existing object.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError``. The object's properties are exactly as before, unless its own
  ///   `awakeFromInjection` or a `completing` step has thrown.
  @_disfavoredOverload
  public func injectDependencies(
    into object: AnyObject, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try inject(object, fileID, line)
  }

  @usableFromInline
  func inject(
    _ object: AnyObject, _ fileID: String, _ line: UInt
  ) throws(InjectionError) {
    try ThreadRecord.withResolution(by: core.threadKey) { resolution throws(InjectionError) in
      try resolution.perform(
        CallFacts(
          .inject, Key(type(of: object)), at: CodeLocation(fileID: fileID, line: line)),
        in: self
      ) { snapshot throws(InjectionError) in
        try resolution.inject(object, with: snapshot, isNoted: resolution.nesting > 1)
      }
    }
  }

  /// Injects the dependencies of every object of a sequence, in order.
  ///
  /// It is one call, so all objects share a value of the scope ``Scope/graph``, and an object that
  /// occurs twice is injected once. Each object is injected as a whole or not at all, and the call
  /// stops at the first error.
  ///
  /// - Parameters:
  ///   - objects: The objects, of one class or its subclasses.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the position of the object in ``InjectionError/index``. The
  ///   objects before it stay injected. The others are as before, unless the object's own
  ///   `awakeFromInjection` or a `completing` step has thrown: then its properties stay set.
  @inlinable
  public func injectDependencies<Object: Injectable, Objects: Sequence<Object>>(
    intoEach objects: Objects, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    try injectEach(Objects.self, fileID, line) { inject throws(InjectionError) in
      for object in objects {
        try inject(object) { type(of: object) }
      }
    }
  }

  /// Injects the dependencies of every object of a sequence of any objects, in order.
  ///
  /// The call makes the same actor checks as
  /// ``injectDependencies(into:fileID:line:)-(AnyObject,_,_)``.
  ///
  /// - Parameters:
  ///   - objects: The objects, of any classes. For an element that is not an object, even for an
  ///     Optional that contains one, the call throws ``InjectionError/Code/typeMismatch``.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the position of the object in ``InjectionError/index``. The
  ///   objects before it stay injected. The others are as before, unless the object's own
  ///   `awakeFromInjection` or a `completing` step has thrown: then its properties stay set.
  @_disfavoredOverload
  @inlinable
  public func injectDependencies(
    intoEach objects: some Sequence, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    // The loop is compiled into the client, where the type of the sequence is known.
    try injectEach(type(of: objects), fileID, line) { inject throws(InjectionError) in
      for element in objects {
        try inject(objectReference(element)) { type(of: element as Any) }
      }
    }
  }

  /// Injects the objects that the body hands over, in one call.
  ///
  /// - Parameters:
  ///   - sequence: The type that the objects come in, for error messages.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  ///   - body: Hands over each object, or nil for an element that is none, with the element's type.
  /// - Throws: Any error that the objects' injection throws.
  @usableFromInline
  func injectEach(
    _ sequence: Any.Type, _ fileID: String, _ line: UInt,
    _ body: ((AnyObject?, () -> Any.Type) throws(InjectionError) -> Void) throws(InjectionError)
      -> Void
  ) throws(InjectionError) {
    let resolution = Resolution.current
    let location = CodeLocation(fileID: fileID, line: line)
    try resolution.perform(
      CallFacts(.injectEach, Key(sequence), at: location), in: self
    ) { _ throws(InjectionError) in
      var elements = SequenceElements()
      var index = 0
      try body { object, type throws(InjectionError) in
        defer { index += 1 }
        guard let object else { throw InjectionError(.notAnObject(type())).at(index: index) }
        // An object that the sequence has twice is injected once.
        guard elements.isFirst(resolution.ledger.number(of: object)) else { return }
        do throws(InjectionError) {
          try resolution.retrying { () throws(InjectionError) in
            try resolution.injectWithPresent(object)
          }
          elements.note(resolution.ledger.number(of: object))
        } catch {
          throw error.at(index: index)
        }
      }
    }
  }

  /// Creates an object with a closure, then injects and awakes it.
  ///
  /// ```swift
  /// func makeCar(_ injector: Injector) throws -> Car {
  ///   try injector.create { Car() }
  /// }
  /// ```
  ///
  /// If the closure returns an array, every object in it is injected, in order. If it returns an
  /// Optional, the object in it is injected; those in other collections and in tuples are not. All of
  /// this is one call, so these objects share a value of the scope ``Scope/graph``.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - make: Creates the object. Its class needs no binding.
  /// - Returns: The complete object.
  /// - Throws: ``InjectionError``, with the code ``InjectionError/Code/providerFailed`` if the
  ///   closure throws another error.
  public func create<Created>(
    fileID: String = #fileID, line: UInt = #line, _ make: () throws -> Created
  ) throws(InjectionError) -> Created {
    let resolution = Resolution.current
    let location = CodeLocation(fileID: fileID, line: line)
    return try resolution.perform(
      CallFacts(.create, Key(Created.self), at: location), in: self
    ) { snapshot throws(InjectionError) -> Created in
      // What code of the injector asks for while it makes a value is completed even after the end.
      if core.isShutDown, resolution.keyUnderConstruction(in: core) == nil {
        try core.requireOpen(Key(Created.self))
      }
      if let cls = Created.self as? AnyClass {
        try ClassShape.isolation(of: cls)?.require()
        try snapshot.object.mainActorExtension(of: cls)?.requireIsolation()
      }
      var received = Received.nothing
      let created: Created
      do {
        created = try resolution.collecting(&received, make)
      } catch {
        throw InjectionError(wrapping: error, of: .caller(Created.self))
      }
      for object in containedObjects(created) {
        switch resolution.knowledge(of: object) {
        case .complete: break
        case .finished(let position), .underInjection(let position):
          try resolution.receive(from: position, closing: Key(Created.self))
        case .unknown: try resolution.injectWithPresent(object, received)
        }
      }
      return created
    }
  }
}

/// The elements of a sequence that have been injected, by their numbers in the completion ledger.
///
/// The ledger also knows other objects: one that a dependency has handed out complete need not have
/// been injected, but an element is.
private struct SequenceElements {
  /// In ascending order.
  private var numbers: [Int] = []
  /// The numbers of elements that the call had met before they came.
  private var metBefore: Set<Int> = []

  /// Whether an element comes for the first time, by its number in the ledger, if it has one.
  ///
  /// - Complexity: O(log *n*) in the number of elements.
  mutating func isFirst(_ number: Int?) -> Bool {
    guard let number else { return true }
    let position = numbers.indices.partitionPoint { numbers[$0] < number }
    if position < numbers.count, numbers[position] == number { return false }
    return metBefore.insert(number).inserted
  }

  /// Notes the number of an element that has been injected.
  mutating func note(_ number: Int?) {
    if let number, !metBefore.contains(number) { numbers.append(number) }
  }
}
