final class First: Sendable {}
final class Second: Sendable {}
