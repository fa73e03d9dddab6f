import Foundation
import HTTPTypes
import Hummingbird
import Infusion
import NIOCore

extension Problem {
  /// The problem that a client receives for an error.
  init(_ error: any Error) {
    switch error {
    case let problem as Problem:
      self = problem
    case let error as DecodingError:
      self.init(error)
    case let error as InjectionError:
      // Code that the injector called has thrown.
      if let underlying = error.underlying {
        self.init(underlying)
      } else {
        self.init(.internalServerError)
      }
    case is NIOTooManyBytesError:
      self.init(.contentTooLarge, "The body is too large.")
    case let error as any UnavailableError where error.isUnavailable:
      self.init(.serviceUnavailable, "The notes cannot be reached at the moment.")
    case let error as any HTTPResponseError:
      self.init(error.status, (error as? HTTPError)?.body)
    default:
      self.init(.internalServerError)
    }
  }

  private init(_ error: DecodingError) {
    let fault: Fault
    switch error {
    case .typeMismatch(let type, let context):
      fault = Fault(
        field: Self.field(context.codingPath), detail: "must be \(Self.words(for: type))")
    case .valueNotFound(let type, let context):
      fault = Fault(
        field: Self.field(context.codingPath),
        detail: "must be \(Self.words(for: type)), and is null")
    case .keyNotFound(let key, let context):
      fault = Fault(field: Self.field(context.codingPath + [key]), detail: "is missing")
    case .dataCorrupted(let context):
      fault = Fault(
        field: Self.field(context.codingPath),
        detail: context.codingPath.isEmpty ? "must be JSON" : context.debugDescription)
    @unknown default:
      fault = Fault(field: Self.field([]), detail: "cannot be read")
    }
    self.init(.badRequest, "The body cannot be read.", faults: [fault])
  }

  /// The path of a field, such as `list[2].title`; `body` for the whole body.
  private static func field(_ path: [any CodingKey]) -> String {
    let text = path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += (text.isEmpty ? "" : ".") + key.stringValue
      }
    }
    return text.isEmpty ? "body" : text
  }

  /// The name of a type in JSON.
  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a string"
    case is Bool.Type: "true or false"
    case is any BinaryInteger.Type: "a whole number"
    case is any BinaryFloatingPoint.Type: "a number"
    case is [Any].Type: "an array"
    default: "an object"
    }
  }
}

/// An error that may not occur when the client repeats the request.
protocol UnavailableError: Error {
  var isUnavailable: Bool { get }
}
