import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

extension Response {
    /// A response whose body is a stream of server-sent events.
    ///
    /// - Parameters:
    ///   - request: The request that it answers.
    ///   - send: Writes the events until the stream ends.
    ///   - whenDisconnected: Called when the client has disconnected: the stream must end then.
    package static func eventStream(
        answering request: Request,
        send: @escaping @Sendable (inout any ResponseBodyWriter) async throws -> Void,
        whenDisconnected: @escaping @Sendable () -> Void
    ) -> Response {
        let body = ResponseBody { writer in
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
            .contentType: MediaType.eventStream, .cacheControl: "no-store", .vary: "Accept, Accept-Language",
            .accelBuffering: "no", .connection: "close",
        ]
    }
}

/// The text of a `text/event-stream` (HTML Living Standard, 9.2), collected until it is sent.
///
/// Data is JSON on one line, so it needs only one `data` field. A large text that streams share is not copied.
package struct EventStreamText {
    /// What comes before `buffer`: each of them a text that is shared, or what stands between two.
    private var parts: [ByteBuffer] = []
    private var buffer = ByteBuffer()

    /// A shared text of so many bytes is not copied.
    private static let sharedSize = 4_096

    /// After how long a client should reconnect, in milliseconds.
    private static let retryMilliseconds = 1_000

    /// Makes an empty text.
    package init() {}

    /// Returns the collected text in its parts, and starts again with none.
    package mutating func take() -> [ByteBuffer] {
        endBuffer()
        defer { parts = [] }
        return parts
    }

    private mutating func endBuffer() {
        guard buffer.readableBytes > 0 else { return }
        parts.append(buffer)
        buffer = ByteBuffer()
    }

    /// Appends an event without a name, which clients get as a message.
    ///
    /// - Parameters:
    ///   - id: The id that the client sends when it reconnects.
    ///   - shared: The data, or the rest of it.
    ///   - prefix: How the data begins, which makes one line of JSON with the rest.
    package mutating func message(id: some CustomStringConvertible, _ shared: ByteBuffer, after prefix: String = "") {
        buffer.writeString("id: \(id)\ndata: \(prefix)")
        if shared.readableBytes < Self.sharedSize {
            buffer.writeImmutableBuffer(shared)
        } else {
            endBuffer()
            parts.append(shared)
        }
        buffer.writeStaticString("\n\n")
    }

    /// Appends an event with a name.
    ///
    /// - Parameter id: The id that the client sends when it reconnects; nil leaves it as it is.
    package mutating func event(_ name: StreamEventName, id: (some CustomStringConvertible)?, _ data: Value) {
        event(name.rawValue, id: id, data)
    }

    /// Appends an event with a name.
    package mutating func event(_ name: String, id: (some CustomStringConvertible)?, _ data: Value) {
        buffer.writeString("event: \(name)\n")
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeStaticString("data: ")
        buffer.writeBytes(JSONText.write(data))
        buffer.writeStaticString("\n\n")
    }

    /// Appends how soon to reconnect.
    package mutating func retry() { buffer.writeString("retry: \(Self.retryMilliseconds)\n") }

    /// Appends a comment, which only keeps the connection alive.
    package mutating func comment() { buffer.writeStaticString(":\n") }
}

/// The events of a stream other than records.
package enum StreamEventName: String, CaseIterable {
    /// The first: where the stream begins.
    case open
    /// Records were missed.
    case gap
    /// No matching record was written, but the position from which to resume has changed.
    case position
    /// A device was deleted; only in the stream of all devices.
    case deviceDeleted
    /// The last: why the stream ends.
    case end
}
