import Infusion

/// May pull a trailer, which the file describes as an object in the truck.
final class Truck: Vehicle {
  let trailer: Trailer?
  private(set) var engine: (any Engine)!

  required init(name: String, color: String) {
    trailer = nil
    super.init(name: name, color: color)
  }

  private enum CodingKeys: CodingKey {
    case trailer
  }

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    trailer = try container.decodeIfPresent(Trailer.self, forKey: .trailer)
    try super.init(from: decoder)
  }

  override class var requires: Requirements { requiring(\.engine, named: .diesel) }

  override var objects: [AnyObject] { super.objects + (trailer?.objects ?? []) }
}
