extension Resolution {
  /// The receiver of the value that a frame makes: links only forward it.
  func injectionPoint(above position: Int) -> InjectionPoint {
    var owner = position - 1
    while owner >= 0, frames[owner].flags.contains(.isLink) { owner -= 1 }
    let name = frames[owner + 1].binding?.object.key.name
    guard owner >= 0, frames[owner].phase != .request, let step = frames[owner].openStep,
      let link = step.link?.object
    else { return InjectionPoint(owner: nil, property: nil, name: name) }
    let frame = frames[owner]
    let object = frame.object?.object
    return InjectionPoint(
      owner: object.map { type(of: $0) } ?? frame.binding?.object.key.type,
      property: link.requirement.propertyName(in: object), name: name)
  }
}
