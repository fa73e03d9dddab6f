// A key path that is only known at run time cannot become a direct store.
import Infusion

public final class Part {}

public final class Owner {
  public var part: Part?
  public init() {}
}

public func set(_ path: ReferenceWritableKeyPath<Owner, Part?>, of owner: Owner, to part: Part) {
  owner[keyPath: path] = part
}
