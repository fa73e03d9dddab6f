#if os(Linux)
  @_spi(Reflection) import Swift
#endif

/// The stored properties of a class, as its metadata tells them, without an object of it.
///
/// The standard library offers that to its own tools only, and Apple's SDKs leave it out: there
/// nothing is known before an object has been met. Names in messages and in the graph are all that
/// depends on it.
enum DeclaredFields {
  struct Field {
    /// The label of the storage: `_x` for a wrapped `x`.
    let label: String
    let type: Any.Type
  }

  /// What the class declares itself, in the order of declaration; nil when that cannot be known.
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
        unsafe fields.append(Field(label: String(cString: label), type: type))
        return true
      }
      return isComplete ? fields : nil
    #else
      return nil
    #endif
  }

  /// `_EachFieldOptions.classType`, which is a variable and so not for every thread.
  private static let isClass: UInt32 = 1
}
