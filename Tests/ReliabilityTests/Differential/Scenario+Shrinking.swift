/// Makes a scenario smaller.
extension Scenario {
  /// Leaves parts out, and returns the smallest scenario for which the condition still holds.
  func shrunk(while holds: (Scenario) -> Bool) -> Scenario {
    var smallest = self
    var tries = 0
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in smallest.smaller() {
        tries += 1
        guard tries < 5_000 else { return smallest }
        if holds(candidate) {
          smallest = candidate
          isSmaller = true
          break
        }
      }
    }
    return smallest
  }

  private func smaller() -> [Scenario] {
    var all: [Scenario] = []
    func add(_ change: (inout Scenario) -> Void) {
      var copy = self
      change(&copy)
      all.append(copy)
    }
    for index in operations.indices { add { $0.operations.remove(at: index) } }
    if let last = children.indices.last,
      !operations.contains(where: { $0.child == last })
    {
      add { $0.children.removeLast() }
    }
    for index in forms.indices { add { $0.forms.remove(at: index) } }
    for index in extensions.indices { add { $0.extensions.remove(at: index) } }
    for index in modules.indices where !modules[index].isEmpty { add { $0.modules[index] = [] } }
    for index in operations.indices where operations[index].child != nil {
      add { $0.operations[index].child = nil }
    }
    for (index, child) in children.enumerated() {
      for position in child.forms.indices { add { $0.children[index].forms.remove(at: position) } }
      for (position, form) in child.forms.enumerated() {
        for form in form.smaller() { add { $0.children[index].forms[position] = form } }
      }
    }
    for (index, form) in forms.enumerated() {
      for form in form.smaller() { add { $0.forms[index] = form } }
    }
    for (index, module) in modules.enumerated() {
      for (position, form) in module.enumerated() {
        for form in form.smaller() { add { $0.modules[index][position] = form } }
      }
    }
    for (index, operation) in operations.enumerated() {
      for step in operation.step.smaller() { add { $0.operations[index].step = step } }
    }
    if !keepsNodes { add { $0.keepsNodes = true } }
    return all
  }
}

extension FuzzForm {
  fileprivate func smaller() -> [FuzzForm] {
    var all: [FuzzForm] = []
    func add(_ change: (inout FuzzForm) -> Void) {
      var copy = self
      change(&copy)
      all.append(copy)
    }
    for index in edges.indices { add { $0.edges.remove(at: index) } }
    for index in steps.indices { add { $0.steps.remove(at: index) } }
    for index in awakeSteps.indices { add { $0.awakeSteps.remove(at: index) } }
    if awakeThrows { add { $0.awakeThrows = false } }
    if isAsIs { add { $0.isAsIs = false } }
    if cls != .plain { add { $0.cls = .plain } }
    if scope != nil { add { $0.scope = nil } }
    if source != .closure { add { $0.source = .closure } }
    for (index, step) in steps.enumerated() {
      for step in step.smaller() { add { $0.steps[index] = step } }
    }
    for (index, step) in awakeSteps.enumerated() {
      for step in step.smaller() { add { $0.awakeSteps[index] = step } }
    }
    return all
  }
}

extension FuzzStep {
  fileprivate func smaller() -> [FuzzStep] {
    func with(_ action: Action) -> FuzzStep { FuzzStep(action: action, forgives: forgives) }
    switch action {
    case .update(let changes): return Self.smaller(changes).map { with(.update($0)) }
    case .updateThatThrows(let changes):
      return Self.smaller(changes).map { with(.updateThatThrows($0)) }
    case .inChild(let forms, let steps):
      var all: [FuzzStep] = []
      for index in forms.indices {
        var fewer = forms
        fewer.remove(at: index)
        all.append(with(.inChild(fewer, steps)))
        for form in forms[index].smaller() {
          var other = forms
          other[index] = form
          all.append(with(.inChild(other, steps)))
        }
      }
      for index in steps.indices {
        var fewer = steps
        fewer.remove(at: index)
        all.append(with(.inChild(forms, fewer)))
        for step in steps[index].smaller() {
          var other = steps
          other[index] = step
          all.append(with(.inChild(forms, other)))
        }
      }
      return all
    case .injectEach(let indices) where indices.count > 1:
      return indices.indices.map { index in
        var fewer = indices
        fewer.remove(at: index)
        return with(.injectEach(fewer))
      }
    default: return []
    }
  }

  private static func smaller(_ changes: [FuzzChange]) -> [[FuzzChange]] {
    var all: [[FuzzChange]] = []
    for (index, change) in changes.enumerated() {
      var fewer = changes
      fewer.remove(at: index)
      all.append(fewer)
      guard case .bind(let form) = change else { continue }
      for form in form.smaller() {
        var other = changes
        other[index] = .bind(form)
        all.append(other)
      }
    }
    return all
  }
}
