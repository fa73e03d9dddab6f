import Infusion
import WorkCounts

/// Work that must not grow faster than its size.
enum Growth: String, CaseIterable {
  case configuring, resolving, resolvingSingletons, resolvingWithinAGraph, failing, ring
  case unwindingSingletons, rebindingInOneUpdate, rebindingLiveInOneUpdate, bindingOneKeyInOneUpdate
  case unbindingInOneUpdate, rescopingInOneUpdate, rescopingOneKeyInOneUpdate, uninstalling
  case contributions, modules, nestedModules, extensions, injectingMany, releasing
  case children, passingOnSingletonsOfAParent, optionalsMissing, wideObject, updatingExtended
  case askingForPreparedValues, linkingSingletons, linkingWeakly, passingOnReleasedObjects
  case passingOnReleasedObjectsOfAParent, addingSingletonsInOneUpdate

  /// The smaller of the two compared sizes.
  var size: Int {
    switch self {
    case .children, .wideObject, .extensions, .updatingExtended: 250
    default: 1_000
    }
  }

  /// Does the work, and returns how much the calling thread has done for it.
  func perform(_ size: Int) throws -> Work {
    func name(_ index: Int) -> Name { Name("\(index)") }
    func bindAll(_ binder: Binder) {
      for index in 0..<size { binder.bind(Int.self, named: name(index)).to { index } }
    }
    switch self {
    case .configuring: return try counted { _ = try Injector(bindAll) }
    case .resolving, .resolvingSingletons, .resolvingWithinAGraph:
      let scope: Scope =
        switch self {
        case .resolving: .unscoped
        case .resolvingSingletons: .singleton
        default: .graph
        }
      let injector = try Injector { chain(size, $0, scope) }
      var first: ChainLink?
      let work = try counted { first = try injector.resolve(ChainLink.self, named: "0") }
      if let first { takeApart(first) }
      return work
    case .failing, .unwindingSingletons:
      let scope = self == .failing ? Scope.unscoped : .singleton
      let injector = try Injector { binder in
        for index in 0..<size {
          binder.bind(ChainLink.self, named: name(index)).to { ChainLink() }.in(scope)
            .injecting(\.next, named: name(index + 1))
        }
      }
      return counted {
        do throws(InjectionError) {
          _ = try injector.resolve(ChainLink.self, named: "0")
        } catch {
          _ = error.description
        }
      }
    case .ring:
      let injector = try Injector { binder in
        for index in 0..<size {
          binder.bind(ChainLink.self, named: name(index)).to { ChainLink() }.in(.singleton)
            .injecting(\.next, named: name((index + 1) % size))
        }
      }
      var first: ChainLink?
      let work = try counted { first = try injector.resolve(ChainLink.self, named: "0") }
      let second = first?.next
      first?.next = nil
      if let second { takeApart(second) }
      return work
    case .rebindingInOneUpdate:
      let injector = try Injector(bindAll)
      return try counted { try injector.update(bindAll) }
    case .rebindingLiveInOneUpdate:
      let injector = try Injector()
      try injector.update(bindAll)
      return try counted { try injector.update(bindAll) }
    case .bindingOneKeyInOneUpdate:
      let injector = try Injector { bindOneKey(size, $0) }
      return try counted { try injector.update { bindOneKey(size, $0) } }
    case .unbindingInOneUpdate:
      let injector = try Injector(bindAll)
      return try counted {
        try injector.update { binder in
          for index in 0..<size { binder.unbind(Int.self, named: name(index)) }
        }
      }
    case .rescopingInOneUpdate:
      let injector = try Injector(bindAll)
      return try counted {
        try injector.update { binder in
          for index in 0..<size { binder.rescope(Int.self, named: name(index), to: .singleton) }
        }
      }
    case .rescopingOneKeyInOneUpdate:
      let injector = try Injector { bindOneKey(size, $0) }
      return try counted {
        try injector.update { binder in
          for _ in 0..<size { binder.rescope(Int.self, to: .singleton) }
        }
      }
    case .uninstalling:
      let injector = try Injector(bindAll)
      try injector.update { $0.install(Many(count: size)) }
      return try counted { try injector.update { $0.uninstall(Many.self) } }
    case .contributions:
      return try counted {
        let injector = try Injector { binder in
          for index in 0..<size { binder.contribute(Int.self).to { index } }
        }
        _ = try injector.resolve([Int].self)
        _ = try injector.makeChild().resolve([Int].self)
      }
    case .modules:
      let modules = (0..<size).map { One(number: $0) }
      return try counted { _ = try Injector(modules) }
    case .nestedModules:
      // One closure installs all modules, so that user code does not recurse deeply.
      return try counted {
        _ = try Injector { binder in
          for index in 0..<size {
            binder.install(One(number: index))
            binder.bind(String.self, named: name(index)).to { "" }
          }
        }
      }
    case .extensions:
      return try counted {
        let injector = try Injector { binder in
          binder.bind(Counter.self).to { Counter() }.in(.singleton)
          for index in 0..<size { binder.extend(C00.self).injecting(\.[index]) }
        }
        try injector.injectDependencies(into: C00())
      }
    case .wideObject:
      let injector = try Injector { binder in
        binder.bind(Counter.self).to { Counter() }.in(.singleton)
        extend(C00.self, size, binder)
      }
      return try counted {
        for _ in 0..<10 { try injector.injectDependencies(into: C00()) }
      }
    case .updatingExtended:
      let injector = try Injector { binder in
        binder.bind(Counter.self).to { Counter() }.in(.singleton)
        extend(C00.self, size, binder)
      }
      return try counted {
        try injector.update { binder in
          binder.bind(Int.self).to { try $0.resolve(Counter.self).value }.asEagerSingleton()
        }
      }
    case .injectingMany:
      let injector = try Injector { binder in
        binder.bind(Counter.self).to { Counter() }
        extend(C00.self, 1, binder)
      }
      let objects = (0..<size).map { _ in C00() }
      return try counted { try injector.injectDependencies(intoEach: objects) }
    case .releasing:
      let injector = try Injector { chain(size, $0, .singleton) }
      _ = try injector.resolve(ChainLink.self, named: "0")
      return counted { injector.releaseSingletons() }
    case .children:
      let oldest = try Injector { binder in
        binder.bind(Counter.self).to { Counter() }.in(.singleton)
        binder.bind(ChainLink.self).to { ChainLink() }
      }
      var injector = oldest
      for _ in 0..<size { injector = try injector.makeChild() }
      _ = try injector.resolve(Counter.self)
      return try counted {
        for _ in 0..<100 {
          _ = try injector.resolve(Counter.self)
          _ = try injector.resolve(ChainLink.self)
        }
      }
    case .passingOnSingletonsOfAParent:
      let parent = try Injector { binder in
        for index in 0..<size {
          binder.bind(Counter.self, named: name(index)).to { Counter() }.in(.singleton)
        }
      }
      let child = try parent.makeChild { binder in
        for index in 0..<size {
          let name = name(index)
          binder.bind(AnyObject.self, named: name).to { try $0.resolve(Counter.self, named: name) }
            .in(.singleton)
        }
      }
      return try counted {
        for index in 0..<size { _ = try child.resolve(AnyObject.self, named: name(index)) }
      }
    case .linkingSingletons, .linkingWeakly:
      let injector = try Injector { binder in
        for index in 0..<size {
          let target = name(index + 1)
          binder.bind(Counter.self, named: name(index)).to(Counter.self, named: target) { $0 }
            .in(self == .linkingWeakly ? .weak : .singleton)
        }
        binder.bind(Counter.self, named: name(size)).to { Counter() }.in(.singleton)
      }
      return try counted { _ = try injector.resolve(Counter.self, named: "0") }
    case .passingOnReleasedObjects, .passingOnReleasedObjectsOfAParent:
      let parent = try Injector { binder in
        for index in 0..<size {
          binder.bind(Released.self, named: name(index)).to { Released() }.in(.singleton)
        }
      }
      func passOn(_ binder: Binder) {
        for index in 0..<size {
          let name = name(index)
          binder.bind(AnyObject.self, named: name).to { try $0.resolve(Released.self, named: name) }
            .in(.singleton)
        }
      }
      let injector =
        try self == .passingOnReleasedObjects ? parent.adding(passOn) : parent.makeChild(passOn)
      return try counted {
        for index in 0..<size { _ = try injector.resolve(AnyObject.self, named: name(index)) }
      }
    case .addingSingletonsInOneUpdate:
      let injector = try Injector()
      let work = try counted {
        try injector.update { binder in
          chain(size, binder, .singleton)
          binder.bind(Int.self).to {
            _ = try $0.resolve(ChainLink.self, named: "0")
            return 1
          }.asEagerSingleton()
        }
      }
      takeApart(try injector.resolve(ChainLink.self, named: "0"))
      return work
    case .optionalsMissing:
      let injector = try Injector()
      return try counted {
        for index in 0..<size {
          _ = try injector.resolveIfBound(Int.self, named: name(index))
        }
      }
    case .askingForPreparedValues:
      let injector = try Injector { binder in
        bindAll(binder)
        binder.bind(ChainLink.self).to { ChainLink() }
      }
      return counted {
        runHere {
          for _ in 0..<size { _ = try? await injector.prepared(ChainLink.self) }
        }
      }
    }
  }
}

private final class Released: ReleasesFromInjection {
  func releaseFromInjection() {}
}

private func bindOneKey(_ count: Int, _ binder: Binder) {
  for index in 0..<count { binder.bind(Int.self).to { index } }
}

private struct Many: Module {
  let count: Int
  func configure(_ binder: Binder) {
    for index in 0..<count {
      binder.bind(Int.self, named: Name("\(index)")).to { -index }
    }
  }
}

private struct One: Module, Hashable {
  let number: Int
  func configure(_ binder: Binder) {
    let number = number
    binder.bind(Int.self, named: Name("\(number)")).to { number }
  }
}
