import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import Logging

/// Answers the requests of one dialect: checks them as the main listener does, and has them carried out.
struct DriverResponder: HTTPResponder {
    typealias Context = APIRequestContext

    let runner: CommandRunner
    let admission: AdmissionControl
    let metrics: CommandMetrics
    let bodyLimit: Int

    private var dialect: Dialect { runner.dialect }

    /// Answers a request.
    func respond(to request: Request, context: APIRequestContext) async throws -> Response {
        let id = request.givenOrNewID
        let start = ContinuousClock.now
        let entry = AccessLogEntry(request, context, id: id)
        let (answer, body) = await answer(request, context)
        if let command = answer.command { metrics.count(command.name, command.error) }
        let duration = start.duration(to: .now)
        entry?.log(answer.status, after: duration)
        runner.core.api.dependencies.requests.add(
            request.method,
            path: request.uri.path,
            id: id,
            listener: dialect.rawValue,
            device: answer.device,
            status: answer.status,
            refusal: answer.refusal,
            after: duration,
            body: body
        )
        var response = answer.response
        if response.status == .unauthorized { response.headers[.wwwAuthenticate] = "Basic realm=\"greenroom\"" }
        response.headers[.requestID] = id
        return request.method == .head ? response.createHeadResponse() : response
    }

    /// The answer, and what the request carried, unless that may have a secret: capabilities often have one.
    private func answer(_ request: Request, _ context: APIRequestContext) async -> (DriverAnswer, body: [UInt8]?) {
        let agentDevice = dialect == .wda ? runner.core.agentDevice : nil
        let path = DriverPath(request.uri.path, in: dialect, agentDevice: agentDevice)
        var body: [UInt8]?
        var readsBody = false
        do {
            try admission.check(request, context)
            readsBody = true
            let bytes = try await request.sayingContinue(in: context).bytes(upTo: bodyLimit)
            readsBody = false
            let command = DriverRequest(
                dialect,
                request.method,
                path,
                query: request.uri.query ?? "",
                key: request.headers[.appiumIdempotencyKey],
                body: bytes
            )
            if !command.opensSession { body = bytes }
            let admitted = try admission.enter(request, isCounted: !command.waits)
            defer { admission.end(admitted) }
            return (await runner.answer(command, context.requestLogger), body)
        } catch {
            let match = Result { () throws(DriverError) in try DriverRoute.match(request.method, path, in: dialect) }
            var answer = await runner.failure(error, of: DriverRequest.name(match), path, context.requestLogger)
            // A request that is not admitted is worth no look at the sessions, which may be in a database.
            if readsBody { answer.device = await runner.device(of: path) }
            return (answer, body)
        }
    }
}

extension HTTPField.Name {
    /// The key under which Appium carries a request out once.
    fileprivate static let appiumIdempotencyKey = Self("X-Idempotency-Key")!
}
