public import ArgumentParser
import Foundation
import Hummingbird
import Infusion
public import Logging
import NIOCore
import NotesServer

/// A server for notes, wired by Infusion.
@main
struct NotesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "notes",
    abstract: "Serves notes over HTTP, and keeps them in SQLite.",
    discussion: "It stops on SIGTERM and SIGINT, when the requests under way are answered.")

  @Option(help: "The address to listen on.")
  var hostname = "127.0.0.1"

  @Option(help: "The port to listen on; 0 is any that is free.")
  var port = 8080

  @Option(
    help: ArgumentHelp(
      "The file to keep the notes in. (default: notes.sqlite)", valueName: "file"))
  var database: String?

  @Flag(help: "Keep the notes in memory only; they are gone when the server stops.")
  var memory = false

  @Option(help: "How much is logged.")
  var logLevel = Logger.Level.info

  func validate() throws {
    guard (0...65535).contains(port) else {
      throw ValidationError("A port is a number from 0 to 65535.")
    }
    if memory, database != nil {
      throw ValidationError("Notes are kept in memory or in a file, not in both.")
    }
  }

  func run() async throws {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    var logger = Logger(label: "notes")
    logger.logLevel = logLevel
    var injection = Logger(label: "notes.injection")
    injection.logLevel = logLevel

    let configuration = ServerConfiguration(
      hostname: hostname, port: port,
      storage: memory ? .memory : .file(database ?? "notes.sqlite"))
    let injector = try Injector(
      [ServerModule(storage: configuration.storage, logger: logger)],
      options: .observed(by: injection))
    let application = try NotesApplication.make(with: injector, configuration: configuration) {
      Self.announce($0)
    }
    try await application.runService()
  }

  /// Prints where the server listens, at once, even if the output is a pipe.
  private static func announce(_ address: SocketAddress) {
    guard let host = address.ipAddress, let port = address.port else { return }
    let place = host.contains(":") ? "[\(host)]" : host
    FileHandle.standardOutput.write(Data("listening on http://\(place):\(port)\n".utf8))
  }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
