import HTTPTypes
import Hummingbird
import NIOCore
import WireFormat

/// A request of a client of Appium or WebDriverAgent, as the server that it came to sends it to the owner of the device.
package struct ForwardedCommand: Sendable {
    /// The protocol of the client.
    package var dialect: String
    /// The method of the client's request.
    package var method: HTTPRequest.Method
    /// The path of the client's request, percent-encoded.
    package var path: String
    /// The query of the client's request as it came.
    package var query: String
    /// The key under which the request is carried out once.
    package var idempotencyKey: String?
    /// The body of the client's request.
    package var body: [UInt8]

    /// Where servers take such requests, below `InternalRoutes.prefix`.
    static let route = "/driver"

    /// Makes it.
    package init(
        dialect: String,
        method: HTTPRequest.Method,
        path: String,
        query: String,
        idempotencyKey: String?,
        body: [UInt8]
    ) {
        self.dialect = dialect
        self.method = method
        self.path = path
        self.query = query
        self.idempotencyKey = idempotencyKey
        self.body = body
    }

    /// The request to another server: everything that says what is to be done is in what is signed.
    ///
    /// - Parameters:
    ///   - id: The id of the client's request.
    ///   - timeout: How long the answer may take.
    ///   - staysOpen: Whether it may be open for long.
    package func request(id: String, timeout: Duration, staysOpen: Bool) -> PeerRequest {
        let fields = [("dialect", dialect), ("method", method.rawValue), ("path", path), ("query", query)]
        let pairs = fields.map { "\($0)=\(PercentEncoding.encode($1))" }
        var headers = HTTPFields()
        headers[.requestID] = id
        headers[.idempotencyKey] = idempotencyKey
        // What changes nothing is sent again where it breaks off.
        let isReading = (method == .get || method == .head) && body.isEmpty
        return PeerRequest(
            isReading ? .get : .post,
            InternalRoutes.prefix + Self.route + "?" + pairs.joined(separator: "&"),
            headers: headers,
            body: ByteBuffer(bytes: body),
            timeout: timeout,
            staysOpen: staysOpen
        )
    }

    /// Reads the request of another server.
    ///
    /// - Throws: `missing-field`, `invalid-value`, `unknown-field`, `too-large`.
    init(_ request: Request, upTo limit: Int) async throws {
        var query = try QueryReader(request)
        func field(_ name: String) throws(Problem) -> String {
            guard let text = try query.string(name) else {
                throw Problem(.missingField, "The query parameter \(name) is missing.", field: name)
            }
            return text
        }
        dialect = try field("dialect")
        let name = try field("method")
        guard let method = HTTPRequest.Method(rawValue: name) else {
            throw query.invalid("method", "be the name of a method", name)
        }
        self.method = method
        path = try field("path")
        self.query = try field("query")
        try query.finish()
        idempotencyKey = request.header(.idempotencyKey)
        body = try await Array(request.buffer(upTo: limit).readableBytesView)
    }
}
