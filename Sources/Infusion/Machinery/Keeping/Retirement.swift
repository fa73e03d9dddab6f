/// The configuration that a change has replaced, for the singletons that it has retired.
///
/// Requests that began before may read the singletons, which are released after the last of these.
///
/// Threads may share it: immutable, and the reference to the injector is never set again.
final class Retirement {
  /// The injector that releases them; one that is gone releases nothing.
  weak let injector: Injector?
  /// The configuration that they leave: it may keep what they refer to.
  let configuration: Configuration

  init(_ configuration: Configuration, of injector: Injector) {
    self.injector = injector
    self.configuration = configuration
  }
}

/// An instance that no generation keeps, or keeps any more, and that is to be released.
struct RetiredInstance {
  let instance: CompletedInstance
  let retirement: Retirement
  /// Keeps the injector until the object is released; nil if the injector has gone before.
  let injector: Injector?
  /// Makes a shutdown wait; nil if the instance was completed after its generations had ended.
  let departure: Departure?

  init(_ instance: CompletedInstance, _ retirement: Retirement, _ departure: Departure?) {
    (self.instance, self.retirement, self.departure) = (instance, retirement, departure)
    injector = retirement.injector
  }

  /// Releases the object at the end of the call or the change that this thread carries out.
  ///
  /// Without one, code of the library may be on the stack that expects no user code: a task releases
  /// the object.
  func letGo() {
    let record = ThreadRecord.current
    if record.resolution.collectsRetired {
      unsafe record.retired.append(self)
    } else {
      guard let core = injector?.core else { return }
      core.handOver(ReleaseList([instance], of: [retirement]))
    }
  }
}
