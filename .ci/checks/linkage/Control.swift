import Foundation
import Infusion

@main enum Control {
  static func main() {
    if NSNumber(value: 1) != 1 { fatalError("Foundation does not count") }
  }
}
