/// Resolves a value at its first use, and keeps it.
///
/// ```swift
/// class Archive: Injectable {
///   var index: Lazy<Index>!
///   class var requires: Requirements { requiring(\.index) }
///   func search() throws -> Index { try index.get() }
/// }
/// ```
///
/// It holds the injector weakly, and needs it only until its first successful use. It can break a
/// cycle between initializers.
///
/// For an optional dependency, write `accepting(\.index)`: the property keeps its value if nothing
/// provides an index. Or declare the property as `Lazy<Index?>`, which returns nil in that case.
///
/// `Sendable`. If several threads use it for the first time at the same time, they all receive the
/// same value.
public final class Lazy<Value>: Sendable {
  /// Nil for a handle that has its value from the beginning.
  @usableFromInline let request: DeferredRequest?
  /// The value; one that belongs to an actor is in an ``IsolatedReference``.
  private let memory = OnceReference<AnyObject>()

  init(requesting request: DeferredRequest) {
    self.request = request
  }

  /// Creates a handle that already has its value, to test a class without an injector.
  ///
  /// ```swift
  /// let archive = Archive()
  /// archive.index = Lazy(Index())
  /// ```
  ///
  /// - Parameter value: The value that ``get(fileID:line:)`` returns.
  public init(_ value: sending Value) {
    request = nil
    _ = memory.keepFirst(value)
  }

  /// Creates a handle from a closure, to test a class without an injector.
  ///
  /// ```swift
  /// let archive = Archive()
  /// archive.index = Lazy { Index() }
  /// ```
  ///
  /// - Parameter make: Creates the value at the first use. If several threads use the handle at the
  ///   same time, each may call the closure, but all receive the result of one of these calls. An
  ///   error that it throws is the cause of an ``InjectionError`` with the code
  ///   ``InjectionError/Code/providerFailed``, unless it is an ``InjectionError`` itself.
  public init(_ make: @escaping @Sendable () throws -> Value) {
    request = DeferredRequest(make)
  }

  /// Returns the value; the first call asks the injector for it.
  ///
  /// - Parameters:
  ///   - fileID: The file of the call, for error messages.
  ///   - line: The line of the call, for error messages.
  /// - Returns: The same value each time, once the value is complete. A call within a cycle may
  ///   receive a value that is still under construction. A call that an eager singleton of an update
  ///   makes may receive a value that is dropped if the update fails. The handle keeps neither.
  /// - Throws: ``InjectionError`` with the code ``InjectionError/Code/injectorReleased`` if the
  ///   injector is deallocated before the first use, and any error that
  ///   ``Injector/resolve(_:named:fileID:line:)`` throws. After a failure, the next call asks
  ///   again. A value that belongs to a global actor is handed out only there: elsewhere, each call
  ///   throws ``InjectionError/Code/mainActorRequired`` or ``InjectionError/Code/actorIsolated``.
  @inlinable
  public func get(fileID: String = #fileID, line: UInt = #line) throws(InjectionError) -> Value {
    if let kept = try kept(fileID, line) { return kept }
    guard let request else { fatalError("the value has been there from the beginning") }
    let asked = request.askedSnapshot()
    return try keep(try request.value(fileID, line), from: asked, fileID, line)
  }

  /// The value that the handle keeps; nil before the first use.
  @usableFromInline
  func kept(_ fileID: String, _ line: UInt) throws(InjectionError) -> Value? {
    try memory.load().map { kept throws(InjectionError) in try read(kept, fileID, line) }
  }

  private func read(
    _ kept: AnyObject, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Value {
    // To compare the class first is faster than to cast.
    guard type(of: kept) == IsolatedReference.self, let isolated = kept as? IsolatedReference else {
      return OnceReference.value(of: kept)
    }
    if let request, let refusal = isolated.isolation.refusal {
      throw request.failure(refusal, at: CodeLocation(fileID: fileID, line: line))
    }
    return OnceReference.value(of: isolated.reference)
  }

  /// Keeps the value that the request has just returned, unless it may be dropped: it may be under
  /// construction.
  ///
  /// - Returns: The kept value, which another thread may have kept first.
  /// - Throws: The error of a value that belongs to another actor.
  @usableFromInline
  func keep(
    _ value: Value, from asked: AnyObject?, _ fileID: String, _ line: UInt
  ) throws(InjectionError) -> Value {
    if Resolution.current.isLastUnfinished { return value }
    var reference = OnceReference.reference(to: value)
    if let isolation = request?.isolation(of: value, from: asked) {
      reference = IsolatedReference(reference, isolation)
    }
    return try read(memory.storeIfEmpty(reference), fileID, line)
  }
}

/// What is kept for a value that belongs to an actor.
///
/// Threads may share it: immutable. Only code on the actor reads the value.
private final class IsolatedReference {
  let reference: AnyObject
  let isolation: BindingIsolation

  init(_ reference: AnyObject, _ isolation: BindingIsolation) {
    (self.reference, self.isolation) = (reference, isolation)
  }
}
