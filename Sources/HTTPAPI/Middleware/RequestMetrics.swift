import HTTPTypes
import Hummingbird
import Metrics
import Synchronization

/// The instruments of requests. Their labels are bounded: routes by the table, methods and statuses by what is known.
final class RequestMetrics: Sendable {
    /// The labels of one instrument.
    private struct Key: Hashable {
        let method: String
        let route: String
        let status: Int
    }

    private struct Instruments: Sendable {
        let requests: Counter
        let duration: Metrics.Timer
    }

    private let factory: any MetricsFactory
    private let active: Meter
    private let instruments = Mutex<[Key: Instruments]>([:])

    init(factory: any MetricsFactory) {
        self.factory = factory
        self.active = Meter(label: "greenroom.http.requests.active", factory: factory)
    }

    /// A request came in.
    func begin() { active.increment() }

    /// A request was answered.
    func end(method: HTTPRequest.Method, route: String, status: HTTPResponse.Status, took duration: Duration) {
        active.decrement()
        let key = Key(method: Self.label(of: method), route: route, status: status.code)
        let instruments = instruments.withLock { made in
            if let known = made[key] { return known }
            let new = make(key)
            made[key] = new
            return new
        }
        instruments.requests.increment()
        instruments.duration.recordNanoseconds(Self.nanoseconds(duration))
    }

    private func make(_ key: Key) -> Instruments {
        let labels = [("method", key.method), ("route", key.route)]
        return Instruments(
            requests: Counter(
                label: "greenroom.http.requests",
                dimensions: labels + [("status", String(key.status))],
                factory: factory
            ),
            duration: Metrics.Timer(
                label: "greenroom.http.request.duration",
                dimensions: labels,
                preferredDisplayUnit: .seconds,
                factory: factory
            )
        )
    }

    private static func nanoseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds &* 1_000_000_000 &+ attoseconds / 1_000_000_000
    }

    /// A client may send any word as a method: those that mean nothing here share a label.
    private static func label(of method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
        default: "other"
        }
    }
}

/// Counts and times requests.
///
/// Hummingbird's own middleware wraps every body to learn when it was written, and with that every answer takes three
/// writes instead of one. Here a body that is one buffer stays as it is, and counts as answered when the handler returns.
struct RequestMetricsMiddleware: RouterMiddleware {
    let metrics: RequestMetrics

    func handle(
        _ request: Request,
        context: APIRequestContext,
        next: (Request, APIRequestContext) async throws -> Response
    ) async throws -> Response {
        let start = ContinuousClock.now
        let method = request.method
        metrics.begin()
        do {
            var response = try await next(request, context)
            let status = response.status
            if response.body.contentLength == nil {
                let body = response.body
                response.body = ResponseBody { [metrics] writer in
                    defer { metrics.end(method, status, start, context) }
                    try await body.write(writer)
                }
            } else {
                metrics.end(method, status, start, context)
            }
            return response
        } catch {
            metrics.end(method, .internalServerError, start, context)
            throw error
        }
    }
}

extension RequestMetrics {
    fileprivate func end(
        _ method: HTTPRequest.Method,
        _ status: HTTPResponse.Status,
        _ start: ContinuousClock.Instant,
        _ context: APIRequestContext
    ) {
        end(method: method, route: context.routeLabel, status: status, took: start.duration(to: .now))
    }
}
