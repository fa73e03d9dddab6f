import Infusion

/// An object that knows the update that bound it.
final class Version: Sendable {
  let number: Int
  private let live: Counter
  init(_ number: Int, _ live: Counter) {
    self.number = number
    self.live = live
    live.increment()
  }
  deinit { live.increment(by: -1) }
}

final class VersionHolder: Injectable {
  var version: Version!
  static var requires: [PartialKeyPath<VersionHolder>] { [\.version] }
}

func bind(
  _ number: Int, _ binder: Binder, _ form: LiveChangeConcurrencyTests.Form, _ live: Counter
) {
  // Captured, so that a reference to the old binding keeps this object.
  let payload = Version(number, live)
  switch form {
  case .unscoped, .child, .lazy, .injected:
    binder.bind(Version.self).to { Version(payload.number, live) }
  case .singleton, .grandchildSingleton:
    binder.bind(Version.self).to { Version(payload.number, live) }.in(.singleton)
  case .instance: binder.bind(Version.self).to(instance: payload)
  case .eager:
    binder.bind(Version.self).to { Version(payload.number, live) }.asEagerSingleton()
  case .weak: binder.bind(Version.self).to { Version(payload.number, live) }.in(.weak)
  case .contributed, .contributedToChild:
    if number > 0 { binder.unbind([Version].self) }
    binder.contribute(Version.self).to { Version(payload.number, live) }
      .in(number % 2 == 0 ? .singleton : .unscoped)
  case .rescoped:
    binder.bind(Version.self).to { Version(payload.number, live) }
    binder.rescope(Version.self, to: number % 2 == 0 ? .singleton : .graph)
  }
}

func read(
  _ form: LiveChangeConcurrencyTests.Form, _ injector: Injector, _ child: Injector,
  _ grandchild: Injector
) throws -> Version {
  switch form {
  case .unscoped, .singleton, .instance, .eager, .weak, .rescoped:
    return try injector.resolve(Version.self)
  case .child: return try child.resolve(Version.self)
  case .grandchildSingleton: return try grandchild.resolve(Version.self)
  case .contributed: return try only(injector.resolve([Version].self))
  case .contributedToChild: return try only(child.resolve([Version].self))
  case .lazy: return try injector.resolve(Lazy<Version>.self).get()
  case .injected:
    let holder = VersionHolder()
    try injector.injectDependencies(into: holder)
    return holder.version
  }
}

struct WrongCount: Error { let count: Int }

func only(_ versions: [Version]) throws -> Version {
  guard versions.count == 1 else { throw WrongCount(count: versions.count) }
  return versions[0]
}
