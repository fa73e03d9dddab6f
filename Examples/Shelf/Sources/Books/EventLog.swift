/// Records what readers do in the app.
public protocol EventLog: Sendable {
  func note(_ event: String)
}

public struct PrintedLog: EventLog {
  public init() {}
  public func note(_ event: String) { print("event:", event) }
}
