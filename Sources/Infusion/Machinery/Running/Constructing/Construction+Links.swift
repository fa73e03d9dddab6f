/// Gives links the frames that they have done without; see `Engine+Links.swift`.
extension Construction {
  /// Notes that a frame's step is being answered without a frame of its own.
  @inline(__always)
  func begin(_ binding: Unretained<ActiveBinding>, _ top: Int) {
    let frame = unsafe frames.at(top)
    unsafe frame.pointee.maker = binding
    unsafe frame.pointee.makerReceived = .nothing
  }

  /// Pushes frames for the links, if any, that lead to the value that is being made in place.
  ///
  /// The frames outlive the request of user code that comes next, so a caller that takes memory for
  /// that request raises the links first.
  ///
  /// - Returns: The position of the topmost frame, for whose step the value is made.
  @inline(__always)
  @discardableResult
  func raiseLinks() -> Int {
    let top = frames.count - 1
    guard top >= 0, let maker = frames[top].maker, maker != frames[top].openCell?.binding
    else { return top }
    return raiseLinks(to: maker)
  }

  @inline(never)
  private func raiseLinks(to maker: Unretained<ActiveBinding>) -> Int {
    var top = frames.count - 1
    while let cell = frames[top].openCell, let link = cell.binding, link != maker {
      let memory = unsafe frames[top].openMemory
      frames[top].maker = nil
      do throws(InjectionError) {
        try unsafe push(link, cell, site: nil, arguments: .none, destination: memory)
      } catch {
        fatalError("a link that is followed has been linked")
      }
      top += 1
      begin(maker, top)
    }
    return top
  }

  /// Gives the links their frames, and moves an object to the topmost one.
  ///
  /// What is moved is always one reference: every link but the first leads from a class to a class.
  /// The value of the first link may be larger, but goes where it already is, so it is never moved.
  ///
  /// - Returns: The position of that frame, and where the object lies.
  func raiseLinks(
    moving memory: UnsafeMutableRawPointer
  ) -> (Int, UnsafeMutableRawPointer) {
    let top = raiseLinks()
    frames[top].maker = nil
    let moved = unsafe frames[top].openMemory
    unsafe moved.copyMemory(from: memory, byteCount: MemoryLayout<AnyObject>.size)
    return unsafe (top, moved)
  }
}
