import Infusion

/// Writes a line for each event of an injector.
struct InjectionLog: InjectionObserver {
  let write: @Sendable (String) -> Void

  func didCreate(_ event: InjectionEvent) { line("created", event) }

  func didInject(_ event: InjectionEvent) { line("injected", event) }

  func didReuse(_ event: InjectionEvent) { line("reused", event) }

  func didFail(_ event: InjectionEvent, _ error: InjectionError) {
    line("failed (\(error.code))", event)
  }

  private func line(_ verb: String, _ event: InjectionEvent) {
    let margin = String(repeating: "  ", count: event.depth)
    write("\(margin)\(verb) \(event.key), \(event.scope)")
  }
}
