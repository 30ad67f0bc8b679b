import Hummingbird
import LifecycleKernel
import WireFormat

/// The newest requests: what a test has sent, and how it was answered.
package struct RequestEndpoints: Sendable {
    let log: RequestLog

    /// The path, whose own requests are not kept.
    static let path = "/v1/requests"

    var routes: [Route] {
        [
            Route(.get, Self.path) { request, _ in try list(request) },
            Route(.delete, Self.path) { request, _ in try removeAll(request) },
        ]
    }

    private func list(_ request: Request) throws -> Response {
        var query = try QueryReader(request)
        var wanted = RequestQuery(device: try query.deviceID("device"))
        wanted.listener = try query.string("listener")
        wanted.method = try query.choice("method", as: Method.self)?.rawValue
        wanted.status = try query.integer("status", in: 100...599)
        wanted.isRefused = try query.bool("refused")
        wanted.after = try query.sequence("after")?.rawValue ?? 0
        wanted.limit = try query.limit()
        try query.finish()
        let (page, count) = log.requests(wanted)
        return .json(LoggedRequestList(requests: page, count: count), in: request.language)
    }

    private func removeAll(_ request: Request) throws -> Response {
        try request.refuseQuery()
        log.removeAll()
        return Response(status: .noContent)
    }

    /// The methods of the interface.
    package enum Method: String, CaseIterable {
        case get = "GET"
        case head = "HEAD"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }
}

/// The newest requests that are wanted, and how many there are.
struct LoggedRequestList: FieldWritable {
    let requests: [LoggedRequest]
    let count: Int

    func write(to sink: inout some FieldSink) {
        sink.put("requests", list: requests)
        sink.put("count", Int64(count))
    }
}
