import Infusion

extension CompositionRun {
  private typealias Item = CompositionModel.Item

  /// The binding that takes effect for a name, and the injector that has it.
  func visible(_ name: Int, from index: Int) -> (item: CompositionModel.Item, owner: Int)? {
    if let item = members[index].model.binding(of: name) { return (item, index) }
    return members[index].parent.flatMap { visible(name, from: $0) }
  }

  mutating func differenceOfAll() -> String? {
    for index in members.indices {
      if let difference = difference(at: index) { return "injector \(index): \(difference)" }
    }
    return nil
  }

  private mutating func difference(at index: Int) -> String? {
    for name in 0..<generator.names {
      if let difference = differenceOfBinding(name, index) { return "'\(name)' \(difference)" }
      if let difference = differenceOfArray(name, index) { return "['\(name)'] \(difference)" }
    }
    return differenceOfAdditions(Target(), isDerived: false, index)
      ?? differenceOfAdditions(DerivedTarget(), isDerived: true, index)
      ?? differenceOfModules(index) ?? differenceOfGraph(index) ?? differenceOfValidation(index)
  }

  // MARK: - Bindings

  private mutating func differenceOfBinding(_ name: Int, _ index: Int) -> String? {
    let injector = members[index].injector
    let visible = visible(name, from: index)
    if injector.hasBinding(Product.self, named: Statement.name(name)) != (visible != nil) {
      return "is \(visible == nil ? "bound" : "not bound")"
    }
    for _ in 0..<2 {
      do {
        let product = try injector.resolve(Product.self, named: Statement.name(name))
        if let difference = difference(of: product, name, index) { return difference }
      } catch {
        guard let (item, _) = target(of: name, from: index), item.fails else { return "\(error)" }
        if error.code != .providerFailed { return "\(error)" }
        if error.bindingLocation?.line != UInt(item.number) {
          return "\(item.number) expected; \(error)"
        }
      }
    }
    return nil
  }

  /// The binding behind links.
  private func target(of name: Int, from index: Int) -> (item: Item, owner: Int)? {
    guard let (item, owner) = visible(name, from: index) else { return nil }
    if case .link(let target) = item.kind { return self.target(of: target, from: index) }
    return (item, owner)
  }

  private mutating func difference(of product: Product, _ name: Int, _ index: Int) -> String? {
    let item = target(of: name, from: index)?.item
    if item?.fails == true { return "is \(product.number) instead of a failure" }
    var number = item?.number ?? -1
    if case .ownType? = item?.kind { number = -1 }
    if product.number != number { return "is \(product.number) instead of \(number)" }
    return difference(of: product, kept: item)
  }

  /// Compares an instance with the one that the injector should keep.
  private mutating func difference(of product: Product, kept item: Item?) -> String? {
    if product.releases != 0 { return "\(product.number) was released" }
    if gone.contains(where: { $0 === product }) { return "\(product.number) comes back" }
    guard let item, item.lifetime != .unscoped else {
      return instances.values.contains { $0 === product } ? "\(product.number) is kept" : nil
    }
    if let instance = instances[item.serial] {
      return instance === product ? nil : "\(product.number) is another object"
    }
    if instances.values.contains(where: { $0 === product }) { return "\(product.number) is shared" }
    instances[item.serial] = product
    return nil
  }

  // MARK: - Collections

  /// From the topmost injector down.
  private func chain(to index: Int) -> [Int] {
    (members[index].parent.map { chain(to: $0) } ?? []) + [index]
  }

  private func contributions(to name: Int, _ index: Int) -> [Item] {
    chain(to: index).flatMap { index in
      members[index].model.items.filter { $0.isContribution && $0.name == name }
    }
  }

  private mutating func differenceOfArray(_ name: Int, _ index: Int) -> String? {
    let array = chain(to: index).reversed().lazy.compactMap { [members] in
      members[$0].model.array(of: name)
    }.first
    let items = contributions(to: name, index)
    let injector = members[index].injector
    let isBound = injector.hasBinding([Product].self, named: Statement.name(name))
    if isBound != (array != nil || !items.isEmpty) { return "bound: \(isBound)" }
    for _ in 0..<2 {
      guard
        let products = try? injector.resolve([Product].self, named: Statement.name(name))
      else { return "fails" }
      let expected = array.map { [$0.number] } ?? items.map(\.number)
      if products.map(\.number) != expected {
        return "is \(products.map(\.number)) instead of \(expected)"
      }
      guard array == nil else { continue }
      for (product, item) in zip(products, items) {
        if let difference = difference(of: product, kept: item) { return difference }
      }
    }
    return nil
  }

  // MARK: - Extensions

  private func differenceOfAdditions(
    _ target: Target, isDerived: Bool, _ index: Int
  ) -> String? {
    let all = chain(to: index).flatMap { members[$0].model.items }
    var steps: [Int] = []
    var names: [Int?] = [nil, nil]
    var requested: [Int] = []
    for level in isDerived ? [false, true] : [false] {
      var listed: [Int?] = [nil, nil]
      for item in all {
        guard case .addition(level, let property) = item.kind else { continue }
        steps.append(item.number)
        if property < 2 { listed[property] = item.name }
      }
      for property in 0..<2 { names[property] = listed[property] ?? names[property] }
      requested += listed.compactMap { $0 }
    }
    let fails = requested.contains { self.target(of: $0, from: index)?.item.fails == true }
    do {
      try members[index].injector.injectDependencies(into: target)
    } catch {
      return fails && error.code == .providerFailed ? nil : "injecting: \(error)"
    }
    if fails { return "injecting succeeds" }
    if target.steps != steps { return "completed by \(target.steps) instead of \(steps)" }
    for (product, name) in zip([target.first, target.second], names) {
      let expected = name.map { name in
        self.target(of: name, from: index).map { target in
          if case .ownType = target.item.kind { -1 } else { target.item.number }
        } ?? -1
      }
      if product?.number != expected { return "injected \(names): \(product?.number ?? 0)" }
    }
    return nil
  }

  // MARK: - Reading

  private func differenceOfModules(_ index: Int) -> String? {
    let listed = Plan.numbers(of: members[index].injector.installedModules)
    let expected = members[index].model.listed.map(\.plan.number)
    return listed == expected ? nil : "modules \(listed) instead of \(expected)"
  }

  private func differenceOfGraph(_ index: Int) -> String? {
    let nodes = members[index].injector.graph.nodes.filter {
      $0.type == "Product" && $0.location != nil
    }
    for name in 0..<generator.names {
      if let (item, owner) = visible(name, from: index), !item.isCopy,
        let node = nodes.first(where: {
          $0.name == "\(name)" && !$0.isContribution
        }), let path = members[owner].model.path(to: item.owner), node.modules != path
      {
        return "graph of '\(name)': \(node.modules) instead of \(path)"
      }
      let found = nodes.filter { $0.name == "\(name)" && !$0.isContribution }.map {
        "\($0.location ?? "") \($0.isEager) \($0.scope) \($0.level)"
      }
      let expected = visible(name, from: index).map { item, owner in
        let level = item.lifetime == .unscoped ? 0 : depth(of: index) - depth(of: owner)
        return "Statements.swift:\(item.number) \(item.lifetime == .eager) "
          + "\(item.lifetime == .unscoped ? "unscoped" : "singleton") \(level)"
      }
      if found != expected.map({ [$0] }) ?? [] {
        return "graph of '\(name)': \(found) instead of \(expected ?? "none")"
      }
    }
    return nil
  }

  private func differenceOfValidation(_ index: Int) -> String? {
    let expected = chain(to: index).flatMap { members[$0].model.hiding }.map(\.number).sorted()
    var found: [Int] = []
    do {
      try members[index].injector.validate()
    } catch {
      for finding in error.errors.isEmpty ? [error] : error.errors {
        if finding.code != .shadowedBinding { return "validation: \(finding)" }
        found.append(Int(finding.bindingLocation?.line ?? 0))
      }
    }
    return found.sorted() == expected
      ? nil : "validation finds \(found) instead of \(expected)"
  }

  // MARK: - Without order

  /// Compares the modules of an injector, in any order.
  func differenceWithoutOrder(_ injector: Injector, _ model: CompositionModel) -> String? {
    func identities(_ numbers: [Int]) -> Set<Plan.Identity?> {
      Set(numbers.map { number in generator.plans.first { $0.number == number }?.identity })
    }
    let listed = Plan.numbers(of: injector.installedModules)
    let expected = model.listed.map(\.plan.number)
    // A later module may bring back what others leave out, and equal ones may install different ones.
    if model.leavesOut || model.listed.contains(where: { generator.hasEqual($0.plan) }) {
      return nil
    }
    return listed.count == expected.count && identities(listed) == identities(expected)
      ? nil : "modules \(listed) instead of \(expected), in any order"
  }
}
