// Injects classes of its own, loads a library, and injects what that declares.
import Infusion

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What every class here receives.
public final class Engine {
  public init() {}
}

/// Injected before the library is loaded; the library subclasses it.
open class Base: Injectable {
  public var engine: Engine!
  public init() {}
  open class var requires: Requirements { requiring(\.engine) }
}

/// Generic: two specializations are injected, each for the first time.
public final class Box<Value>: Injectable {
  public var engine: Engine!
  public init() {}
  public static var requires: [PartialKeyPath<Box>] { [\Box.engine] }
}

/// Declares nothing itself: the library adds its conformances, and it awakes.
public final class Late {
  public var engine: Engine!
  public var isAwake = false
  public init() {}
}

/// Provided by nothing until the library lets it be created on demand.
public final class Offered {
  public init() {}
}

/// Declares nothing, and neither does its superclass: there is nothing to inject.
class Nothing: Silent {}

/// The superclass of a class without any declaration.
class Silent {}

/// Injects objects before and after it loads the library, and stops where a property is not set.
@main struct Host {
  /// Binds the engine, and adds a property to the class that the library completes.
  struct Services: Module {
    func configure(_ binder: Binder) {
      binder.bind(Engine.self).to { Engine() }
      if !Host.isCounted { binder.extend(Late.self).injecting(\.engine) }
    }
  }

  /// Whether the program does only what must not search: the run-time library searches for the
  /// witnesses of a generic class, and for the keys of the first dictionary of extensions.
  static let isCounted = CommandLine.arguments.contains("counted")

  static func main() throws {
    let injector = try Injector(Services())
    func check(_ isKept: Bool, _ line: UInt = #line) {
      if !isKept { fatalError("line \(line)") }
    }
    let (base, nothing) = (Base(), Nothing())
    for object in [base, nothing] as [AnyObject] {
      try injector.injectDependencies(into: object)
    }
    check(base.engine != nil)
    if isCounted { return }

    let (box, other) = (Box<Int>(), Box<String>())
    for object in [box, other] as [AnyObject] {
      try injector.injectDependencies(into: object)
    }
    check(box.engine != nil && other.engine != nil)

    // The second request need not search again.
    for _ in 0..<2 { check(try injector.resolveIfBound(Offered.self) == nil) }

    guard CommandLine.arguments.count > 1 else { return }
    guard let library = dlopen(CommandLine.arguments[1], RTLD_NOW),
      let symbol = dlsym(library, "make_object")
    else { fatalError(String(cString: dlerror())) }
    typealias Make = @convention(c) (Int) -> UnsafeMutableRawPointer
    let make = unsafeBitCast(symbol, to: Make.self)
    for index in 0..<4 {
      let object = Unmanaged<AnyObject>.fromOpaque(make(index)).takeRetainedValue()
      try injector.injectDependencies(into: object)
      let values = Mirror(reflecting: object).children.map(\.value)
      check(!values.isEmpty && values.allSatisfy { String(describing: $0) != "nil" })
    }
    let late = Late()
    try injector.injectDependencies(into: late)
    check(late.engine != nil && late.isAwake)
    check(try injector.resolveIfBound(Offered.self) != nil)
  }
}
