import HTTPTypes
import NIOCore
import Synchronization

/// How many requests that may change something have come to a listener and wait for their answer to begin.
///
/// A request counts from when its head has been read, so also while it waits for a thread.
package final class Arrivals: Sendable {
    private let value = Atomic<Int>(0)

    package init() {}

    /// How many there are.
    var count: Int { value.load(ordering: .relaxed) }

    /// Changes the count by so many.
    func add(_ difference: Int) { value.add(difference, ordering: .relaxed) }
}

/// The requests of a connection whose answer has not ended, in their order. Those that may change something count as arrivals
/// until their answer begins.
struct UnansweredRequests {
    private let arrivals: Arrivals
    /// For each request, whether it is counted.
    private var isCounted = CircularBuffer<Bool>(initialCapacity: 1)

    init(_ arrivals: Arrivals) {
        self.arrivals = arrivals
    }

    var isEmpty: Bool { isCounted.isEmpty }

    /// Adds a request.
    mutating func append(_ head: HTTPRequest) {
        let mayChange = !head.method.isSafe
        isCounted.append(mayChange)
        if mayChange { arrivals.add(1) }
    }

    /// The answer to the first request begins.
    mutating func beginAnswer() {
        guard isCounted.first == true else { return }
        isCounted[isCounted.startIndex] = false
        arrivals.add(-1)
    }

    /// The answer to the first request ends.
    mutating func endAnswer() {
        beginAnswer()
        if !isCounted.isEmpty { isCounted.removeFirst() }
    }

    /// The connection has ended.
    mutating func removeAll() {
        arrivals.add(-isCounted.count(where: { $0 }))
        isCounted.removeAll()
    }
}

extension HTTPRequest.Method {
    /// Whether a request with it only reads (RFC 9110, 9.2.1).
    var isSafe: Bool {
        switch self {
        case .get, .head, .options, .trace: true
        default: false
        }
    }
}
