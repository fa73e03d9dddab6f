/// The task on the command line, and its options.
struct Invocation {
  enum Task {
    case help
    case show(file: String)
    case draw(DrawingForm)
    case validate
  }

  private(set) var task = Task.show(file: GarageFile.example)
  private(set) var wiring = Wiring()

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var chosen: String?
    var omitted: [String] = []
    var rest = Array(arguments)[...]

    /// One task at a time: a file, a drawing or a validation.
    func choose(_ task: Task, _ argument: String) throws(UsageError) {
      if let chosen { throw UsageError("'\(argument)' does not go together with '\(chosen)'") }
      (self.task, chosen) = (task, argument)
    }

    /// The value that has to follow an option.
    func value(of option: String, among known: [String]) throws(UsageError) -> String {
      let list = known.joined(separator: ", ")
      guard let value = rest.popFirst() else {
        throw UsageError("'\(option)' is followed by one of \(list)")
      }
      guard known.contains(value) else {
        throw UsageError("'\(option)' is followed by one of \(list), and not by '\(value)'")
      }
      return value
    }

    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        task = .help
        return
      case "--graph":
        let form = try value(of: argument, among: DrawingForm.allCases.map(\.rawValue))
        try choose(.draw(DrawingForm(rawValue: form) ?? .text), argument)
      case "--validate":
        try choose(.validate, argument)
      case "--without":
        omitted.append(try value(of: argument, among: Wiring.moduleNames))
      case _ where argument.hasPrefix("-"):
        throw UsageError("there is no option '\(argument)'")
      default:
        try choose(.show(file: argument), argument)
      }
    }
    wiring = Wiring(without: omitted)
  }

  static let usage = """
    Usage: garage [FILE] [--without MODULE]
           garage --graph dot|mermaid|text [--without MODULE]
           garage --validate [--without MODULE]

    Reads vehicles from a JSON file, injects what they need, and prints what was wired.
    The wiring itself can be drawn and checked without a file, and without making anything.

      FILE              a file with the layout of Examples/Garage/garage.json,
                        which is read when no file is given
      --graph FORM      prints the graph: 'dot' for Graphviz, 'mermaid', or plain 'text'
      --validate        checks the wiring, and prints everything that is wrong with it
      --without MODULE  leaves a module out: PartsModule or GarageModule
      -h, --help        shows this text

    The exit status is 1 when the file or the wiring cannot be used, and 2 when the command is not
    understood.
    """
}

/// The command line is not understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) {
    description = "\(text); 'garage --help' shows what there is"
  }
}
