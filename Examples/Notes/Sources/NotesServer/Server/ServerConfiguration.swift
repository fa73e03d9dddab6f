/// Where the notes are kept.
package enum Storage: Sendable, CustomStringConvertible {
  /// In a file, which is created if it does not exist.
  case file(String)
  /// In memory: they are lost when the server stops.
  case memory

  package var description: String {
    switch self {
    case .file(let path): path
    case .memory: "memory"
    }
  }
}

/// The settings on the command line.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var hostname: String
  /// The port to listen on; 0 selects any free port.
  package var port: Int
  /// Where the notes are kept.
  package var storage: Storage

  /// Makes a configuration.
  package init(hostname: String = "127.0.0.1", port: Int = 8080, storage: Storage) {
    self.hostname = hostname
    self.port = port
    self.storage = storage
  }
}
