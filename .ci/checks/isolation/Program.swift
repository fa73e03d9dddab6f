// Runs what Ordinary.swift declares, and asks elsewhere for what belongs to the main actor.
import Infusion

@main struct Program {
  @MainActor static func main() async throws {
    let app = try App()
    let list = try app.show()
    expect(list.title == "list")
    expect(try ListScreen(app.injector).body == "list")
    expect(try app.detail(7).list === list)
    let later = try await app.showLater()
    expect(later == "list 1")
    expect(list.journal.lines.count > 0)
    app.logOut()
    expect(try app.injector.resolve(ListModel.self) !== list)
    expect(try app.derive().resolve(Network.self) !== app.injector.resolve(Network.self))
    let injector = app.injector
    let answer = try await Office(injector).open(Settings(server: "here"))
    expect(answer == "here 1")

    let refused = try await Task.detached {
      expect(try look(injector).server == "here")
      _ = try? injector.resolve(Network.self)
      return [
        code { _ = try injector.resolve(ListModel.self) },
        code { _ = try injector.resolve(ListModel.self, named: "shown") },
        code { _ = try injector.resolve(DetailModel.self, arguments: 1) },
        code { _ = try injector.resolve(Headline.self) },
        code { _ = try injector.resolve(Headline.self, named: "list") },
        code { _ = try injector.resolve(Journal.self) },
        code { _ = try injector.resolve(Theme.self) },
        code { _ = try injector.adding(NetworkModule()) },
        code { try injector.injectDependencies(into: list as AnyObject) },
      ]
    }.value
    expect(refused.allSatisfy { $0 == .mainActorRequired })
    print("in order")
  }
}

nonisolated func code(_ body: () throws -> Void) -> InjectionError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? InjectionError)?.code
  }
}

nonisolated func expect(
  _ condition: @autoclosure () throws -> Bool, line: UInt = #line
) {
  do {
    if try !condition() { fatalError("line \(line)") }
  } catch {
    fatalError("line \(line): \(error)")
  }
}
