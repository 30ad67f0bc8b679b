import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

/// Pushes, and what became of them.
struct PushEndpoints: Sendable {
    let history: PushHistory

    var routes: [Route] {
        [
            Route(.get, "/v1/pushes/{apnsID}", read),
            Route(.get, "/v1/devices/{device}/pushes", list),
        ]
    }

    @Sendable private func read(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        try request.refuseQuery()
        let id = context.parameter("apnsID")
        switch try await history.push(id) {
        case .found(let push):
            return .json(push, in: request.language)
        case .deviceDeleted(let device):
            throw Problem(.unknownPush, "The push was for the device \(device, as: "device"), which was deleted.")
        case .unknown:
            throw Problem(.unknownPush, "No push with the apns-id \"\(id.shortened, as: "apnsID")\" is kept.")
        }
    }

    @Sendable private func list(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        var wanted = PushQuery(bundleID: try query.bundleID())
        wanted.apnsID = try query.string("apnsID")
        wanted.verdict = try query.choice("verdict", as: Verdict.Decision.self)
        wanted.user = try query.choice("user", as: PushOutcome.User.self)
        wanted.code = try query.choice("code", as: PushOutcome.Code.self)
        wanted.after = try query.sequence("after") ?? 0
        wanted.limit = try query.limit()
        try query.finish()
        let page = try await history.pushes(of: context.device(), wanted)
        return request.answer(page, at: page.sequence, in: request.language)
    }
}

extension PushPage: FieldWritable {
    package func write(to sink: inout some FieldSink) {
        sink.put("pushes", list: pushes)
        if let next { sink.put("next", next) } else { sink.putNull("next") }
    }
}
