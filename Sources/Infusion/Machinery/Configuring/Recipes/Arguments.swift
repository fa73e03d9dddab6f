/// The arguments of a request.
///
/// They are not part of the key. Each one is cast to the type of the parameter that takes it.
struct Arguments {
  static var none: Arguments { Arguments([]) }

  let values: [Any]

  init(_ values: [Any]) {
    self.values = values
  }

  init<each Argument>(packing arguments: repeat each Argument) {
    var values: [Any] = []
    repeat values.append(each arguments)
    self.values = values
  }

  var isEmpty: Bool { values.isEmpty }

  var types: [Any.Type] { values.map { type(of: $0) } }

  /// The argument at a position, cast to the parameter's type; nil for an omitted argument of an
  /// Optional type.
  ///
  /// The message of the error names the types of all parameters that take arguments.
  func value<Parameter>(
    at position: Int, as type: Parameter.Type, expected: [Any.Type], of key: Key
  ) throws(InjectionError) -> Parameter {
    if position < values.count, let value = values[position] as? Parameter { return value }
    if position >= values.count, let optional = optionalForm(of: type) {
      return optional.absent(as: type)
    }
    throw InjectionError(.argumentMismatch(key, expected: expected, given: types))
  }

  /// The types of parameters without those at the end that may be omitted.
  static func required(of types: [Any.Type]) -> [Any.Type] {
    let last = types.lastIndex { !TypeRepresentation.isOptional($0) }
    return last.map { Array(types[...$0]) } ?? []
  }

  /// Refuses arguments that no parameter takes.
  func expectAtMost(_ expected: [Any.Type], of key: Key) throws(InjectionError) {
    guard values.count <= expected.count else {
      throw InjectionError(.argumentMismatch(key, expected: expected, given: types))
    }
  }
}
