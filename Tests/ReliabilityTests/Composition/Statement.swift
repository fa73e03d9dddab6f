import Infusion

/// A line of a module, of a closure or of an update.
///
/// The first number of a declaration is its location and the number of the objects that it makes.
enum Statement {
  enum Lifetime {
    case unscoped, singleton, eager
    /// Eager with another scope, which is an error while the binding is in force.
    case misplaced
  }

  case bind(Int, name: Int, Lifetime, fails: Bool)
  case link(Int, name: Int, to: Int)
  case contribute(Int, name: Int, isSingleton: Bool)
  case bindArray(Int, name: Int)
  case extend(Int, isDerived: Bool, property: Int, name: Int)
  case install(Plan)
  case unbind(name: Int)
  case unbindArray(name: Int)
  case rescope(Int, name: Int, isSingleton: Bool)
  case uninstall(Plan)
  case uninstallAll(ModuleKind)
  case fail

  static let file = "Composition/Statements.swift"
  static func name(_ number: Int) -> Name { Name("\(number)") }

  func perform(on binder: Binder, _ journal: CompositionJournal) throws {
    let file = Self.file
    switch self {
    case .bind(let number, let name, let lifetime, let fails):
      let builder = binder.bind(
        Product.self, named: Self.name(name), fileID: file, line: UInt(number))
      provide(builder, number, fails, journal)
      switch lifetime {
      case .unscoped: break
      case .singleton: builder.in(.singleton)
      case .eager: builder.asEagerSingleton()
      case .misplaced: builder.asEagerSingleton().in(.unscoped)
      }
    case .link(let number, let name, let target):
      binder.bind(Product.self, named: Self.name(name), fileID: file, line: UInt(number))
        .to(Product.self, named: Self.name(target)) { $0 }
    case .contribute(let number, let name, let isSingleton):
      let builder = binder.contribute(
        Product.self, named: Self.name(name), fileID: file, line: UInt(number)
      ).to { Product(number) }
      if isSingleton { builder.in(.singleton) }
    case .bindArray(let number, let name):
      binder.bind([Product].self, named: Self.name(name), fileID: file, line: UInt(number))
        .to { [Product(number)] }
    case .extend(let number, let isDerived, let property, let name):
      extend(binder, number, isDerived, property, Self.name(name))
    case .install(let plan): binder.install(plan.makeModule())
    case .unbind(let name): binder.unbind(Product.self, named: Self.name(name))
    case .unbindArray(let name): binder.unbind([Product].self, named: Self.name(name))
    case .rescope(let number, let name, let isSingleton):
      binder.rescope(
        Product.self, named: Self.name(name), to: isSingleton ? .singleton : .unscoped,
        fileID: file, line: UInt(number))
    case .uninstall(let plan): plan.uninstall(from: binder)
    case .uninstallAll(let kind): kind.uninstallAll(from: binder)
    case .fail: throw PlannedFailure()
    }
  }

  /// The numbers of closures without captures, which an optimized program keeps as plain values.
  static let fixed = 4..<7

  private func provide(
    _ builder: BindingBuilder<Product>, _ number: Int, _ fails: Bool, _ journal: CompositionJournal
  ) {
    switch number {
    case 4: builder.to { Product(4) }
    case 5: builder.to { Product(5) }
    case 6: builder.to { _ in Product(6) }
    default:
      builder.to {
        journal.created.append(number)
        if fails { throw PlannedFailure() }
        let product = Product(number)
        journal.products.append(product)
        return product
      }
    }
  }

  private func extend(
    _ binder: Binder, _ number: Int, _ isDerived: Bool, _ property: Int, _ name: Name
  ) {
    if isDerived {
      let builder = binder.extend(DerivedTarget.self).completing { $0.steps.append(number) }
      if property == 0 { builder.injecting(\.first, named: name) }
      if property == 1 { builder.injecting(\.second, named: name) }
    } else {
      let builder = binder.extend(Target.self).completing { $0.steps.append(number) }
      if property == 0 { builder.injecting(\.first, named: name) }
      if property == 1 { builder.injecting(\.second, named: name) }
    }
  }
}

/// What the bindings provide; the number says which of them. On demand, it is -1.
final class Product: DefaultInitializable, ReleasesFromInjection {
  let number: Int
  private(set) var releases = 0
  init(_ number: Int) { self.number = number }
  convenience init() { self.init(-1) }
  func releaseFromInjection() { releases += 1 }
}

/// A class that modules extend.
class Target {
  var first: Product?
  var second: Product?
  var steps: [Int] = []
}

final class DerivedTarget: Target {}

extension Statement: CustomStringConvertible {
  var description: String {
    switch self {
    case .bind(let number, let name, let lifetime, let fails):
      "'\(name)' := \(number)\(lifetime == .unscoped ? "" : " \(lifetime)")\(fails ? " fails" : "")"
    case .link(let number, let name, let target): "'\(name)' := \(number) link '\(target)'"
    case .contribute(let number, let name, let isSingleton):
      "['\(name)'] += \(number)\(isSingleton ? " singleton" : "")"
    case .bindArray(let number, let name): "['\(name)'] := \(number)"
    case .extend(let number, let isDerived, let property, let name):
      "extend \(isDerived ? "derived" : "base") \(number) .\(property) '\(name)'"
    case .install(let plan): "install \(plan.number)"
    case .unbind(let name): "unbind '\(name)'"
    case .unbindArray(let name): "unbind ['\(name)']"
    case .rescope(let number, let name, let isSingleton):
      "rescope '\(name)' \(number) \(isSingleton ? "singleton" : "unscoped")"
    case .uninstall(let plan): "uninstall \(plan.number)"
    case .uninstallAll(let kind): "uninstall all \(kind)"
    case .fail: "fail"
    }
  }
}
