import Books
import Infusion
import InfusionTesting
import Testing

/// No test of this suite needs the main actor: they run in parallel.
@Suite(.injector(FakesModule(), SessionModule(reader: Reader(name: "Ada"))))
nonisolated struct RepositoryTests {
  @Test(arguments: 1...20)
  func everyTestHasAServerOfItsOwn(round: Int) async throws {
    let repository = try inject(BookRepository.self)
    try await repository.markRead(7)
    #expect(try await repository.all().allSatisfy(\.isRead))
    let server = try inject(FakeServer.self)
    #expect(await server.saved.isEmpty)
  }
}
