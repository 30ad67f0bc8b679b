import HTTPTypes
import Hummingbird

/// What every request passes on its way in and out: it gets an id, is timed, counted and logged, admitted or refused, and
/// whatever goes wrong becomes a problem document.
///
/// One middleware for all of it, since each takes about as long as what it does.
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
            let admitted = try admission.admit(request, context)
            defer { admission.end(admitted) }
            // Requests that wait for a thread of the shared pool are not counted yet. They are admitted or refused before
            // any work is done for this one. What only reads is done sooner than it is counted: with this turn a small
            // GET reached 0.89 of the rate of a bare Hummingbird route, without it 0.97.
            if admitted.isCrowded, request.method != .get, request.method != .head { await Task.yield() }
            response = try await next(request, context)
        } catch {
            response = errors.response(to: error, request, context, id: id)
        }
        response.headers.append(HTTPField(name: .requestID, value: id))
        metrics.end(call, &response, context)
        return response
    }
}
