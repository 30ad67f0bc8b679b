import Hummingbird
import LifecycleKernel
import WireFormat

/// The sessions of clients of Appium and WebDriverAgent, whose own listeners tell only of their own.
struct WebDriverEndpoints: Sendable {
    let sessions: @Sendable () -> [WebDriverSession]
    /// The other servers, each of which has the sessions of its own devices; nil for a server alone.
    let routing: PeerRouting?

    var routes: [Route] {
        [Route(.get, "/v1/webdriver/sessions", list)]
    }

    @Sendable private func list(_ request: Request, _ context: APIRequestContext) async throws -> Response {
        var query = try QueryReader(request)
        let device = try query.deviceID("device")
        let limit = try query.limit()
        try query.finish()
        let found = sessions().filter { device == nil || $0.device == device }
        let own = WebDriverSessionList(sessions: Array(found.reversed().prefix(limit)), count: found.count)
        guard let routing, context.origin == .client else { return .json(own) }
        let whole = try await WholeRequest(request, upTo: routing.limits.bodyLimit)
        let answers = try await routing.answersOfOthers(to: routing.forwarded(whole, timeout: .seconds(10)))
        var lists = [try JSONText.parse(JSONText.write(own))]
        for answer in answers {
            let body = CollectedBody()
            try await answer.body.write(body)
            lists.append(try JSONText.parse(body.bytes))
        }
        return .json(document: WebDriverSessionList.merged(lists, limit: limit))
    }
}

extension WebDriverSessionList {
    /// The newest sessions of the lists of several servers.
    fileprivate static func merged(_ lists: [Value], limit: Int) -> Value {
        let sessions = lists.flatMap { $0["sessions"]?.elements ?? [] }.sorted { $0.age > $1.age }
        let count = lists.reduce(Int64(0)) { sum, list in
            if case .integer(let count)? = list["count"] { sum + count } else { sum }
        }
        return ["sessions": .array(Array(sessions.prefix(limit))), "count": .integer(count)]
    }
}

extension Value {
    /// By which sessions are ordered: when they were opened, a text of fixed length, and their ids.
    fileprivate var age: (String, String) { (self["createdAt"]?.text ?? "", self["id"]?.text ?? "") }
}
