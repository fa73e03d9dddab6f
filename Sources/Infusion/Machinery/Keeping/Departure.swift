/// Instances that a thread has taken out of an injector, or that a failed update has dropped, until the
/// thread has released them or handed them to a task.
///
/// A shutdown on another thread waits for its end. The instances hold it, and then `letGoOfRetired` does,
/// which releases them. The injector lists its site in the step in which the thread takes the instances.
///
/// Only its own thread uses it.
final class Departure {
  let site = DepartureSite()
  private let thread: SiteOwner
  private let unlist: (DepartureSite) -> Void

  /// - Parameters:
  ///   - thread: The thread, which holds the site.
  ///   - unlist: Takes the site off the injector's list.
  init(on thread: SiteOwner, unlist: @escaping (DepartureSite) -> Void) {
    (self.thread, self.unlist) = (thread, unlist)
    // No other thread knows the site yet.
    unsafe site.owner = thread
  }

  deinit {
    unlist(site)
    site.giveUp(by: thread)
  }
}

/// What a shutdown waits for while another thread releases instances.
///
/// Where waiting would never end, the shutdown goes on without it.
final class DepartureSite: Site {}
