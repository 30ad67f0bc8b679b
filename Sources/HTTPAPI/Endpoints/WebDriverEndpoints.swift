import Hummingbird

/// The sessions of clients of Appium and WebDriverAgent, whose own listeners tell only of their own.
struct WebDriverEndpoints: Sendable {
    let sessions: @Sendable () -> [WebDriverSession]

    var routes: [Route] {
        [Route(.get, "/v1/webdriver/sessions") { request, _ in try list(request) }]
    }

    private func list(_ request: Request) throws -> Response {
        var query = try QueryReader(request)
        let device = try query.deviceID("device")
        let limit = try query.limit()
        try query.finish()
        let found = sessions().filter { device == nil || $0.device == device }
        return .json(WebDriverSessionList(sessions: Array(found.reversed().prefix(limit)), count: found.count))
    }
}
