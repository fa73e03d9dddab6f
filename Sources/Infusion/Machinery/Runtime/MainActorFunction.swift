/// A function of the main actor that can be called as an ordinary one.
///
/// A binding that requires the main actor is refused elsewhere before its recipe runs, so the
/// function is called on its actor. Isolation is not part of how a synchronous function is called,
/// so the two structures differ in their types only; a function with a pack of parameters can be
/// cast inside a structure, not by itself.
struct MainActorFunction<Result, each Input> {
  private let function: @MainActor (repeat each Input) throws -> Result

  init(_ function: @escaping @MainActor (repeat each Input) throws -> Result) {
    self.function = function
  }

  var unchecked: Function<Result, repeat each Input> {
    unsafe unsafeBitCast(self, to: Function<Result, repeat each Input>.self)
  }
}

/// A function with any number of parameters.
struct Function<Result, each Input> {
  private let function: (repeat each Input) throws -> Result

  func call(_ inputs: repeat each Input) throws -> Result {
    try function(repeat each inputs)
  }
}
