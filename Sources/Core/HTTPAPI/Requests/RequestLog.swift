import DequeModule
import DeviceHost
import HTTPTypes
import Synchronization

/// The newest requests of the interface, to see what a test really sent.
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
            var request = request
            request.number = state.last
            state.requests.append(request)
            if state.requests.count > capacity { state.requests.removeFirst() }
        }
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
            && (method.map { $0 == request.method.rawValue } ?? true)
            && (status.map { $0 == request.status.code } ?? true)
            && (isRefused.map { $0 == request.isRefused } ?? true)
    }
}
