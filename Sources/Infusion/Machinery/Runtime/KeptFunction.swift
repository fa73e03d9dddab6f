/// A function of the user that is kept, and the actor that it was written on.
///
/// A binding asks for its actor before it runs a function, so the function is called as an ordinary
/// one. Isolation is no part of how a synchronous function is called: the two types differ for the
/// compiler only. A function with a pack of parameters can be cast inside a structure, not by
/// itself.
struct KeptFunction<Result, each Input> {
  let function: @isolated(any) (repeat each Input) throws -> Result

  /// The actor; nil for a function that runs anywhere.
  var isolation: (any Actor)? { function.isolation }

  var unchecked: Function<Result, repeat each Input> {
    unsafe unsafeBitCast(self, to: Function<Result, repeat each Input>.self)
  }
}

/// The same for a function that does not throw.
func unchecked<Input, Result>(
  _ function: @escaping @isolated(any) (Input) -> Result
) -> (Input) -> Result {
  unsafe unsafeBitCast(function, to: ((Input) -> Result).self)
}

/// A function with any number of parameters.
struct Function<Result, each Input> {
  let function: (repeat each Input) throws -> Result

  @inline(__always)
  func call(_ inputs: repeat each Input) throws -> Result {
    try function(repeat each inputs)
  }
}

// What a parameter of another form holds, as it was passed. A ``KeptFunction`` wraps it in a closure
// of the library, whose captures no metadata describes in a release build.

/// A function that completes an object; it takes a reference, as one of any type would not.
struct PassedCompletion<Object: AnyObject> {
  let complete: @isolated(any) (Object) throws -> Void
}

/// A function that makes a value from arguments.
struct PassedMaker<Value, each Argument> {
  let make: @isolated(any) (Injector, repeat each Argument) throws -> Value
}
