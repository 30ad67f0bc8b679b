import HTTPTypes
import Hummingbird

extension Response {
    /// A response whose body is a stream of server-sent events.
    ///
    /// - Parameters:
    ///   - request: The request that it answers.
    ///   - watchesClient: Whether the stream ends when the client disconnects; else when it cannot be written any more, because
    ///     another part of the answer has read the request, and watches its connection.
    ///   - send: Writes the events until the stream ends.
    ///   - whenDisconnected: Called when the client has disconnected: the stream must end then. Where the client is not watched,
    ///     called at the end.
    static func eventStream(
        answering request: Request,
        watchesClient: Bool = true,
        send: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void,
        whenDisconnected: @escaping @Sendable () -> Void
    ) -> Response {
        let body = ResponseBody { writer in
            guard watchesClient else {
                defer { whenDisconnected() }
                try await send(&writer)
                return try await writer.finish(nil)
            }
            try await request.body.consumeWithInboundCloseHandler { body in
                // Hummingbird reads the request in another task. If a stream ends before that task has begun, it ends
                // without having finished the body, and SwiftNIO ends the process (`Deinited NIOAsyncSequenceProducer.Source
                // without calling source.finish()`). So the stream begins once the request has been read.
                for try await _ in body {}
                try await send(&writer)
            } onInboundClosed: {
                whenDisconnected()
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: eventStreamHeaders, body: body)
    }

    /// The header fields of a stream. Hummingbird closes the connection after it has watched it for a disconnection, so the
    /// client is told not to send another request on it.
    private static var eventStreamHeaders: HTTPFields {
        [
            .contentType: MediaType.eventStream, .cacheControl: "no-store", .vary: "Accept", .accelBuffering: "no",
            .connection: "close",
        ]
    }
}
