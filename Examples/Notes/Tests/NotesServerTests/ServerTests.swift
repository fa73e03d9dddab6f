import Testing

/// All tests of the server, one after the other: some count what the process has allocated.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum ServerTests {}
