/// The name of a type as a programmer writes it: `Car`, `any Engine`, `[any Plugin]`.
struct TypeText {
  let text: String

  init(_ type: Any.Type) {
    let name = String(describing: type)
    let isNamedProtocol =
      TypeRepresentation.isExistential(type) && type != Any.self && type != AnyObject.self
    text = isNamedProtocol ? "any \(name)" : name
  }
}
