/// A function of the user that is kept, and the actor that it was written on.
///
/// A binding asks for its actor before it runs a function, so the function is called as an ordinary
/// one. Isolation is no part of how a synchronous function is called: the two types differ for the
/// compiler only. A function with a pack of parameters can be cast inside a structure, not by
/// itself.
struct KeptFunction<Result, each Input> {
  private let function: @isolated(any) (repeat each Input) throws -> Result

  init(_ function: @escaping @isolated(any) (repeat each Input) throws -> Result) {
    self.function = function
  }

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
  private let function: (repeat each Input) throws -> Result

  init(_ function: @escaping (repeat each Input) throws -> Result) { self.function = function }

  @inline(__always)
  func call(_ inputs: repeat each Input) throws -> Result {
    try function(repeat each inputs)
  }
}
