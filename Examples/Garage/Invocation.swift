/// What the command line asks for.
enum Invocation {
  case help
  case show(file: String)

  init(_ arguments: some Sequence<String>) throws {
    var file: String?
    for argument in arguments {
      switch argument {
      case "--help", "-h":
        self = .help
        return
      case _ where argument.hasPrefix("-"):
        throw UsageError("there is no option '\(argument)'")
      case _ where file != nil:
        throw UsageError("one file at a time: '\(argument)' is one too many")
      default:
        file = argument
      }
    }
    self = .show(file: file ?? GarageFile.example)
  }

  static let usage = """
    Usage: garage [FILE] [--help]

    Reads vehicles from a JSON file, injects what they need, and prints what was wired.

      FILE        a file with the layout of Examples/Garage/garage.json,
                  which is read when no file is given
      -h, --help  shows this text

    The exit status is 1 when the file cannot be used, and 2 when the command is not understood.
    """
}

/// A command line that is not understood.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ text: String) {
    description = "\(text); 'garage --help' shows what there is"
  }
}
