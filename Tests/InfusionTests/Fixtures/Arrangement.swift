import Infusion
import Testing

/// The ways in which an injector can get its bindings: what holds for one holds for all.
enum Arrangement: CaseIterable, CustomTestStringConvertible {
  case created
  case child
  case grandchildOfBound
  case adding
  case derived
  case update
  case childOfUpdated

  var testDescription: String { "\(self)" }

  func makeInjector(
    options: Injector.Options = .init(), _ configure: @escaping (Binder) throws -> Void
  ) throws -> Injector {
    switch self {
    case .created:
      return try Injector(options: options, configure)
    case .child:
      return try Injector([], options: options).makeChild(configure)
    case .grandchildOfBound:
      return try Injector(options: options, configure).makeChild().makeChild()
    case .adding:
      return try Injector([], options: options).adding(Configuring(configure: configure))
    case .derived:
      return try Injector(options: options, configure).adding(NoBindings()).removing(
        NoBindings.self)
    case .update:
      let injector = try Injector([], options: options)
      try injector.update(configure)
      return injector
    case .childOfUpdated:
      let injector = try Injector([], options: options)
      let child = try injector.makeChild()
      try injector.update(configure)
      return child
    }
  }
}

/// A module made from a closure.
struct Configuring: Module {
  let configure: (Binder) throws -> Void

  func configure(_ binder: Binder) throws { try configure(binder) }
}

private struct NoBindings: Module {
  func configure(_ binder: Binder) {}
}
