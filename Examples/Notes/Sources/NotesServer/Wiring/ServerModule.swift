package import Infusion
package import Logging

/// All bindings of the server.
package struct ServerModule: Module {
  private let storage: Storage
  private let logger: Logger

  /// Makes the module.
  ///
  /// - Parameters:
  ///   - storage: Where the notes are kept.
  ///   - logger: The logger of the server; requests add their own metadata.
  package init(storage: Storage, logger: Logger) {
    self.storage = storage
    self.logger = logger
  }

  package func configure(_ binder: Binder) {
    binder.bind(Logger.self).to(instance: logger)
    binder.bind(Activity.self).toInitializer(Activity.init(logger:)).asEagerSingleton()
    binder.install(StorageModule(storage: storage))
    binder.install(NotesModule())
    binder.install(PagesModule())
  }
}
