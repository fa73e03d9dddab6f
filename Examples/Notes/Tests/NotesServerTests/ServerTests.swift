import Testing

/// All tests of the server, one at a time, because some count the allocations of the process.
@Suite(.serialized, .timeLimit(.minutes(5)))
enum ServerTests {}
