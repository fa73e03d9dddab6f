/// Makes the blows of the hero who carries it harder.
final class Sword: Item {
  let bonus: Int

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case bonus
  }

  required init(from decoder: any Decoder) throws {
    bonus = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .bonus)
    try super.init(from: decoder)
  }

  override class var fields: [String] { super.fields + CodingKeys.allCases.map(\.rawValue) }

  override func complaints(in plan: LevelPlan) -> [Complaint] {
    super.complaints(in: plan) + Complaint.unless("bonus", bonus, isIn: 0...99)
  }

  override var weaponBonus: Int { bonus }
}
