import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// The records of a device, as JSON or as lines of text.
struct TimelineEndpoints: Sendable {
    let registry: DeviceRegistry

    var routes: [Route] {
        [Route(.get, "/v1/devices/{device}/timeline", read)]
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        let type = try request.preferredType(of: [MediaType.json, "text/plain"])
        let query = try TimelineQuery(request)
        let page = try await registry.timeline(of: context.device(), query)
        var response =
            if type == MediaType.json {
                request.answer(page, at: page.sequence)
            } else {
                Response.text(page.records.map { RecordLine.text($0) + "\n" }.joined())
            }
        response.headers[.vary] = "Accept"
        return response
    }
}

extension TimelineQuery {
    /// The last sequence that can be written: JSON readers take integers for signed ones.
    private static let lastSequence = UInt64(Int64.max)

    /// Reads which records are asked for.
    fileprivate init(_ request: Request) throws(Problem) {
        var query = try QueryReader(request)
        let limit = try query.integer("limit", in: 1...1_000)
        let last = try query.integer("last", in: 1...1_000)
        self.init(
            after: try query.integer("after", in: 0...Self.lastSequence),
            limit: limit ?? 100,
            kinds: try query.choices("kind", as: Record.Kind.self) ?? [],
            bundleID: try query.string("bundleID"),
            last: last
        )
        try query.finish()
        guard limit == nil || last == nil else {
            throw query.invalid("limit", "not be given together with last, which is a limit itself")
        }
    }
}
