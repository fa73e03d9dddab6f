/// Where the notes are kept.
package enum Storage: Sendable, CustomStringConvertible {
  /// In a file, which is created when it does not exist.
  case file(String)
  /// In memory: they are gone when the server stops.
  case memory

  package var description: String {
    switch self {
    case .file(let path): path
    case .memory: "memory"
    }
  }
}

/// What the command line decides.
package struct ServerConfiguration: Sendable {
  /// The address to listen on.
  package var hostname: String
  /// The port to listen on; 0 is any that is free.
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
