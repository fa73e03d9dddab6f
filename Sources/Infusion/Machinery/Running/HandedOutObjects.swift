/// Objects that user code has received, kept so that none of them is taken for another.
struct HandedOutObjects {
  private var objects: [ObjectIdentifier: AnyObject] = [:]

  var isEmpty: Bool { objects.isEmpty }

  mutating func insert(_ received: [AnyObject]) {
    for object in received { objects[ObjectIdentifier(object)] = object }
  }

  func contains(_ object: AnyObject) -> Bool {
    !objects.isEmpty && objects[ObjectIdentifier(object)] != nil
  }
}
