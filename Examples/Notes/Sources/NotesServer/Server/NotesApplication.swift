package import Hummingbird
package import Infusion
import InfusionLifecycle
import Logging
package import NIOCore
import ServiceLifecycle

/// Makes the server from the objects that an injector provides.
package enum NotesApplication {
  /// Makes the application, ready to be run by a service group.
  ///
  /// The wiring is checked first: what a request would lack is an error here, not later. The group
  /// prepares the injector before the server listens, and shuts it down after the server has
  /// answered its last request, because a group stops its services in the reverse order.
  ///
  /// - Parameters:
  ///   - injector: The injector, made from a ``ServerModule``.
  ///   - configuration: The address to listen on.
  ///   - onListening: Called with the address as soon as clients can connect.
  /// - Throws: `InjectionError` with all mistakes in the wiring.
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
