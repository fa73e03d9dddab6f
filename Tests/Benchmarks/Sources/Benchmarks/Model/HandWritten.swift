/// What a program without a container has: objects that exist once.
///
/// They are made at run time, behind a call that the optimizer does not look into. Where it can, it
/// lays an empty object into the program's data, which costs nothing to retain; an object that a
/// program really shares is never that.
enum HandWritten {
  static let single = made { Single() }
  static let second = made { Single() }
  static let third = made { Single() }
  nonisolated(unsafe) static let leaf = made { Leaf() }
  nonisolated(unsafe) static let service: any Service = made { ServiceImpl() }
  nonisolated(unsafe) static let d1 = made { D1() }

  /// A function whose body the caller does not see, as one of another module.
  ///
  /// It hands the object out with a reference of its own, which the caller releases: where the
  /// optimizer sees both, it leaves both away.
  static func getterOfSingle() -> () -> Single { opaque { single } }
  static func getterOfSecond() -> () -> Single { opaque { second } }

  /// Makes what is made at its first use, so that it does not count as made by an operation.
  static func makeAll() {
    for object in [single, second, third, leaf, service, d1] as [AnyObject] { blackHole(object) }
  }

  @inline(never)
  private static func made<Value>(_ make: () -> Value) -> Value { make() }
}
