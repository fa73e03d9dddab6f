import Infusion
import Testing

private final class ForgetfulList: Injectable, AwakesFromInjection {
  var links: [CountedLink] = []
  static var requires: Requirements { requiring(\.links) }
  func awakeFromInjection() { links = [] }
}

/// Modules that install each other without end, wrapped into others.
private struct Endless: Module {
  let objects: [Any] = []
  func configure(_ binder: Binder) { binder.install(Endless().overriding { _ in }) }
}

/// Rule 8: property dependencies of any depth need no stack.
@Suite(.serialized) struct DepthTests {
  @Test func aPropertyChainOfAnyDepthNeedsNoStack() throws {
    let depth = Settings.depth
    onThreads(1, stackSize: smallStack) { _ in
      unexpected {
        for scope in [Scope.unscoped, .singleton, .graph, .weak] {
          let injector = try Injector { chain(depth, $0, scope) }
          let first = try injector.resolve(ChainLink.self, named: "0")
          #expect(takeApart(first) == depth)
        }
      }
    }
  }

  /// In its own process, because an overflow would end all tests.
  @Test func modulesThatInstallEachOtherWithoutEndAreRefusedOnASmallStack() async {
    await #expect(processExitsWith: .success) {
      onThreads(1, stackSize: smallStack) { _ in
        do {
          _ = try Injector(Endless())
          Issue.record("the installation has an end")
        } catch {
          #expect((error as? InjectionError)?.code == .cyclicDependency)
        }
      }
    }
  }

  @Test func aChainThatFailsAtItsEndNeedsNoStackAndLeavesNothing() throws {
    let depth = Settings.depth
    onThreads(1, stackSize: smallStack) { _ in
      let live = Counter()
      unexpected {
        let injector = try Injector { binder in
          for index in 0..<depth {
            binder.bind(CountedLink.self, named: Name("\(index)")).to { CountedLink(live) }
              .injecting(\.next, named: Name("\(index + 1)"))
          }
        }
        for _ in 0..<2 {
          do throws(InjectionError) {
            _ = try injector.resolve(CountedLink.self, named: "0")
            Issue.record("the last key is not bound")
          } catch {
            #expect(error.code == .missingBinding)
            #expect(error.path.count + error.omittedStepCount >= depth)
            // The text shows the first ten and the last three steps.
            #expect(error.description.split(separator: "\n").count < 40)
          }
          #expect(live.value == 0)
        }
      }
    }
  }

  /// Each failure is reported with the time since its work began.
  @Test func aChainThatFailsIsReportedToObserversAtItsLength() throws {
    let depth = Settings.depth
    onThreads(1, stackSize: smallStack) { _ in
      let failures = FailureCounter()
      unexpected {
        let injector = try Injector(options: .init(observers: [failures])) { binder in
          for index in 0..<depth {
            binder.bind(ChainLink.self, named: Name("\(index)")).to { ChainLink() }
              .injecting(\.next, named: Name("\(index + 1)"))
          }
        }
        #expect(throws: InjectionError.self) {
          try injector.resolve(ChainLink.self, named: "0")
        }
      }
      #expect(failures.timed.value == depth)
    }
  }

  @Test func aRingOfAnyLengthCloses() throws {
    let length = Settings.depth
    onThreads(1, stackSize: smallStack) { _ in
      unexpected {
        for scope in [Scope.unscoped, .singleton] {
          let injector = try Injector { binder in
            for index in 0..<length {
              binder.bind(ChainLink.self, named: Name("\(index)")).to { ChainLink() }.in(scope)
                .injecting(\.next, named: Name("\((index + 1) % length)"))
            }
          }
          let first = try injector.resolve(ChainLink.self, named: "0")
          var count = 0
          var node: ChainLink? = first
          repeat {
            let next = node?.next
            node?.next = nil
            node = next
            count += 1
          } while node !== first && node != nil && count <= length
          #expect(count == length)
        }
      }
    }
  }

  /// In its own process, because an overflow would end all tests.
  @Test(arguments: SharedChain.allCases)
  func aChainThatACallSharesIsReleasedOneByOne(chain: SharedChain) async {
    await #expect(processExitsWith: .success) { [chain] in
      onThreads(1, stackSize: smallStack) { _ in
        unexpected {
          let depth = Settings.depth
          let live = Counter()
          var last: CountedLink?
          func link() -> CountedLink {
            let link = CountedLink(live)
            link.next = last.take()
            return link
          }
          let injector = try Injector { binder in
            for index in (0..<depth).reversed() {
              let name = Name("\(index)")
              let builder = binder.bind(CountedLink.self, named: name).in(.graph)
              if chain == .fromItsEnd {
                builder.to(link)
              } else {
                builder.to { CountedLink(live) }.injecting(\.next, named: Name("\(index + 1)"))
              }
              binder.contribute(CountedLink.self).to(CountedLink.self, named: name) { $0 }
            }
            binder.bind(CountedLink.self, named: Name("\(depth)")).to { CountedLink(live) }
            binder.bind(Int.self).to { injector in
              switch chain {
              case .fromItsBeginning: _ = try injector.resolve(CountedLink.self, named: "0")
              case .fromItsEnd:
                for index in (0..<depth).reversed() {
                  last = try injector.resolve(CountedLink.self, named: Name("\(index)"))
                }
                last = nil
              case .collected: _ = try injector.create { ForgetfulList() }
              }
              return live.value
            }
          }
          #expect(try injector.resolve(Int.self) >= depth)
          #expect(live.value == 0)
        }
      }
    }
  }

  /// How the objects of a chain come to be shared by one call.
  enum SharedChain: String, CaseIterable, Codable {
    case fromItsBeginning, fromItsEnd
    /// From its end, by an object that does not keep them.
    case collected
  }

  @Test func singletonsOfAChainAreReleasedOneByOne() throws {
    let depth = Settings.depth
    onThreads(1, stackSize: smallStack) { _ in
      unexpected {
        let live = Counter()
        do {
          let injector = try Injector { binder in
            for index in 0..<depth {
              binder.bind(CountedLink.self, named: Name("\(index)")).to { CountedLink(live) }
                .in(.singleton).injecting(\.next, named: Name("\(index + 1)"))
            }
            binder.bind(CountedLink.self, named: Name("\(depth)")).to { CountedLink(live) }.in(
              .singleton)
          }
          _ = try injector.resolve(CountedLink.self, named: "0")
          #expect(live.value == depth + 1)
          injector.releaseSingletons()
          #expect(live.value == 0)
          _ = try injector.resolve(CountedLink.self, named: "0")
          #expect(live.value == depth + 1)
        }
        #expect(live.value == 0)
      }
    }
  }
}

private final class FailureCounter: InjectionObserver {
  let timed = Counter()
  func didFail(_ event: InjectionEvent, _ error: InjectionError) {
    if event.duration != nil { timed.increment() }
  }
}
