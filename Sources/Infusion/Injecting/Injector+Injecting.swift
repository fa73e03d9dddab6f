extension Injector {
  /// Injects the dependencies of an object that exists already.
  ///
  /// ```swift
  /// func wire(_ car: Car, with injector: Injector) throws {
  ///   try injector.injectDependencies(into: car)
  /// }
  /// ```
  ///
  /// The object's run-time class decides what it needs, along its whole superclass chain,
  /// superclass first. Every value is resolved before the first property is set; then the
  /// properties are set in order, existing values are overwritten, and `awakeFromInjection` is
  /// called. A class with nothing to inject is fine.
  ///
  /// - Parameters:
  ///   - object: The object, made by whomever.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError``. The object's properties are exactly as before, unless its own
  ///   `awakeFromInjection` has thrown.
  /// - Complexity: O(*n*) in the number of required properties, once the class has been seen; the
  ///   first call also plans.
  public func injectDependencies(
    into object: AnyObject, fileID: String = #fileID, line: UInt = #line
  ) throws(InjectionError) {
    let core = core
    try ThreadRecord.withResolution(by: core.threadKey) { resolution throws(InjectionError) in
      try resolution.perform(
        CallFacts(
          .inject, Key(type(of: object)), at: CodeLocation(fileID: fileID, line: line)),
        in: self
      ) { () throws(InjectionError) in
        try resolution.inject(
          object, with: resolution.isSubstituting ? resolution.answering(for: core) : core,
          isNoted: resolution.nesting > 1)
      }
    }
  }

  /// Injects the dependencies of every object of a sequence, in order.
  ///
  /// It is one call: a value of the ``Scope/graph`` scope is shared by all of the objects. It is
  /// all or nothing for each object, and stops at the first error.
  ///
  /// - Parameters:
  ///   - objects: The objects, of any classes.
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Throws: ``InjectionError`` with the position of the object in ``InjectionError/index``. The
  ///   objects before it stay injected; it and those behind it are as before.
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
  /// - Throws: What the objects' injection throws.
  @usableFromInline
  func injectEach(
    _ sequence: Any.Type, _ fileID: String, _ line: UInt,
    _ body: ((AnyObject?, () -> Any.Type) throws(InjectionError) -> Void) throws(InjectionError)
      -> Void
  ) throws(InjectionError) {
    let resolution = Resolution.current
    let place = CodeLocation(fileID: fileID, line: line)
    try resolution.perform(
      CallFacts(.injectEach, Key(sequence), at: place), in: self
    ) { () throws(InjectionError) in
      let core = resolution.answering(for: core)
      let first = resolution.ledger.next
      var index = 0
      try body { object, type throws(InjectionError) in
        defer { index += 1 }
        guard let object else { throw InjectionError(.notAnObject(type())).at(index: index) }
        // An object that the sequence has twice is complete.
        if let number = resolution.ledger.number(of: object), number >= first { return }
        do throws(InjectionError) {
          try resolution.retrying { () throws(InjectionError) in
            try resolution.inject(object, with: core)
          }
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
  /// Of an array every object is injected, in order, and of an Optional the one that there is. It is
  /// one call: objects that are created together share a value of the ``Scope/graph`` scope.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  ///   - make: Creates the object; nothing has to be bound for it.
  /// - Returns: The complete object.
  /// - Throws: ``InjectionError``; with the code ``InjectionError/Code/providerFailed`` when the
  ///   closure throws.
  public func create<Created>(
    fileID: String = #fileID, line: UInt = #line, _ make: () throws -> Created
  ) throws(InjectionError) -> Created {
    let resolution = Resolution.current
    let place = CodeLocation(fileID: fileID, line: line)
    return try resolution.perform(
      CallFacts(.create, Key(Created.self), at: place), in: self
    ) { () throws(InjectionError) -> Created in
      let created: Created
      do {
        created = try make()
      } catch {
        throw InjectionError(wrapping: error, of: .caller(Created.self))
      }
      for object in containedObjects(created) {
        guard case .unknown = resolution.knowledge(of: object) else { continue }
        try resolution.inject(object, with: resolution.answering(for: core))
      }
      return created
    }
  }
}
