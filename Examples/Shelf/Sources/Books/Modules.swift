import Infusion

/// What lives as long as the app.
public struct ServerModule: Module {
  public init() {}

  public func configure(_ binder: Binder) {
    binder.bind((any BookServer).self).to { MemoryServer() }.in(.singleton)
    binder.bind((any EventLog).self).to { PrintedLog() }.in(.singleton)
  }
}

/// What lives as long as a reader is logged in.
public struct SessionModule: Module {
  private let reader: Reader

  public init(reader: Reader) { self.reader = reader }

  public func configure(_ binder: Binder) {
    binder.bind(Reader.self).to(instance: reader)
    binder.bind(BookRepository.self)
      .toInitializer(BookRepository.init(server:reader:))
      .in(.singleton)
  }
}
