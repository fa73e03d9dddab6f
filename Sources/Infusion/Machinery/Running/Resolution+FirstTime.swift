/// What the short way meets for the first time in an injector: cells that are not linked, and
/// classes that have no plan.
///
/// A child injector that lives as long as one request of a server does little else. What can be
/// found out without asking user code is found out here; for the rest frames are taken.
///
/// Deinitializers are user code, too, and what is put in place here may be the last to let go of
/// something outdated. Whoever calls looks afterwards whether frames have taken over meanwhile.
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

  /// Makes the plan for a new object of a class whose declarations are known and merged.
  ///
  /// - Returns: The plan, if the binding or the injector keeps it, and no frame has taken over from
  ///   the activation of the object.
  @inline(never)
  func planMadeNow(
    for object: Unmanaged<AnyObject>, _ binding: Unmanaged<ActiveBinding>,
    _ activation: UnsafeMutablePointer<Activation>
  ) -> Unmanaged<InjectionPlan>? {
    let plan = unsafe object._withUnsafeGuaranteedRef { object in
      unsafe binding._withUnsafeGuaranteedRef { binding -> Unmanaged<InjectionPlan>? in
        let cls: AnyClass = type(of: object)
        guard binding.declaration.additions.isEmpty, ClassShape.isMerged(cls),
          (try? binding.plan(for: object, at: moment)) != nil
        else { return nil }
        // A binding keeps the plan of one class only, the injector those of all.
        return unsafe binding.knownPlan(for: cls, at: moment)
          ?? binding.core.knownPlan(for: cls, at: moment)
      }
    }
    return unsafe activation.pointee.frame == nil ? plan : nil
  }
}
