import HTTPTypes
import Hummingbird

/// The middleware of every request: gives it an id, times, counts and logs it, admits or refuses it, and turns errors into
/// problem documents, and keeps the newest of them to be listed.
///
/// It is one middleware, because each further one would cost about as much as its work.
struct RequestPipeline: RouterMiddleware {
    let metrics: RequestMetrics
    let admission: AdmissionControl
    let peers: PeerAdmission
    let errors: ErrorAnswers
    let recorder: RequestRecorder

    func handle(
        _ request: Request,
        context: APIRequestContext,
        next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
        let id = request.givenOrNewID
        let call = metrics.begin(request.method, logEntry: AccessLogEntry(request, context, id: id))
        let trace = recorder.trace(request)
        var (request, context) = (request, context)
        var response: Response
        var problem: Problem?
        do {
            if request.headers.contains(.fleetSignature) {
                request = try await peers.check(request)
                context.origin = .peer
            }
            if peers.serverName != nil { request = request.identified(by: id) }
            request = request.sayingContinue(in: context)
            response = try await RequestTrace.$current.withValue(trace) { [request, context] in
                try await answer(to: request, context, next)
            }
        } catch {
            let found = errors.problem(for: error, request, context, id: id)
            (response, problem) = (found.response(from: request, context: context), found)
        }
        let duration = call.start.duration(to: .now)
        if let name = peers.serverName, !response.headers.contains(.greenroomServer) {
            response.headers.append(HTTPField(name: .greenroomServer, value: name))
        }
        response.headers.append(HTTPField(name: .requestID, value: id))
        // What is between servers counts where the client's request came to.
        guard context.origin == .client else {
            peers.countServed()
            metrics.end(call, after: duration, &response, context, isCounted: false)
            return response
        }
        recorder.record(request, context, id: id, answer: (response.status, problem), after: duration, trace: trace)
        admission.sharing.mark(&response, to: request)
        metrics.end(call, after: duration, &response, context)
        return response
    }

    private func answer(
        to request: Request,
        _ context: APIRequestContext,
        _ next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
        if let answer = try admission.answer(toPreflight: request) { return answer }
        let admitted = try admission.admit(request, context)
        defer { admission.end(admitted) }
        // Requests that wait for a thread of the shared pool are not counted yet. The yield lets them be admitted or
        // refused before this one does its work. Reads do not yield, because they are cheaper than it: with the yield a
        // small GET reached 0.89 of the rate of a bare Hummingbird route, without it 0.97.
        if admitted.isCrowded, request.method != .get, request.method != .head { await Task.yield() }
        guard !admitted.mayChange else { return try await next(request, context) }
        var context = context
        context.mayChange = false
        return try await next(request, context)
    }
}

extension Request {
    /// The request with its id in the headers, for the server that it may be forwarded to.
    fileprivate func identified(by id: String) -> Request {
        guard header(.requestID) != id else { return self }
        var head = head
        head.headerFields[.requestID] = id
        return Request(head: head, body: body)
    }
}
