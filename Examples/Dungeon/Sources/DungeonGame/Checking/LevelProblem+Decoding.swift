extension LevelProblem {
  /// Describes a decoding error and locates it in the text.
  ///
  /// - Parameters:
  ///   - error: The error of the decoder.
  ///   - map: The text.
  ///   - way: The path to the value that was being decoded.
  init(_ error: any Error, in map: JSONMap, at way: [JSONMap.Step] = []) {
    guard let error = error as? DecodingError else {
      self.init(in: map, at: way, decoderMet: error)
      return
    }
    switch error {
    case .keyNotFound(let key, let context):
      let field = key.stringValue
      self.init(
        context.codingPath.map(\.step), in: map, "the field \"\(field)\" is missing",
        "add \"\(field)\"")
    case .typeMismatch(let type, let context):
      self.init(context.codingPath.map(\.step), in: map, expecting: type)
    case .valueNotFound(let type, let context):
      self.init(context.codingPath.map(\.step), in: map, expecting: type)
    case .dataCorrupted(let context):
      self.init(context, in: map)
    @unknown default:
      self.init(in: map, at: way, decoderMet: error)
    }
  }

  /// Some versions of Foundation name the number that does not fit, but not its field.
  private init(in map: JSONMap, at way: [JSONMap.Step], decoderMet error: any Error) {
    let members = map.nearest(to: way).members
    if let member = members.first(where: { $0.value.isOtherThanWhole }) {
      self.init(way + [.name(member.name)], in: map, expecting: Int.self)
    } else {
      self.init(way, in: map, "it cannot be decoded: \(error)", "correct that")
    }
  }

  private init(_ context: DecodingError.Context, in map: JSONMap) {
    let way = context.codingPath.map(\.step)
    switch (way.last, map.nearest(to: way).content) {
    case (.name("kind"), .text(let kind)):
      let kinds = EntityKind.allCases.map(\.rawValue).joined(separator: ", ")
      self.init(way, in: map, "there is no kind \(kind.quoted)", "write one of \(kinds)")
    case (_, .number):
      self.init(way, in: map, expecting: Int.self)
    default:
      self.init(way, in: map, "it cannot be decoded: \(context.debugDescription)", "correct that")
    }
  }

  private init(_ way: [JSONMap.Step], in map: JSONMap, expecting type: Any.Type) {
    let expected = Self.noun(of: type)
    let found = map.nearest(to: way).noun
    let field = if case .name(let name)? = way.last { name.quoted } else { "this" }
    self.init(way, in: map, "\(field) is \(found), and has to be \(expected)", "write \(expected)")
  }

  private init(
    _ way: [JSONMap.Step], in map: JSONMap, _ sentence: String, _ advice: String
  ) {
    self.init(
      offset: map.nearest(to: way).offset, subject: Self.subject(way, in: map),
      sentence: sentence, advice: advice)
  }

  private static func noun(of type: Any.Type) -> String {
    if type == Int.self { return "a whole number" }
    if type == String.self || type == EntityKind.self { return "a text in quotation marks" }
    if type is any ListType.Type { return "a list in brackets, [ ]" }
    return "an object in braces, { }"
  }
}

extension JSONMap.Node {
  fileprivate var isOtherThanWhole: Bool {
    guard case .number(let text) = content, let number = Double(text) else { return false }
    return Int(exactly: number) == nil
  }
}

private protocol ListType {}
extension Array: ListType {}

extension CodingKey {
  fileprivate var step: JSONMap.Step { intValue.map { .index($0) } ?? .name(stringValue) }
}
