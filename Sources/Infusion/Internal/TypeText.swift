/// The name of a type as a programmer writes it: `Car`, `any Engine`, `[any Plugin]`.
struct TypeText {
  let text: String

  init(_ type: Any.Type) {
    let name = String(describing: type)
    // The metatype of a protocol type prints as `P.Protocol`, that of a concrete type as `T.Type`.
    let isExistential = String(describing: Swift.type(of: type as Any)).hasSuffix(".Protocol")
    text =
      isExistential && type != Any.self && type != AnyObject.self ? "any \(name)" : name
  }
}
