/// A number of operations that are ready to run.
struct Work {
  /// The measured part.
  let run: () throws -> Void
  /// The part after the measurement.
  var finish: () -> Void = {}
}

/// One of the compared programs.
struct Side {
  /// The number of objects of the model that one operation makes.
  let objects: Int
  /// The number of operations in a sample; if nil, their duration determines it.
  var operations: Int?
  /// Whether it is timed on a thread with a stack of 512 KB.
  var isOnSmallStack = false
  /// Whether a second thread does the same work; the time includes both.
  var hasTwoThreads = false
  /// Whether the objects are made once, whatever the number of operations.
  var isMadeOnce = false
  /// Calls its argument in the context in which the operations have to run.
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

  /// A side without preparation. The body contains the loop, so that no call separates operations.
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
    /// Two programs, measured in turn.
    case compared(reference: Side, subject: Side)
    /// Something that happens once in a process, measured in new processes.
    case first(reference: Side, subject: Side)
    /// The retained memory per unit.
    case footprint(units: Int, prepare: () throws -> () throws -> Any)
  }

  let variant: String
  let kind: Kind
  /// The least work of a container for the same task, where it is implemented.
  var floor: Side?
  let goal: Goal?
  /// The number of operations that the guard counts; nil if it leaves the line out.
  var counted: Int? = 200
}

/// A group of lines.
struct Row {
  let name: String
  /// A description of one operation and of the reference of the ratio.
  let summary: String
  /// Makes the lines, once the row is chosen, because some take long to prepare.
  let scenarios: () throws -> [Scenario]
}
