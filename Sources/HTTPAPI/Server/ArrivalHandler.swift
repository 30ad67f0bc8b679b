import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTPTypes
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

/// Counts the requests of a connection that may change something.
final class ArrivalHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart

    private let arrivals: Arrivals
    /// Of the requests whose answer has not ended, in their order: whether each is counted.
    private var isCounted = CircularBuffer<Bool>(initialCapacity: 1)

    init(_ arrivals: Arrivals) {
        self.arrivals = arrivals
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = Self.unwrapInboundIn(data) {
            let mayChange = !head.method.isSafe
            isCounted.append(mayChange)
            if mayChange { arrivals.add(1) }
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch Self.unwrapOutboundIn(data) {
        case .head(let head) where head.status.kind != .informational: leaveFirst()
        case .end:
            leaveFirst()
            if !isCounted.isEmpty { isCounted.removeFirst() }
        case .head, .body: break
        }
        context.write(data, promise: promise)
    }

    func channelInactive(context: ChannelHandlerContext) {
        leaveAll()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        leaveAll()
    }

    /// The first request is no longer counted.
    private func leaveFirst() {
        guard isCounted.first == true else { return }
        isCounted[isCounted.startIndex] = false
        arrivals.add(-1)
    }

    private func leaveAll() {
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
