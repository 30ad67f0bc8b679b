import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import Logging

/// Answers the requests of one dialect: checks them as the main listener does, and has them carried out here or by the server
/// that owns the device.
struct DriverResponder: HTTPResponder {
    typealias Context = APIRequestContext

    let runner: CommandRunner
    /// The other servers; nil for a server alone.
    let routing: CommandRouting?
    let admission: AdmissionControl
    let metrics: CommandMetrics
    let bodyLimit: Int

    private var dialect: Dialect { runner.dialect }

    /// Answers a request.
    func respond(to request: Request, context: APIRequestContext) async throws -> Response {
        let id = request.givenOrNewID
        let start = ContinuousClock.now
        let entry = AccessLogEntry(request, context, id: id)
        var response = await answer(request, id, context)
        if let command = response.takeCommand() { metrics.count(command.name, command.error) }
        entry?.log(response.status, after: start.duration(to: .now))
        if response.status == .unauthorized { response.headers[.wwwAuthenticate] = "Basic realm=\"greenroom\"" }
        if let routing, !response.headers.contains(.greenroomServer) {
            response.headers[.greenroomServer] = routing.serverName
        }
        response.headers[.requestID] = id
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(_ request: Request, _ id: String, _ context: APIRequestContext) async -> Response {
        let agentDevice = dialect == .wda ? runner.core.agentDevice : nil
        let path = DriverPath(request.uri.path, in: dialect, agentDevice: agentDevice)
        do {
            try admission.check(request, context)
            let command = DriverRequest(
                dialect,
                request.method,
                path,
                query: request.uri.query ?? "",
                key: request.headers[.appiumIdempotencyKey],
                body: try await request.sayingContinue(in: context).bytes(upTo: bodyLimit)
            )
            let admitted = try admission.enter(isCounted: !command.waits)
            defer { admission.end(admitted) }
            guard let routing else { return try await runner.answer(command, context.requestLogger).response }
            return try await routing.answer(command, id: id, context.requestLogger)
        } catch {
            let match = Result { () throws(DriverError) in try DriverRoute.match(request.method, path, in: dialect) }
            return runner.failure(error, of: DriverRequest.name(match), path, context.requestLogger).response
        }
    }
}

extension HTTPField.Name {
    /// The key under which Appium carries a request out once.
    fileprivate static let appiumIdempotencyKey = Self("X-Idempotency-Key")!
}
