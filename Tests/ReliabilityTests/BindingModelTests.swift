import Infusion
import Testing

/// Compares random bindings, which the set-up of an injector and updates make and remove, with a
/// list of bindings for each name.
struct BindingModelTests {
  @Test func everyNameHasTheBindingThatWasMadeLast() throws {
    for seed in Settings.seed.map({ $0...$0 }) ?? 1...UInt64(Settings.times(400)) {
      var run = BindingRun(seed: seed)
      let difference = try run.compare()
      #expect(difference == nil, "INFUSION_TEST_SEED=\(seed)")
    }
  }
}

private final class Thing {
  let number: Int
  init(_ number: Int) { self.number = number }
}

private enum BindingStep {
  case bind(Int, Int, isSingleton: Bool, captures: Bool)
  case unbind(Int)
  case rescope(Int, isSingleton: Bool)
  case install(Package)
  case uninstall(Package)

  static func name(_ number: Int) -> Name { Name("\(number)") }

  func perform(on binder: Binder) {
    switch self {
    case .bind(let name, let number, let isSingleton, let captures):
      let builder = binder.bind(Thing.self, named: Self.name(name))
      if captures {
        builder.to { Thing(number) }
      } else {
        // Closures without captures, which an optimized program keeps as plain values.
        switch number {
        case 0: builder.to { Thing(0) }
        case 1: builder.to { Thing(1) }
        case 2: builder.to { Thing(2) }
        default: builder.to { _ in Thing(3) }
        }
      }
      if isSingleton { builder.in(.singleton) }
    case .unbind(let name): binder.unbind(Thing.self, named: Self.name(name))
    case .rescope(let name, let isSingleton):
      binder.rescope(Thing.self, named: Self.name(name), to: isSingleton ? .singleton : .unscoped)
    case .install(let package): binder.install(package)
    case .uninstall(let package): binder.uninstall(package)
    }
  }
}

/// A module that is identified by its number.
private struct Package: Module, Hashable {
  let number: Int
  let content: [BindingStep]

  func configure(_ binder: Binder) { for operation in content { operation.perform(on: binder) } }

  static func == (left: Package, right: Package) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

private struct BindingRun {
  private struct Bound {
    let number: Int
    var isSingleton: Bool
    let package: Int?
  }

  private static let names = 24
  private var random: SeededGenerator
  private var packages: [Package] = []
  /// The bindings of each name; the last one is in force.
  private var bound: [[Bound]] = Array(repeating: [], count: names)
  /// The installers of each package: other packages by number, and the program.
  private var installed: [Int: Set<Int>] = [:]
  private static let program = -1

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    for number in 0..<4 {
      let inner = packages.filter { _ in random.chance(20) }.map { BindingStep.install($0) }
      let bindings = (0..<random.below(8)).map { _ in binding() }
      packages.append(Package(number: number, content: (bindings + inner).shuffled(using: &random)))
    }
  }

  private mutating func binding() -> BindingStep {
    .bind(
      random.below(Self.names), random.below(4), isSingleton: random.chance(40),
      captures: random.chance(40))
  }

  private mutating func step() -> BindingStep {
    let name = random.below(Self.names)
    return switch random.below(20) {
    case 0, 1: .unbind(name)
    case 2, 3: .rescope(name, isSingleton: random.chance(50))
    case 4, 5: .install(packages[random.below(packages.count)])
    case 6: .uninstall(packages[random.below(packages.count)])
    default: binding()
    }
  }

  /// Compares model and injector; returns the first difference.
  mutating func compare() throws -> String? {
    let setUp = (0..<random.below(60)).compactMap { _ in planned() }
    let injector = try Injector { binder in for operation in setUp { operation.perform(on: binder) }
    }
    if let difference = difference(in: injector) { return "after \(setUp): \(difference)" }
    for _ in 0..<random.below(8) {
      let changes = (0..<random.below(12)).compactMap { _ in planned() }
      try injector.update { binder in for operation in changes { operation.perform(on: binder) } }
      if let difference = difference(in: injector) {
        return "after \(setUp) and \(changes): \(difference)"
      }
    }
    return nil
  }

  /// An operation that makes sense at present, already performed on the model.
  private mutating func planned() -> BindingStep? {
    let operation = step()
    if case .rescope(let name, _) = operation, bound[name].isEmpty { return nil }
    perform(operation, in: nil)
    return operation
  }

  private mutating func perform(_ operation: BindingStep, in owner: Int?) {
    switch operation {
    case .bind(let name, let number, let isSingleton, _):
      bound[name].append(Bound(number: number, isSingleton: isSingleton, package: owner))
    case .unbind(let name): bound[name] = []
    case .rescope(let name, let isSingleton):
      bound[name][bound[name].count - 1].isSingleton = isSingleton
    case .install(let package):
      let isFirst = installed[package.number] == nil
      installed[package.number, default: []].insert(owner ?? Self.program)
      if isFirst { for inner in package.content { perform(inner, in: package.number) } }
    case .uninstall(let package): uninstall(package.number)
    }
  }

  /// Uninstalls a package, and the packages that only it has installed.
  private mutating func uninstall(_ package: Int) {
    guard installed.removeValue(forKey: package) != nil else { return }
    for name in bound.indices { bound[name].removeAll { $0.package == package } }
    for inner in Array(installed.keys) where installed[inner]?.remove(package) != nil {
      if installed[inner]?.isEmpty == true { uninstall(inner) }
    }
  }

  private func difference(in injector: Injector) -> String? {
    for name in 0..<Self.names {
      let expected = bound[name].last.map { "\($0.number), singleton: \($0.isSingleton)" }
      let thing = try? injector.resolve(Thing.self, named: BindingStep.name(name))
      let again = try? injector.resolve(Thing.self, named: BindingStep.name(name))
      let found = thing.map { "\($0.number), singleton: \($0 === again)" }
      if found != expected {
        return "\(name) is \(found ?? "unbound") instead of \(expected ?? "unbound")"
      }
    }
    return nil
  }
}
