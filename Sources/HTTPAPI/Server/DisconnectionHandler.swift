import Hummingbird
import NIOCore
import NIOHTTPTypes
import Synchronization

/// Notices that the client of a connection has disconnected, or will send nothing more.
final class DisconnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart

    /// Whether it has.
    let disconnection = Disconnection()

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if let event = event as? ChannelEvent, event == .inputClosed { disconnection.note() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        disconnection.note()
        context.fireChannelInactive()
    }
}

/// Whether a client has disconnected.
final class Disconnection: Sendable {
    private struct State {
        var hasHappened = false
        var waiting: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())

    /// Whether it has.
    var hasHappened: Bool { state.withLock { $0.hasHappened } }

    /// It has.
    func note() {
        let waiting = state.withLock { state in
            state.hasHappened = true
            return state.waiting.take()
        }
        waiting?.finish()
    }

    /// Waits until it has, or the task is cancelled. Only one task may wait at a time.
    func wait() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        let hasHappened = state.withLock { state in
            state.waiting = continuation
            return state.hasHappened
        }
        if hasHappened { continuation.finish() }
        for await _ in stream {}
    }
}

extension Route {
    /// Answers requests of this route; where they may wait for something on a device, the task is cancelled when the client
    /// disconnects.
    ///
    /// The connection goes on to be used for further requests, which it does not where Hummingbird watches it.
    func watching(_ handler: @escaping Handler) -> Handler {
        guard waits, reach != .local else { return handler }
        return { request, context in
            guard let disconnection = await context.disconnection else { return try await handler(request, context) }
            return try await withThrowingTaskGroup(of: Response?.self) { group in
                group.addTask { try await handler(request, context) }
                group.addTask {
                    await disconnection.wait()
                    return nil
                }
                defer { group.cancelAll() }
                if let response = try await group.next() ?? nil { return response }
                group.cancelAll()
                guard let response = try? await group.next() ?? nil else { throw Problem.disconnected }
                return response
            }
        }
    }
}

extension Problem {
    /// The client has disconnected before its request was answered. Nobody reads it but the log.
    static var disconnected: Problem {
        Problem(.malformedRequest, "The client has disconnected.", headers: [.connection: "close"])
    }
}
