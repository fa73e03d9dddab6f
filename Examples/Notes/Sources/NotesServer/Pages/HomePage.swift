import HTTPTypes
import Hummingbird

/// The page for reading and writing notes. Its files are in `Resources`, as part of the program.
enum HomePage {
  static var html: Response {
    var response = Response(
      .init(bytes: PackageResources.home_html), type: "text/html; charset=utf-8")
    response.headers[.contentSecurityPolicy] = "default-src 'self'; img-src 'self' data:"
    return response
  }

  static var script: Response {
    Response(.init(bytes: PackageResources.home_js), type: "text/javascript; charset=utf-8")
  }

  static var style: Response {
    Response(.init(bytes: PackageResources.home_css), type: "text/css; charset=utf-8")
  }
}

extension Response {
  /// A successful answer with a body of the given media type.
  init(_ body: ByteBuffer, type: String) {
    self.init(
      status: .ok, headers: [.contentType: type, .xContentTypeOptions: "nosniff"],
      body: ResponseBody(byteBuffer: body))
  }
}
