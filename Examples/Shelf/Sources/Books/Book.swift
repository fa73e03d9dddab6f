/// A book that a reader wants to read.
public struct Book: Identifiable, Hashable, Sendable {
  public let id: Int
  public let title: String
  public var isRead: Bool

  public init(id: Int, title: String, isRead: Bool = false) {
    self.id = id
    self.title = title
    self.isRead = isRead
  }
}

/// The reader who is logged in.
public struct Reader: Hashable, Sendable {
  public let name: String
  public init(name: String) { self.name = name }
}
