// Nothing here knows that entities are injected later.

extension Level: Decodable {
  enum CodingKeys: String, CodingKey, CaseIterable {
    case title, rooms, entities
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    title = try container.decode(String.self, forKey: .title)
    rooms = try container.decode([Room].self, forKey: .rooms)
    entities = try container.decode([AnyEntity].self, forKey: .entities).map(\.entity)
  }
}

/// An entity of the class that its kind selects.
struct AnyEntity: Decodable {
  let entity: Entity

  private enum CodingKeys: CodingKey {
    case kind
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let kind = try container.decode(EntityKind.self, forKey: .kind)
    entity = try kind.type.init(from: decoder)
  }
}

/// A level whose rooms and entities may have failed to decode.
struct LevelDraft: Decodable {
  let title: String
  let rooms: [Attempt<Room>]
  let entities: [Attempt<AnyEntity>]
}

/// A value, or the reason why it could not be decoded; the values beside it are decoded anyway.
struct Attempt<Value: Decodable>: Decodable {
  let result: Result<Value, any Error>

  init(from decoder: any Decoder) {
    result = Result { try Value(from: decoder) }
  }

  var value: Value? { try? result.get() }
}
