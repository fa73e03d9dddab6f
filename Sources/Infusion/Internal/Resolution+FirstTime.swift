/// What the short way meets for the first time in an injector: cells that are not linked, and
/// classes that have no plan.
///
/// A child injector that lives as long as one request of a server does little else. What can be
/// found out without user code is found out here; for the rest frames are taken, which user code
/// may need.
///
/// `Tests/Benchmarks` has the figures: rows plan (known class, new injector) and child.
extension Resolution {
  /// Links a cell with the binding of its own injector, if that says itself how its values are made.
  ///
  /// - Returns: The binding, if it can be used at once.
  @inline(never)
  func bindingLinkedNow(of cell: Unmanaged<Cell>) -> Unmanaged<ActiveBinding>? {
    guard !isSubstituting else { return nil }
    return unsafe cell._withUnsafeGuaranteedRef { cell in
      unsafe cell.core.linkWithoutUserCode(cell, at: moment)
      // The cell keeps it, and the history does when it is replaced before this request ends.
      return unsafe cell.content.present(at: moment)
    }
  }

  /// Makes the plan for an object of a class whose declarations are known and merged.
  ///
  /// - Returns: The plan, if the binding keeps it.
  @inline(never)
  func planMadeNow(
    for object: Unmanaged<AnyObject>, _ binding: Unmanaged<ActiveBinding>
  ) -> Unmanaged<InjectionPlan>? {
    unsafe object._withUnsafeGuaranteedRef { object in
      unsafe binding._withUnsafeGuaranteedRef { binding in
        let cls: AnyClass = type(of: object)
        guard binding.declaration.additions.isEmpty, ClassShape.isMerged(cls),
          (try? binding.plan(for: object, at: moment)) != nil
        else { return nil }
        return unsafe binding.knownPlan(for: cls, at: moment)
      }
    }
  }
}
