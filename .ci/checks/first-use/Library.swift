// Loaded after the host has injected its first objects.
import Host
import Infusion

final class Derived: Base {
  var own: Engine!
  override class var requires: Requirements { requiring(\.own) }
}

final class Independent: Injectable {
  var engine: Engine!
  static var requires: [PartialKeyPath<Independent>] { [\.engine] }

  final class Nested: Injectable {
    var engine: Engine!
    static var requires: [PartialKeyPath<Nested>] { [\.engine] }
  }
}

final class Generic<Value>: Injectable {
  var engine: Engine!
  static var requires: [AnyKeyPath] { [\Generic.engine] }
}

extension Late: @retroactive InjectionDeclaring {}
extension Late: @retroactive AwakesFromInjection {
  public func awakeFromInjection() { isAwake = true }
}

@_cdecl("make_object")
public func makeObject(_ index: Int) -> UnsafeMutableRawPointer {
  let objects: [AnyObject] = [Derived(), Independent(), Independent.Nested(), Generic<Int>()]
  return Unmanaged.passRetained(objects[index]).toOpaque()
}
