import Infusion
import Synchronization

protocol CrowdRole: AnyObject {
  var node: CrowdNode { get }
}

/// What is known of a node, even when it is gone.
final class CrowdFacts: Sendable {
  /// The number of the binding that created it.
  let tag: Int
  let key: CrowdKey
  let scope: CrowdScope
  /// The injector that created it; nil if it is not one of those that last.
  let home: CrowdHome?
  let isReleasable: Bool
  let awakes = Atomic<Int>(0)
  let releases = Atomic<Int>(0)
  let releasedAt = Atomic<Int>(0)

  init(_ tag: Int, _ form: CrowdForm, _ home: CrowdHome?) {
    self.tag = tag
    self.home = home
    key = form.key
    scope = form.scope
    isReleasable = form.isReleased
  }
}

/// A node that the bindings of a plan create.
///
/// User code changes it only until it is complete.
class CrowdNode: CrowdRole, AwakesFromInjection, @unchecked Sendable {
  final let run: CrowdRun
  final let form: CrowdForm
  final let facts: CrowdFacts
  weak final var injector: Injector?
  final var a: CrowdNode?
  final var b: CrowdNode?
  final var c: CrowdNode?
  final var lazy: Lazy<CrowdNode>?
  final var provider: Provider<CrowdNode>?
  final var list: [CrowdNode]?
  final var role: (any CrowdRole)?
  /// What its code has asked for.
  final var kept: [CrowdNode] = []
  final var completions = 0

  init(_ run: CrowdRun, _ form: CrowdForm, _ tag: Int, _ injector: Injector, kept: [CrowdNode]) {
    self.run = run
    self.form = form
    self.injector = injector
    self.kept = kept
    facts = CrowdFacts(tag, form, run.home(of: injector))
    run.living.add(1, ordering: .relaxed)
  }

  deinit {
    run.living.subtract(1, ordering: .relaxed)
    run.echo(form.echoes, injector)
  }

  final var node: CrowdNode { self }

  final func awakeFromInjection() throws { try run.awake(self) }

  final func has(_ property: CrowdForm.Edge.Property) -> Bool {
    switch property {
    case .a: a != nil
    case .b: b != nil
    case .c: c != nil
    case .lazy: lazy != nil
    case .provider: provider != nil
    case .list: list != nil
    case .role: role != nil
    }
  }

  /// The nodes that it refers to.
  final var neighbors: [CrowdNode] {
    [a, b, c, role?.node].compactMap { $0 } + (list ?? []) + kept
  }

  final func takeApart() {
    a = nil
    b = nil
    c = nil
    lazy = nil
    provider = nil
    list = nil
    role = nil
    kept = []
  }
}

final class ReleasedCrowdNode: CrowdNode, ReleasesFromInjection, @unchecked Sendable {
  func releaseFromInjection() throws { try run.release(self) }
}

/// An existing object, which the threads inject.
final class CrowdTarget: Injectable, AwakesFromInjection {
  var node: CrowdNode!
  var list: [CrowdNode]?
  private(set) var awakes = 0

  static var requires: Requirements {
    requiring(\.node, named: "0") + requiring(\.list, named: "1")
  }

  func awakeFromInjection() { awakes += 1 }
}
