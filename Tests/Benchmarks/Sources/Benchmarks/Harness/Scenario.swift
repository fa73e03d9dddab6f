/// A number of operations, ready to run.
struct Work {
  /// What is measured.
  let run: () throws -> Void
  /// What has to be done afterwards, and is not measured.
  var finish: () -> Void = {}
}

/// One of the two programs that are compared.
struct Side {
  /// The objects of the model that one operation makes.
  let objects: Int
  /// The number of operations of a sample, where it is given; else it is chosen by their duration.
  var operations: Int?
  /// Whether it is timed on a thread with a stack of 512 KB.
  var isOnSmallStack = false
  /// Whether a second thread works on it too: what counts is the time of both.
  var hasTwoThreads = false
  /// Whether the objects are made once, however many operations there are.
  var isMadeOnce = false
  /// Calls what is measured from where it is to happen.
  var enter: (_ body: @escaping () throws -> Void) throws -> Void = { try $0() }
  /// Prepares a number of operations.
  let prepare: (_ operations: Int) throws -> Work

  init(
    objects: Int = 0, operations: Int? = nil, isOnSmallStack: Bool = false,
    prepare: @escaping (_ operations: Int) throws -> Work
  ) {
    self.objects = objects
    self.operations = operations
    self.isOnSmallStack = isOnSmallStack
    self.prepare = prepare
  }

  /// A side without preparation. The body is the loop, so that no call stands between operations.
  init(
    objects: Int = 0, operations: Int? = nil, loop: @escaping (_ operations: Int) throws -> Void
  ) {
    self.init(objects: objects, operations: operations) { operations in
      Work { try loop(operations) }
    }
  }
}

/// One line of the table.
struct Scenario {
  enum Kind {
    /// Two programs, measured by turns.
    case compared(reference: Side, subject: Side)
    /// What happens once in a process: measured in fresh ones.
    case first(reference: Side, subject: Side)
    /// The memory that is kept, per unit.
    case footprint(units: Int, prepare: () throws -> () throws -> Any)
  }

  let variant: String
  let kind: Kind
  /// The least that a container does for the same, where it is written out.
  var floor: Side?
  let goal: Goal?
  /// How many operations are counted for the guard; nil where a line has no place in it.
  var counted: Int? = 200
}

/// A family of lines.
struct Row {
  let name: String
  /// What one operation is, and what the ratio refers to.
  let summary: String
  /// Makes the lines. Called when the row is chosen: some need long to prepare.
  let scenarios: () throws -> [Scenario]
}
