package import Hummingbird
package import Infusion
import InfusionLifecycle
import Logging
package import NIOCore
import ServiceLifecycle

/// Makes the server from what an injector provides.
package enum NotesApplication {
  /// Makes the application, ready to be run by a service group.
  ///
  /// The wiring is checked first: what a request would not get is an error here, not later. The
  /// injector is prepared before the server listens, and shut down after it has answered its
  /// last request: a group stops its services in the reverse order.
  ///
  /// - Parameters:
  ///   - injector: The injector, made from a ``ServerModule``.
  ///   - configuration: The address to listen on.
  ///   - onListening: Called with the address as soon as clients can connect.
  /// - Throws: `InjectionError` with everything that is wrong with the wiring.
  package static func make(
    with injector: Injector, configuration: ServerConfiguration,
    onListening: @escaping @Sendable (SocketAddress) async -> Void
  ) throws -> some ApplicationProtocol {
    try injector.makeExampleRequest().validate(including: NoteDraft.self, NoteRevision.self)
    var application = Application(
      router: try Routes.makeRouter(injector),
      configuration: ApplicationConfiguration(
        address: .hostname(configuration.hostname, port: configuration.port),
        serverName: "notes"),
      services: [InjectorService(injector)],
      onServerRunning: { channel in
        if let address = channel.localAddress { await onListening(address) }
      },
      logger: try injector.resolve(Logger.self))
    application.beforeServerStarts { try await injector.prepare() }
    return application
  }
}
