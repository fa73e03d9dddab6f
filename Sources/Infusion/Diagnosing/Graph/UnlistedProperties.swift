/// Finds the stored properties of a class and its superclasses that no list mentions.
///
/// A superclass may list nothing. That is not an error, and its properties stay nil. So they are
/// shown where the class is explained.
///
/// - Parameters:
///   - cls: The class.
///   - requirements: The properties that are injected into objects of the class.
/// - Returns: The names of the properties; those of a superclass with its name: `Vehicle.engine`.
func unlistedProperties(of cls: AnyClass, besides requirements: [Requirement]) -> [String] {
  guard !requirements.isEmpty else { return [] }
  var names: [String] = []
  // For several properties of one type, only the number of the listed ones may be known.
  var listed: [ObjectIdentifier: [String: Int]] = [:]
  for requirement in requirements {
    guard case .property(let owner, _, _) = requirement.subject,
      let text = requirement.propertyName()
    else { continue }
    let root: AnyClass = requirement.slot?.root as? AnyClass ?? owner
    listed[ObjectIdentifier(root), default: [:]][text, default: 0] += 1
  }
  // A property may be listed through a subclass.
  let mentioned = listed.values.reduce(into: [:]) { $0.merge($1) { max($0, $1) } }
  for level in superclassChain(of: cls) {
    guard let stored = StoredProperties.of(level)?.properties else { continue }
    let prefix = level == cls ? "" : "\(TypeText(level).text)."
    var named: Set<String> = []
    for property in stored where !(property.type is any InjectionMarker.Type) {
      // A property that a macro stores for itself is not one of the class's own.
      if property.label.hasPrefix("$") { continue }
      if mentioned[property.label] != nil { continue }
      let group = mentioned.first {
        $0.key.split(separator: " or ").contains { $0 == property.label }
      }
      guard let group else {
        names.append(prefix + property.label)
        continue
      }
      let isComplete = group.key.split(separator: " or ").count <= group.value
      if !isComplete, named.insert(group.key).inserted { names.append(prefix + group.key) }
    }
  }
  return names
}
