/// The objects of a program without a container; each exists once.
///
/// They are made at run time, by a call that the optimizer does not look into. Otherwise it might
/// place an empty object into the program's data, which costs nothing to retain; an object that a
/// program really shares is never there.
enum HandWritten {
  static let single = made { Single() }
  static let second = made { Single() }
  static let third = made { Single() }
  nonisolated(unsafe) static let leaf = made { Leaf() }
  nonisolated(unsafe) static let service: any Service = made { ServiceImpl() }
  nonisolated(unsafe) static let d1 = made { D1() }

  /// A function whose body the caller does not see, like a function of another module.
  ///
  /// It returns the object with its own reference, which the caller releases. If the optimizer saw
  /// both operations, it would remove them.
  static func getterOfSingle() -> () -> Single { opaque { single } }
  static func getterOfSecond() -> () -> Single { opaque { second } }

  /// Makes the objects in advance, so that no operation makes one by its first access.
  static func makeAll() {
    for object in [single, second, third, leaf, service, d1] as [AnyObject] { blackHole(object) }
  }

  @inline(never)
  private static func made<Value>(_ make: () -> Value) -> Value { make() }
}
