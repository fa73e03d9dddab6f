/// Issues number plates.
///
/// All vehicles share it, because a module binds it as a singleton.
final class Registry {
  struct Entry {
    let plate: String
    let name: String
  }

  let town: String
  private(set) var entries: [Entry] = []

  init(town: String) {
    self.town = town
  }

  func enter(_ name: String) -> String {
    let entry = Entry(plate: "\(town.prefix(2).uppercased()) \(entries.count + 1)", name: name)
    entries.append(entry)
    return entry.plate
  }
}
