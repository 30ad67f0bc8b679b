import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import NIOCore
import WireFormat

/// A request from inside of the server.
package struct InternalRequest: Sendable {
    package var method: HTTPRequest.Method
    /// The path, its parameters percent-encoded.
    package var path: String
    /// The parameters of the query.
    package var query: [(name: String, value: String)] = []
    package var headers: HTTPFields = [:]
    /// The body and its media type; nil for none.
    package var body: (type: String, bytes: [UInt8])?

    /// Makes a request.
    package init(
        method: HTTPRequest.Method,
        path: String,
        query: [(name: String, value: String)] = [],
        headers: HTTPFields = [:],
        body: (type: String, bytes: [UInt8])? = nil
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.body = body
    }
}

/// The interface: its routes, which the main listener serves, and calls to them from inside of the server.
///
/// What another protocol has no words of its own for is a request to an endpoint, with the same checks of its body and query,
/// and the same problems. What a listener checks of a request (host, origin, token, load) is the caller's business.
package struct InternalAPI: Sendable {
    /// What the endpoints work on.
    package let dependencies: APIDependencies
    /// How the main listener listens, and its limits.
    package let settings: HTTPServerSettings
    package let table: RouteTable
    private let responder: RouterResponder<APIRequestContext>
    private let logger: Logger

    /// Makes the interface.
    package init(
        _ dependencies: APIDependencies,
        settings: HTTPServerSettings = HTTPServerSettings(),
        logger: Logger = Logger(label: "greenroom")
    ) {
        self.dependencies = dependencies
        self.settings = settings
        table = RouteTable.interface(dependencies, settings)
        let router = Router(context: APIRequestContext.self)
        for route in table.routes {
            let handler = route.handler
            router.on(RouterPath(route.path), method: route.method) { request, context in
                do {
                    return try await handler(request, context)
                } catch let problem as Problem {
                    throw CarriedProblem(problem: problem)
                }
            }
        }
        responder = router.buildResponder()
        self.logger = logger
    }

    /// Calls an endpoint.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path, its parameters percent-encoded.
    ///   - query: The parameters of the query.
    ///   - body: The body; nil for none.
    /// - Returns: The document of the answer: a string if it is not JSON, null if there is none.
    /// - Throws: What the endpoint throws.
    package func call(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: [(name: String, value: String)] = [],
        body: Value? = nil
    ) async throws -> Value {
        let json = body.map { (type: MediaType.json, bytes: JSONText.write($0)) }
        return try await call(InternalRequest(method: method, path: path, query: query, body: json))
    }

    /// Calls an endpoint.
    ///
    /// - Returns: The document of the answer: a string if it is not JSON, null if there is none.
    /// - Throws: What the endpoint throws.
    package func call(_ request: InternalRequest) async throws -> Value {
        let response: Response
        do {
            // What is read here is not what the client sent.
            response = try await RequestTrace.$current.withValue(nil) {
                try await responder.respond(to: Self.request(request), context: APIRequestContext(logger: logger))
            }
        } catch let carried as CarriedProblem {
            throw carried.problem
        }
        let collected = CollectedBody()
        try await response.body.write(collected)
        let bytes = collected.bytes
        guard !bytes.isEmpty else { return .null }
        if response.headers[.contentType] == MediaType.json { return try JSONText.parse(bytes) }
        return .string(String(decoding: bytes, as: UTF8.self))
    }

    private static func request(_ request: InternalRequest) -> Request {
        let pairs = request.query.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
        let target = request.path + (pairs.isEmpty ? "" : "?" + pairs.joined(separator: "&"))
        var headers = request.headers
        if let body = request.body { headers[.contentType] = body.type }
        let head = HTTPRequest(method: request.method, scheme: nil, authority: nil, path: target, headerFields: headers)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(bytes: request.body?.bytes ?? [])))
    }
}

/// A problem on its way through the router, which would make a response of the problem itself.
private struct CarriedProblem: Error {
    let problem: Problem
}

/// The bytes of a body, written to memory.
private final class CollectedBody: ResponseBodyWriter {
    private(set) var bytes: [UInt8] = []

    func write(_ buffer: ByteBuffer) async throws {
        bytes += buffer.readableBytesView
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
