#if os(Linux)
  @_spi(Reflection) import Swift
#endif

/// The stored properties of a class, as its metadata describes them, without an object of it.
///
/// The standard library offers this only to its own tools, and Apple's SDKs leave it out: there,
/// nothing is known before an object has been met. Only the names in messages and in the graph
/// depend on it.
enum DeclaredFields {
  /// A field by the label of its storage, which is `_x` for a wrapped `x`.
  typealias Field = (label: String, type: Any.Type)

  /// The fields that the class itself declares, in order; nil when they cannot be known.
  static func of(_ cls: AnyClass) -> [Field]? {
    guard let all = chain(of: cls) else { return nil }
    let inherited = _getSuperclass(cls).flatMap { chain(of: $0) } ?? []
    return Array(all.dropFirst(inherited.count))
  }

  /// The fields of the class and its superclasses, the topmost one's first.
  private static func chain(of cls: AnyClass) -> [Field]? {
    #if os(Linux)
      var fields: [Field] = []
      let isComplete = unsafe _forEachField(of: cls, options: .init(rawValue: isClass)) {
        label, _, type, _ in
        unsafe fields.append((String(cString: label), type))
        return true
      }
      return isComplete ? fields : nil
    #else
      return nil
    #endif
  }

  /// `_EachFieldOptions.classType`, which is a variable, so not every thread may read it.
  private static let isClass: UInt32 = 1
}
