import HTTPTypes
import Hummingbird

/// The middleware of every request: gives it an id, times, counts and logs it, admits or refuses it, and turns errors into
/// problem documents, and keeps the newest of them to be listed.
///
/// It is one middleware, because each further one would cost about as much as its work.
struct RequestPipeline: RouterMiddleware {
    let metrics: RequestMetrics
    let admission: AdmissionControl
    let errors: ErrorAnswers
    let recorder: RequestRecorder

    func handle(
        _ request: Request,
        context: APIRequestContext,
        next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
        let id = request.givenOrNewID
        let logEntry = AccessLogEntry(request, context, id: id, routes: recorder.routes)
        let call = metrics.begin(request.method, logEntry: logEntry)
        let trace = recorder.trace(request)
        let request = request.sayingContinue(in: context)
        var response: Response
        var problem: Problem?
        do {
            response = try await RequestTrace.$current.withValue(trace) { try await answer(to: request, context, next) }
        } catch {
            let found = errors.problem(for: error, request, context, id: id)
            (response, problem) = (found.response(from: request, context: context), found)
        }
        let duration = call.start.duration(to: .now)
        recorder.record(request, context, id: id, answer: (response.status, problem), after: duration, trace: trace)
        admission.sharing.mark(&response, to: request)
        response.headers.append(HTTPField(name: .requestID, value: id))
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
        guard !admitted.mayChange else { return try await next(request, context) }
        var context = context
        context.mayChange = false
        return try await next(request, context)
    }
}
