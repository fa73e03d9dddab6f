import Foundation

/// Why a file cannot be used, on one line: the file, the position, the reason.
struct FileError: Error, CustomStringConvertible {
  let description: String

  private init(_ place: String, _ reason: String) {
    description = "\(place): \(reason)".split(whereSeparator: \.isNewline).joined(separator: " ")
  }

  init(_ path: String, unreadable error: any Error) {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    let isSystemError = cause.domain == NSPOSIXErrorDomain
    let reason =
      isSystemError ? String(cString: strerror(Int32(cause.code))) : cause.localizedDescription
    self.init(path, "cannot be read: \(reason)")
  }

  init(_ path: String, containing data: Data, undecodable error: any Error) {
    if let syntaxError = JSONSyntaxError(in: data) {
      let position = syntaxError.position.map { ":\($0.line):\($0.column)" } ?? ""
      self.init(path + position, "this is not JSON: \(syntaxError.reason)")
    } else if let error = error as? DecodingError {
      self.init(path, error.sentence)
    } else {
      self.init(path, error.localizedDescription)
    }
  }
}

extension DecodingError {
  /// The location in the document, and what is wrong there.
  fileprivate var sentence: String {
    switch self {
    case .keyNotFound(let key, let context):
      "\(context.place) has no \"\(key.stringValue)\""
    case .valueNotFound(_, let context):
      "\(context.place) is null"
    case .typeMismatch(_, let context), .dataCorrupted(let context):
      "\(context.place): \(context.debugDescription)"
    @unknown default:
      localizedDescription
    }
  }
}

extension DecodingError.Context {
  /// The coding path as Swift code would have it: vehicles[2].driver.name
  fileprivate var place: String {
    guard !codingPath.isEmpty else { return "the document" }
    return codingPath.reduce("") { path, key in
      if let index = key.intValue { return "\(path)[\(index)]" }
      return path.isEmpty ? key.stringValue : "\(path).\(key.stringValue)"
    }
  }
}
