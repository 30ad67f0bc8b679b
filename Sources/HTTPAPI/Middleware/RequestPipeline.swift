import HTTPTypes
import Hummingbird

/// The middleware of every request: gives it an id, times, counts and logs it, admits or refuses it, and turns errors into
/// problem documents.
///
/// It is one middleware, because each further one would cost about as much as its work.
struct RequestPipeline: RouterMiddleware {
    let metrics: RequestMetrics
    let admission: AdmissionControl
    let errors: ErrorAnswers

    func handle(
        _ request: Request,
        context: APIRequestContext,
        next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
        let id = request.givenOrNewID
        let call = metrics.begin(request.method, logEntry: AccessLogEntry(request, context, id: id))
        var response: Response
        do {
            response = try await answer(to: request, context, next)
        } catch {
            response = errors.response(to: error, request, context, id: id)
        }
        admission.sharing.mark(&response, to: request)
        response.headers.append(HTTPField(name: .requestID, value: id))
        metrics.end(call, &response, context)
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
        return try await next(request, context)
    }
}
