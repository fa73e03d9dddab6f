import Foundation
import Infusion

/// Reads vehicles from a JSON file, injects what they need, and prints the result; or shows the
/// wiring without creating an object.
@main
enum GarageProgram {
  static func main() {
    do {
      let invocation = try Invocation(CommandLine.arguments.dropFirst())
      switch invocation.task {
      case .help: print(Invocation.usage)
      case .show(let file): try show(file, invocation.wiring)
      case .draw(let form): print(try invocation.wiring.drawing(form), terminator: "")
      case .validate: print(try invocation.wiring.validation())
      }
    } catch {
      FileHandle.standardError.write(Data("garage: \(error)\n".utf8))
      exit(error is UsageError ? 2 : 1)
    }
  }

  static func show(_ file: String, _ wiring: Wiring) throws {
    // JSONDecoder creates the objects; it knows nothing of Infusion.
    let garage = try GarageFile(path: file).garage()

    // The injector fills them in.
    let injector = try wiring.injector()
    try injector.injectDependencies(intoEach: garage.objects)

    // The dealer creates more of them. It does not keep the injector alive, so this call does.
    let ordered = try withExtendedLifetime(injector) {
      try [
        garage.dealer.order(SportsCar.self, named: "Roadster", color: "silver"),
        garage.dealer.order(Truck.self, named: "Hauler", color: "white"),
      ]
    }
    print(try Report(garage: garage, ordered: ordered).text())
    print(try "\n" + Changes(injector: injector).text())
  }
}
