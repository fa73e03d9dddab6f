/// One value under construction, or one request of user code.
///
/// A frame consists of plain words, and keeps only what its flags say. Others keep the rest for as
/// long as the request lasts: the snapshot, which the call keeps, keeps bindings, plans and their
/// steps; the destination or the caller keeps the object.
@safe struct Frame {
  enum Phase: UInt8 {
    /// User code waits for the value of one step.
    case request
    /// The recipe makes the value, when its parameters are gathered.
    case making
    /// The object receives its properties, when these are gathered.
    case injecting
  }

  struct Flags: OptionSet {
    let rawValue: UInt16

    /// The destination holds the value.
    static let holdsValue = Flags(rawValue: 1)
    /// The arguments of the request are on a stack of their own.
    static let hasArguments = Flags(rawValue: 2)
    /// The frame forwards its arguments to what it asks for, as requests and links do.
    static let forwardsArguments = Flags(rawValue: 4)
    /// The time at which the work began is noted.
    static let isTimed = Flags(rawValue: 8)
    /// User code receives the values and may return one of them, which is then nothing new: parameters,
    /// elements of collections, what links below them forward, and the properties of an object that
    /// awakes.
    static let notesValues = Flags(rawValue: 16)
    static let isLink = Flags(rawValue: 32)
    /// The frame keeps its site alive.
    static let keepsSite = Flags(rawValue: 64)
    /// The ledger has the object: there is a ``Frame/note``.
    ///
    /// To ask the note itself would cost every frame 24 instructions when it finishes.
    static let isNoted = Flags(rawValue: 512)
    /// An asynchronous closure has made the value, so observers have seen its beginning.
    static let isDelivered = Flags(rawValue: 1024)
  }

  /// The binding of the value under construction; nil for an object that existed before, and for a
  /// request that does not come from the making of a value.
  var binding: Unretained<ActiveBinding>?
  let snapshot: Unretained<Snapshot>
  /// Identifies, with the injector, a request for an unscoped key, see ``Cell/identity``, or an existing
  /// object by its class; 0 for any other frame.
  let identity: UInt
  var site: Unretained<Site>?
  /// Where the value goes: memory of the frame below, or of the caller.
  let destination: UnsafeMutableRawPointer
  /// Where the dependencies are gathered.
  var memory: UnsafeMutableRawPointer
  /// The dependencies to gather; nil for a request, and once their values are taken.
  var dependencies: Unretained<DependencyList>?
  /// The step to gather next, and the end of the list.
  var step: UnsafePointer<Step>?
  var end: UnsafePointer<Step>?
  var object: Unretained<AnyObject>?
  var plan: Unretained<InjectionPlan>?
  /// The binding whose value is being made for the step without a frame of its own.
  var maker: Unretained<ActiveBinding>?

  /// The instances, the notes and the memory that belong to frames below.
  var firstMember = 0
  var firstNote = 0
  /// The number under which the ledger has the object; negative when it has not.
  var note = -1
  var mark: FrameMemory.Mark

  /// What this frame, or anything finished above it, refers to.
  ///
  /// If no frame below is among it, this frame is the root of its cycle, or in no cycle.
  var received = Received.nothing
  /// The same for the value that is being made for the step without a frame, which may yet be given
  /// the next one.
  var makerReceived = Received.nothing
  /// How many objects are under construction below.
  var depth: Int32 = 0

  var phase: Phase
  var flags: Flags = []
  /// The answer to a request, unless it is a value.
  var answer = Answer.ready

  var core: Unretained<InjectorCore> { snapshot.with { $0.coreReference } }

  /// The key of the value, or the class of the existing object; nil for a request with nothing under
  /// construction.
  var key: Key? { binding?.object.key ?? object.map { Key(type(of: $0.object)) } }

  /// The site, if the frame keeps it: the stack is in order before the site is released.
  var keptSite: Unretained<Site>? { flags.contains(.keepsSite) ? site : nil }

  /// Whether an object that existed before has received its properties: user code may keep it though
  /// the rest of its injection fails.
  var hasSetProperties: Bool { binding == nil && object != nil && dependencies == nil }

  /// How many objects are under construction below what this frame asks for.
  var depthAbove: Int32 { phase == .request && binding == nil ? depth : depth + 1 }

  /// Whether the frame is of the binding of a cell, or injects an existing object.
  @inline(never)
  func answers(_ cell: Unretained<Cell>) -> Bool {
    guard let binding else { return true }
    return cell.binding?.object.isSame(as: binding.object) == true
  }

  /// Whether user code receives the values that the frame gathers, and may return one of them.
  var handsToUser: Bool { phase == .request || flags.contains(.notesValues) }

  /// Notes that the value, and the one that is made for the step without a frame, refer to something.
  mutating func receive(_ other: Received) {
    received.formUnion(other)
    makerReceived.formUnion(other)
  }

  /// The step that is being answered.
  @inline(__always)
  private var openStep: UnsafePointer<Step>? { unsafe step == end ? nil : step }

  /// The cell that the step asks; nil for a handle, and for no step.
  @inline(__always)
  var openCell: Unretained<Cell>? { unsafe openStep?.pointee.cell }

  /// The dependency that the step is for; nil for a request.
  var openDependency: Dependency? {
    openIndex.flatMap { index in dependencies?.with { $0.dependencies[index] } }
  }

  /// The position of the step among those of the dependencies; nil for a request.
  var openIndex: Int? {
    guard let step = unsafe step, unsafe step != end else { return nil }
    return dependencies?.with { unsafe step - $0.steps }
  }

  /// Where the value of that step goes.
  var openMemory: UnsafeMutableRawPointer { unsafe memory + (openStep?.pointee.offset ?? 0) }

  /// Destroys the gathered values, and the value itself.
  func discardValues() {
    if let dependencies, let step = unsafe step {
      dependencies.with { list in
        unsafe list.discard(first: step - list.steps, in: memory)
      }
    }
    if flags.contains(.holdsValue), let recipe = binding?.object.recipe {
      unsafe destination.discard(recipe.valueType)
    }
  }
}
