import DeviceHost
import HTTPTypes
import Hummingbird
import Metrics
import Synchronization
import Telemetry

/// The instruments of requests. The values of their labels are bounded: routes by the table, methods by a list.
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
        self.active = RequestMetricTable.table.active.make(in: factory)
    }

    /// A request in progress.
    struct Call {
        let method: HTTPRequest.Method
        /// The line to log when the request has been answered; nil for none.
        let logEntry: AccessLogEntry?
        let start = ContinuousClock.now
    }

    /// Ends the call of a request with a streamed body: when the body has been written, or when it is released without having
    /// been written because the client has disconnected.
    private final class BodyCall: Sendable {
        private let whenEnded: @Sendable () -> Void
        private let hasEnded = Atomic<Bool>(false)

        init(_ whenEnded: @escaping @Sendable () -> Void) {
            self.whenEnded = whenEnded
        }

        deinit { end() }

        func end() {
            if !hasEnded.exchange(true, ordering: .relaxed) { whenEnded() }
        }
    }

    /// Begins a call, which must then `end`.
    func begin(_ method: HTTPRequest.Method, logEntry: AccessLogEntry? = nil) -> Call {
        active.increment()
        return Call(method: method, logEntry: logEntry)
    }

    private func end(
        _ call: Call,
        after duration: Duration,
        _ status: HTTPResponse.Status,
        _ context: APIRequestContext
    ) {
        active.decrement()
        call.logEntry?.log(status, after: duration)
        let key = Key(method: Self.label(of: call.method), route: context.routeLabel, status: status.code)
        let instruments = instruments.withLock { made in
            if let existing = made[key] { return existing }
            let new = make(key)
            made[key] = new
            return new
        }
        instruments.requests.increment()
        instruments.duration.recordNanoseconds(duration.wholeNanoseconds)
    }

    private func make(_ key: Key) -> Instruments {
        let table = RequestMetricTable.table
        return Instruments(
            requests: table.requests.make(key.method, key.route, String(key.status), in: factory),
            duration: table.duration.make(key.method, key.route, in: factory)
        )
    }

    /// A client may send any text as a method; unknown ones share a label.
    private static func label(of method: HTTPRequest.Method) -> String {
        switch method {
        case .get, .head, .post, .put, .patch, .delete, .options: method.rawValue
        default: "other"
        }
    }
}

extension RequestMetrics {
    /// Ends a call: at once if the body is one buffer, otherwise when it has been written or the client has disconnected.
    ///
    /// Hummingbird's own middleware wraps every body to find out when it was written, which makes three writes of every
    /// answer instead of one.
    ///
    /// - Parameter duration: How long it took to make the response; writing a streamed body comes on top.
    func end(
        _ call: Call,
        after duration: Duration,
        _ response: inout Response,
        _ context: APIRequestContext
    ) {
        let status = response.status
        guard response.body.contentLength == nil else {
            return end(call, after: duration, status, context)
        }
        let body = response.body
        let bodyCall = BodyCall { [self] in end(call, after: call.start.duration(to: .now), status, context) }
        response.body = ResponseBody { writer in
            defer { bodyCall.end() }
            try await body.write(writer)
        }
    }
}

/// The metrics of requests.
package struct RequestMetricTable: Sendable {
    package static let table = RequestMetricTable()

    let active = Metric<Meter>(
        "greenroom.http.requests.active",
        "Requests being answered.",
        lookFor: "Waits and streams count as long as they are open."
    )

    let requests = Metric<Counter>(
        "greenroom.http.requests",
        "Requests answered, by method, route and status.",
        by: ["method", "route", "status"],
        lookFor: "503 says that a limit of load was met."
    )

    let duration = Metric<Metrics.Timer>(
        "greenroom.http.request.duration",
        "How long requests took, by method and route.",
        by: ["method", "route"],
        lookFor: "A wait counts with all the time that it waited."
    )
}
