/// One dependency of an object or an initializer in one injector: what it requires, and what supplies
/// it.
struct Dependency {
  let supply: Supply
  let requirement: Requirement

  init(_ supply: Supply, for requirement: Requirement) {
    self.supply = supply
    self.requirement = requirement
  }

  /// Links a requirement for one value.
  init(_ requirement: Requirement, in snapshot: Snapshot) {
    let type: Any.Type = requirement.valueType
    let source = snapshot.supply(of: type, named: requirement.name, isDeclared: true).source
    self.init(
      Supply(source: source.handles?.held(by: requirement) ?? source, type: type),
      for: requirement)
  }

  /// Whether a missing binding leaves the memory as it is.
  var isOptional: Bool { requirement.isOptional }

  /// The key that the dependency asks for.
  var key: Key { supply.key }
}

/// The dependencies of one object or initializer, laid out side by side.
///
/// Where one of them is optional, the memory begins with one byte for each, which is 1 when it has a
/// value and 0 when it is absent.
///
/// `@unchecked Sendable`: immutable after it is laid out, as are its dependencies.
@safe final class DependencyList: @unchecked Sendable {
  static let empty = DependencyList([])

  /// Makes a list; without dependencies, it is the same empty list each time.
  static func of(_ dependencies: [Dependency]) -> DependencyList {
    dependencies.isEmpty ? empty : DependencyList(dependencies)
  }

  let dependencies: [Dependency]
  let layout: ValueLayout
  let hasOptional: Bool
  /// The dependencies side by side, as frames gather them.
  let steps: UnsafePointer<Step>

  private init(_ dependencies: [Dependency]) {
    self.dependencies = dependencies
    hasOptional = dependencies.contains(where: \.isOptional)
    var layout = ValueLayout(size: hasOptional ? dependencies.count : 0, alignment: 1)
    let steps = UnsafeMutablePointer<Step>.allocate(capacity: max(dependencies.count, 1))
    for (index, dependency) in dependencies.enumerated() {
      let offset = layout.append(dependency.supply.layout)
      unsafe (steps + index).initialize(to: Step(dependency, at: offset))
    }
    self.layout = layout
    unsafe self.steps = unsafe UnsafePointer(steps)
  }

  deinit { unsafe steps.deallocate() }

  /// Whether a dependency has a value, once all are gathered.
  @inline(__always)
  func isPresent(_ index: Int, in memory: UnsafeMutableRawPointer) -> Bool {
    unsafe !hasOptional || memory.load(fromByteOffset: index, as: UInt8.self) == 1
  }

  /// Destroys the values gathered for the first dependencies.
  func discard(first count: Int, in memory: UnsafeMutableRawPointer) {
    for index in 0..<count where unsafe isPresent(index, in: memory) {
      unsafe (memory + steps[index].offset).discard(dependencies[index].supply.type)
    }
  }

  /// Moves the gathered values into the properties of an object, in order.
  ///
  /// Apart from the engine, so that the loop keeps its values in registers.
  @inline(never)
  func move(_ memory: UnsafeMutableRawPointer, into object: Unretained<AnyObject>) {
    for index in 0..<dependencies.count {
      object.with { object in
        if unsafe isPresent(index, in: memory) {
          unsafe steps[index].assign(from: memory, to: object)
        } else {
          unsafe steps[index].leave(object)
        }
      }
    }
  }
}
