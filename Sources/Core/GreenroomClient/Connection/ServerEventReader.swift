import NIOCore

/// A server-sent event.
package struct ServerEvent: Hashable, Sendable {
    /// Its type; `message` unless it says otherwise.
    package var name = "message"
    /// Its data.
    package var data = ""

    /// An event.
    package init(name: String = "message", data: String = "") {
        self.name = name
        self.data = data
    }
}

/// Takes server-sent events out of a stream of bytes, however it is cut into parts.
package struct ServerEventReader {
    private var line: [UInt8] = []
    private var event = ServerEvent()
    private var hasData = false

    /// Makes a reader of a new stream.
    package init() {}

    /// The events that end in these bytes.
    package mutating func events(in bytes: some Sequence<UInt8>) -> [ServerEvent] {
        var events: [ServerEvent] = []
        for byte in bytes where byte != UInt8(ascii: "\r") {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            if let event = take(String(decoding: line, as: UTF8.self)) { events.append(event) }
            line.removeAll(keepingCapacity: true)
        }
        return events
    }

    /// Takes a line; the event, if it ends with it.
    private mutating func take(_ line: String) -> ServerEvent? {
        guard !line.isEmpty else {
            defer {
                event = ServerEvent()
                hasData = false
            }
            return hasData ? event : nil
        }
        let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
        switch parts[0] {
        case "event": event.name = String(value)
        case "data":
            event.data += (hasData ? "\n" : "") + value
            hasData = true
        default: break
        }
        return nil
    }
}

/// The server-sent events of an answer, read as they are asked for.
package struct ServerEvents: AsyncSequence {
    /// Sends the request, and returns the body of the answer.
    let open: @Sendable () async throws -> ResponseBody

    /// Makes an iterator, which sends the request.
    package func makeAsyncIterator() -> Iterator { Iterator(open: open) }

    /// Reads the body of one answer.
    package struct Iterator: AsyncIteratorProtocol {
        let open: @Sendable () async throws -> ResponseBody
        private var body: ResponseBody?
        private var reader = ServerEventReader()
        private var events: ArraySlice<ServerEvent> = []

        fileprivate init(open: @escaping @Sendable () async throws -> ResponseBody) { self.open = open }

        /// The next event; nil when the answer has ended.
        package mutating func next() async throws -> ServerEvent? {
            while true {
                if let event = events.popFirst() { return event }
                if body == nil { body = try await open() }
                guard let part = try await body?.next() else { return nil }
                events = reader.events(in: part.readableBytesView)[...]
            }
        }
    }
}
