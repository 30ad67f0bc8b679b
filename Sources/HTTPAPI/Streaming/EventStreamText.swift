import LifecycleKernel
import NIOCore
import WireFormat

/// Events as a `text/event-stream` carries them (HTML Living Standard, 9.2), gathered until they are sent together.
///
/// Data is JSON on one line, so that none of it needs to be cut.
struct EventStreamText {
    private(set) var buffer = ByteBuffer()

    /// After how long a client is to come back when the connection breaks, in milliseconds.
    private static let retryMilliseconds = 1_000

    /// Hands over what was gathered, and starts anew.
    mutating func take() -> ByteBuffer {
        defer { buffer = ByteBuffer() }
        return buffer
    }

    /// Appends an event without a name, which clients hear as a message.
    ///
    /// - Parameters:
    ///   - id: What the client names when it comes back.
    ///   - parts: The data, in parts that make one line of JSON.
    mutating func message(id: some CustomStringConvertible, _ parts: [UInt8]...) {
        buffer.writeString("id: \(id)\ndata: ")
        for part in parts { buffer.writeBytes(part) }
        buffer.writeStaticString("\n\n")
    }

    /// Appends an event with a name.
    ///
    /// - Parameter id: What the client names when it comes back; nil leaves that as it is.
    mutating func event(_ name: StreamEventName, id: (some CustomStringConvertible)?, _ data: Value) {
        buffer.writeString("event: \(name.rawValue)\n")
        if let id { buffer.writeString("id: \(id)\n") }
        buffer.writeStaticString("data: ")
        buffer.writeBytes(JSONText.write(data))
        buffer.writeStaticString("\n\n")
    }

    /// Appends how soon to come back when the connection breaks.
    mutating func retry() { buffer.writeString("retry: \(Self.retryMilliseconds)\n") }

    /// Appends a comment, which says that the stream lives and nothing else.
    mutating func comment() { buffer.writeStaticString(":\n") }
}

/// The events of a stream that are no records.
enum StreamEventName: String, CaseIterable {
    /// The first: where the stream begins.
    case open
    /// Records were missed.
    case gap
    /// Nothing that was asked for has come, but the place from which to go on is another one.
    case position
    /// A device is gone; only in the stream of all devices.
    case deviceDeleted
    /// The last: why the stream ends.
    case end
}
