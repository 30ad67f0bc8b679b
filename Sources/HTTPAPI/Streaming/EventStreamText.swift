import LifecycleKernel
import NIOCore
import WireFormat

/// The text of a `text/event-stream` (HTML Living Standard, 9.2), collected until it is sent.
///
/// Data is JSON on one line, so it needs only one `data` field.
struct EventStreamText {
    private(set) var buffer = ByteBuffer()

    /// After how long a client should reconnect, in milliseconds.
    private static let retryMilliseconds = 1_000

    /// Returns the collected text, and starts again with none.
    mutating func take() -> ByteBuffer {
        defer { buffer = ByteBuffer() }
        return buffer
    }

    /// Appends an event without a name, which clients get as a message.
    ///
    /// - Parameters:
    ///   - id: The id that the client sends when it reconnects.
    ///   - parts: The data, in parts that make one line of JSON.
    mutating func message(id: some CustomStringConvertible, _ parts: [UInt8]...) {
        buffer.writeString("id: \(id)\ndata: ")
        for part in parts { buffer.writeBytes(part) }
        buffer.writeStaticString("\n\n")
    }

    /// Appends an event with a name.
    ///
    /// - Parameter id: The id that the client sends when it reconnects; nil leaves it as it is.
    mutating func event(_ name: StreamEventName, id: (some CustomStringConvertible)?, _ data: Value) {
        event(name.rawValue, id: id, data)
    }

    /// Appends an event with a name.
    mutating func event(_ name: String, id: (some CustomStringConvertible)?, _ data: Value) {
        buffer.writeString("event: \(name)\n")
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeStaticString("data: ")
        buffer.writeBytes(JSONText.write(data))
        buffer.writeStaticString("\n\n")
    }

    /// Appends how soon to reconnect.
    mutating func retry() { buffer.writeString("retry: \(Self.retryMilliseconds)\n") }

    /// Appends a comment, which only keeps the connection alive.
    mutating func comment() { buffer.writeStaticString(":\n") }
}

/// The events of a stream other than records.
enum StreamEventName: String, CaseIterable {
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
