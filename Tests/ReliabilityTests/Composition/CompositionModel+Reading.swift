// What the documentation promises of a configuration.

extension CompositionModel {
  func binding(of name: Int) -> Item? { items.last { $0.isBinding && $0.name == name } }
  func array(of name: Int) -> Item? { items.last { $0.isArray && $0.name == name } }

  func isInForce(_ item: Item) -> Bool {
    if item.isBinding { return binding(of: item.name)?.serial == item.serial }
    if item.isArray { return array(of: item.name)?.serial == item.serial }
    return true
  }

  /// The bindings that hide an earlier one by mistake.
  var hiding: [Item] {
    items.indices.flatMap { index in
      let later = items[(index + 1)...].first { $0.hides(items[index]) }
      return later.flatMap { $0.isOfUpdate || $0.replaces(items[index]) ? nil : [$0] } ?? []
    }
  }

  /// The names of the modules that declare something, outermost first; nil if one of them is gone.
  func path(to owner: Int) -> [String]? {
    guard owner != Self.program else { return [] }
    guard let module = installed.first(where: { $0.serial == owner }) else { return nil }
    return pathAround(module).map { $0 + (module.plan.declaring.map { ["\($0)"] } ?? []) }
  }

  private func pathAround(_ module: Installed) -> [String]? {
    // A module that is overridden belongs to the modules around both.
    guard module.isBase else { return path(to: module.first) }
    return installed.first { $0.serial == module.first }.flatMap { pathAround($0) }
  }

  var listed: [Installed] { installed.filter { !$0.plan.isOverriding } }

  /// Whether a module is left whose first installer is gone: if all modules are configured again, it
  /// may get another position.
  var isOrderUncertain: Bool {
    installed.contains { module in
      module.first != Self.program && !installed.contains { $0.serial == module.first }
    }
  }

  /// The modules that have installed a module, directly or not.
  func owners(of module: Installed) -> Set<Int> {
    var owners: Set<Int> = []
    var waiting = Array(module.installers)
    while let next = waiting.popLast() {
      guard owners.insert(next).inserted else { continue }
      waiting += installed.first { $0.serial == next }?.installers ?? []
    }
    return owners
  }

  /// The modules that a change uninstalls.
  func gone(in next: CompositionModel) -> [Installed] {
    installed.filter { module in !next.installed.contains { $0.serial == module.serial } }
  }
}
