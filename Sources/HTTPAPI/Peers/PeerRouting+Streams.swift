import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore

// A stream of a device goes on when the device gets another owner.
extension PeerRouting {
    /// Answers a request whose answer may be a stream of events.
    func follow(_ request: Request, _ context: APIRequestContext, _ route: Route) async throws -> Response {
        guard let target = target(of: context) else { return try await route.handler(request, context) }
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        let response = try await open(whole, context, route, at: target, after: nil)
        // The server that the client's request came to follows the device to its next owner.
        guard context.origin == .client, response.isEventStream else { return response }
        var relayed = response
        relayed.body = ResponseBody { writer in
            let relay = EventRelay(writer)
            if response.isRelayed {
                // As RecordStream does for a stream of this server.
                try await request.body.consumeWithInboundCloseHandler { body in
                    for try await _ in body {}
                    try await pass(response, whole, context, route, at: target, to: relay)
                } onInboundClosed: { [disconnection = relay.disconnection] in
                    disconnection.note()
                }
            } else {
                try await pass(response, whole, context, route, at: target, to: relay)
            }
            try await writer.finish(nil)
        }
        return relayed
    }

    /// Passes a stream on, and those with which it goes on.
    private func pass(
        _ first: Response,
        _ whole: WholeRequest,
        _ context: APIRequestContext,
        _ route: Route,
        at target: Target,
        to relay: EventRelay
    ) async throws {
        var next: Response? = first
        while let stream = next {
            relay.begin(isOfPeer: stream.isRelayed)
            // One that breaks off goes on as one that has ended.
            do { try await stream.body.write(relay) } catch {}
            if let failure = relay.failure { throw failure }
            // One of this server that has said nothing has ended because the client has disconnected.
            guard !relay.hasEnded, relay.hasMoved || stream.isRelayed else { break }
            next = try await resumed(whole, context, route, at: target, relay)
        }
    }

    /// The stream that goes on where another one has ended; nil if there is none, of which the client is told.
    private func resumed(
        _ whole: WholeRequest,
        _ context: APIRequestContext,
        _ route: Route,
        at target: Target,
        _ relay: EventRelay
    ) async throws -> Response? {
        let id = relay.lastID
        let response: Response?
        do {
            response = try await relay.keepingAlive(every: limits.streamHeartbeat) {
                var context = context
                context.origin = .resumedStream
                return try await open(whole, context, route, at: target, after: id)
            }
        } catch {
            if let failure = relay.failure { throw failure }
            response = nil
        }
        if let response, response.isEventStream { return response }
        try await relay.end(response?.status == .notFound ? "deviceDeleted" : "moved")
        return nil
    }

    private func open(
        _ whole: WholeRequest,
        _ context: APIRequestContext,
        _ route: Route,
        at target: Target,
        after id: String?
    ) async throws -> Response {
        var whole = whole
        if let id {
            var head = whole.request.head
            head.headerFields[.lastEventID] = id
            whole.request = Request(head: head, body: whole.request.body)
        }
        return try await deliver(whole, context, route, to: target)
    }
}

extension Response {
    /// Whether it is a stream of events.
    var isEventStream: Bool { status == .ok && headers[.contentType] == MediaType.eventStream }

    /// Whether another server sends it.
    fileprivate var isRelayed: Bool { headers.contains(.greenroomServer) }
}
