import HTTPTypes
import Hummingbird

/// What every request passes on its way in and out: it gets an id, is timed, counted and logged, looked at by the door,
/// and whatever goes wrong becomes a problem document.
///
/// One middleware for all of it, since each takes about as long as what it does.
struct Reception: RouterMiddleware {
    let metrics: RequestMetrics
    let door: Door
    let errors: ErrorAnswers

    func handle(
        _ request: Request,
        context: APIRequestContext,
        next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
        let id = request.givenOrNewID
        let visit = metrics.begin(request.method, logEntry: AccessLogEntry(request, context, id: id))
        var response: Response
        do {
            let pass = try door.enter(request, context)
            defer { door.leave(pass) }
            response = try await next(request, context)
        } catch {
            response = errors.response(to: error, request, context, id: id)
        }
        response.headers.append(HTTPField(name: .requestID, value: id))
        metrics.end(visit, &response, context)
        return response
    }
}
