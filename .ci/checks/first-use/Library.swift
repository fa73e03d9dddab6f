// Loaded after the host has injected its first objects.
import Host
import Infusion

/// Loaded later than its superclass, which the host has injected before.
final class Derived: Base {
  var own: Engine!
  override class var requires: Requirements { requiring(\.own) }
}

/// Has no superclass in the host.
final class Independent: Injectable {
  var engine: Engine!
  static var requires: [PartialKeyPath<Independent>] { [\.engine] }

  /// Nested, so that its name in the records has a context.
  final class Nested: Injectable {
    var engine: Engine!
    static var requires: [PartialKeyPath<Nested>] { [\.engine] }
  }
}

/// Generic, in a library that is loaded later.
final class Generic<Value>: Injectable {
  var engine: Engine!
  static var requires: [AnyKeyPath] { [\Generic.engine] }
}

/// Conformances of a class of the host, known only when the library is loaded.
extension Late: @retroactive InjectionDeclaring {}
extension Late: @retroactive AwakesFromInjection {
  public func awakeFromInjection() { isAwake = true }
}

/// Lets a class of the host be created on demand, which the host has asked for in vain.
extension Offered: @retroactive InjectionDeclaring {}
extension Offered: @retroactive DefaultInitializable {}

/// Gives the host an object of each class, which it cannot name.
@_cdecl("make_object")
public func makeObject(_ index: Int) -> UnsafeMutableRawPointer {
  let objects: [AnyObject] = [Derived(), Independent(), Independent.Nested(), Generic<Int>()]
  return Unmanaged.passRetained(objects[index]).toOpaque()
}
