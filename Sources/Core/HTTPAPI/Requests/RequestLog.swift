import DequeModule
import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Synchronization

/// The newest requests of all listeners, to see what a test really sent.
package final class RequestLog: Sendable {
    private struct State {
        var requests: Deque<LoggedRequest> = []
        /// The number of the newest request.
        var last: UInt64 = 0
    }

    /// How many requests are kept unless said otherwise.
    package static let defaultCapacity = 1_000

    /// How many requests are kept; 0 for none.
    package let capacity: Int
    private let state = Mutex(State())

    /// Makes a log without requests.
    ///
    /// - Parameter capacity: How many are kept; of more, the newest.
    package init(capacity: Int) {
        self.capacity = capacity
    }

    /// Adds a request, and removes the oldest if there are too many.
    func add(_ request: LoggedRequest) {
        state.withLock { state in
            state.last += 1
            state.requests.append(request)
            state.requests[state.requests.endIndex - 1].number = state.last
            if state.requests.count > capacity { state.requests.removeFirst() }
        }
    }

    /// Adds a request of a listener with a protocol of its own, unless nothing is kept.
    ///
    /// - Parameters:
    ///   - method: Its method.
    ///   - path: Its path, without the query.
    ///   - id: Its id.
    ///   - listener: The listener's name.
    ///   - device: The device that it is about.
    ///   - status: The status of the answer.
    ///   - refusal: Why it was refused, in the words of the protocol; nil if it was not.
    ///   - duration: How long the answer took.
    ///   - body: What it carried; nil if that is not kept, because it may have a secret.
    package func add(
        _ method: HTTPRequest.Method,
        path: String,
        id: String,
        listener: String,
        device: DeviceID?,
        status: HTTPResponse.Status,
        refusal: String?,
        after duration: Duration,
        body: [UInt8]?
    ) {
        guard capacity > 0 else { return }
        let trace = RequestTrace()
        trace.note(body ?? [])
        var logged = LoggedRequest(method, path: path, id: id, status: status, after: duration)
        logged.listener = listener
        logged.device = device
        logged.refusal = refusal.map { String($0.prefix(bytes: LoggedRequest.maximumRefusalLength)) }
        logged.trace = trace
        add(logged)
    }

    /// The requests that fit a query, newest first, as many as it wants; and how many there are.
    func requests(_ query: RequestQuery) -> (page: [LoggedRequest], count: Int) {
        let all = state.withLock { $0.requests }
        var page: [LoggedRequest] = []
        var count = 0
        for request in all.reversed() where query.fits(request) {
            count += 1
            if page.count < query.limit { page.append(request) }
        }
        return (page, count)
    }

    /// Removes all requests. Numbers go on.
    func removeAll() {
        state.withLock { $0.requests.removeAll() }
    }
}

/// Which requests are wanted.
struct RequestQuery: Sendable {
    /// Only those about this device.
    var device: DeviceID?
    /// Only those of this listener.
    var listener: String?
    /// Only those with this method.
    var method: String?
    /// Only those with this status.
    var status: Int?
    /// Only those that were refused, or only those that were not.
    var isRefused: Bool?
    /// Only those with a larger number.
    var after: UInt64 = 0
    /// How many at most.
    var limit = 100

    /// Whether a request is wanted.
    func fits(_ request: LoggedRequest) -> Bool {
        request.number > after
            && (device.map { $0 == request.device } ?? true)
            && (listener.map { $0 == request.listener } ?? true)
            && (method.map { $0 == request.method.rawValue } ?? true)
            && (status.map { $0 == request.status.code } ?? true)
            && (isRefused.map { $0 == request.isRefused } ?? true)
    }
}
