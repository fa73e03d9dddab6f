/// Restores hit points, once.
final class Potion: Item {
  let healing: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case healing
  }

  required init(from decoder: any Decoder) throws {
    healing = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .healing)
    try super.init(from: decoder)
  }

  override class var fields: [String] { super.fields + CodingKeys.allCases.map(\.rawValue) }

  override func complaints(in plan: LevelPlan) -> [Complaint] {
    super.complaints(in: plan) + Complaint.unless("healing", healing, isIn: 1...9999)
  }
}
