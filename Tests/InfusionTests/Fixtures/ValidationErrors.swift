import Infusion

/// The errors that a validation of an injector reports; none when it is valid.
func validationErrors(of injector: Injector, including subjects: Any...) -> [InjectionError] {
  do throws(InjectionError) {
    try injector.validate(including: subjects)
    return []
  } catch {
    return error.errors.isEmpty ? [error] : error.errors
  }
}
