/// Links, followed without a frame.
///
/// A link makes nothing: it passes on the object of a class. So a request goes on to the end of the
/// links. If the object exists there, or is made in place, each link turns it into a value of its
/// own type where it lies. The links get their frames only when user code makes a request in
/// between, when it fails, or when the object has properties. Then the stack is as if they had
/// stood in frames from the beginning.
///
/// With a frame for each link, the row protocol of `Tests/Benchmarks` takes twice the time.
extension Engine {
  /// More links than a program has in a row: the rest, and rings of links, take frames.
  private static var longest: Int { 8 }

  /// Answers a step whose binding is a link.
  @inline(never)
  func follow(
    _ first: Unretained<Cell>, _ link: Unretained<ActiveBinding>,
    _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    // What depends on an update is noted in frames.
    guard !holdsBack, let (cell, binding, count) = end(ofLinksFrom: first, link) else {
      return try unsafe demand(link, first, memory, top)
    }
    if binding.with({ $0.shortcut == .make }) {
      if try unsafe makeAtEnd(binding, cell, memory, top) == nil { return nil }
    } else {
      guard binding.with({ unsafe $0.copyExisting(into: memory, on: record) }) else {
        return try unsafe demand(link, first, memory, top)
      }
      unsafe reuse(binding, memory, top)
      begin(binding, top)
    }
    for position in (0..<count).reversed() {
      guard let link = self.link(position, from: first) else { fatalError("links do not change") }
      frames[top].maker = link
      // A link that needs no frame always has a value.
      _ = link.with { unsafe $0.recipe.pass(from: memory, into: memory) }
      if frames.count - 1 > top {
        // The closure of the link has made a request.
        let (raised, _) = unsafe raiseLinks(moving: memory)
        unsafe frames[raised].step? += 1
        return nil
      }
    }
    frames[top].maker = nil
    return .ready
  }

  /// The first binding behind some links that is no link, with its cell; nil when one of the links
  /// needs a frame, or when a request for one of the cells closes a cycle.
  ///
  /// The thread is within reach of the first link. What lies further away takes frames, too.
  @inline(__always)
  private func end(
    ofLinksFrom first: Unretained<Cell>, _ link: Unretained<ActiveBinding>
  ) -> (cell: Unretained<Cell>, binding: Unretained<ActiveBinding>, links: Int)? {
    var (cell, binding) = (first, link)
    for count in 1..<Self.longest {
      guard frames.position(of: cell) == nil, let next = binding.linkedCell,
        let behind = next.binding, behind.with({ $0.reach }) <= link.with({ $0.reach })
      else { return nil }
      (cell, binding) = (next, behind)
      guard binding.with({ $0.shortcut == .follow }) else {
        return frames.position(of: cell) == nil ? (cell, binding, count) : nil
      }
    }
    return nil
  }

  /// One of the links behind a cell.
  private func link(
    _ position: Int, from first: Unretained<Cell>
  ) -> Unretained<ActiveBinding>? {
    var cell = first
    for _ in 0..<position {
      guard let next = cell.binding?.linkedCell else { return nil }
      cell = next
    }
    return cell.binding
  }

  /// Makes the object at the end of some links.
  @inline(__always)
  private func makeAtEnd(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer, _ top: Int
  ) throws(InjectionError) -> Answer? {
    begin(binding, top)
    do {
      try unsafe callMaker(of: binding, memory)
    } catch {
      pushToFail(binding, cell)
      throw InjectionError(wrapping: error, of: .creation(binding.object.key))
    }
    if frames.count - 1 == top,
      unsafe needsNothing(binding, memory, top)
    {
      return .ready
    }
    try unsafe injectRaised(binding, cell, memory)
    return nil
  }

  /// Gives the links their frames, and one to the object that was to be made, so that it can fail.
  @inline(never)
  private func pushToFail(_ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>) {
    let raised = raiseLinks()
    unsafe pushToFail(binding, cell, frames[raised].openMemory, raised)
  }

  /// Gives the links their frames, and the object what it needs.
  @inline(never)
  private func injectRaised(
    _ binding: Unretained<ActiveBinding>, _ cell: Unretained<Cell>,
    _ memory: UnsafeMutableRawPointer
  ) throws(InjectionError) {
    let (raised, moved) = unsafe raiseLinks(moving: memory)
    if try unsafe injectMade(binding, cell, moved, raised) != nil {
      unsafe frames[raised].step? += 1
    }
  }
}

extension ActiveBinding {
  /// The keeper of what a link passes on; nil for what no keeper keeps, and for any other binding.
  var keeperOfLinked: Keeper? {
    var binding = Unretained(self)
    while binding.with({ $0.isLink }), let next = binding.linkedCell?.binding {
      if let site = next.with({ $0.site }) { return site }
      binding = next
    }
    return nil
  }
}

extension Unretained<ActiveBinding> {
  /// The cell that a link leads to, once it is linked.
  @inline(__always)
  fileprivate var linkedCell: Unretained<Cell>? {
    with { binding in
      binding.knownParameters?.with { unsafe $0.steps[0].cell } ?? nil
    }
  }
}
