import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// Passes the events of several streams, one after another, on to one client as one stream.
///
/// It passes whole events only, leaves out the first one of each later stream, and the last one of a stream that goes on at
/// another server.
final class EventRelay: ResponseBodyWriter {
    /// The id of the last event that was passed on; that of the first event's place before there is one.
    private(set) var lastID: String?
    /// Whether the client has got the last event of all.
    private(set) var hasEnded = false
    /// Whether the present stream says that it goes on at another server.
    private(set) var hasMoved = false
    /// Why nothing can be written to the client any more.
    private(set) var failure: (any Error)?

    /// Whether the client has disconnected.
    let disconnection = Disconnection()

    private var writer: any ResponseBodyWriter
    private var isFirstStream = true
    private var hasBegun = false
    private var isOfPeer = false
    /// The lines of the event that is not whole yet, and the bytes of the line that is not.
    private var event: [[UInt8]] = []
    private var line: [UInt8] = []
    private var output = ByteBuffer()

    /// The longest event that is passed on, in bytes. No record is nearly as long.
    private static let longestEvent = 16 * 1_048_576
    private var eventBytes = 0

    init(_ writer: any ResponseBodyWriter) { self.writer = writer }

    /// Begins with the next stream.
    ///
    /// - Parameter isOfPeer: Whether another server sends it: when that one stops, others go on.
    func begin(isOfPeer: Bool) {
        isFirstStream = !hasBegun
        hasBegun = true
        self.isOfPeer = isOfPeer
        hasMoved = false
        (event, line, eventBytes) = ([], [], 0)
    }

    /// Passes on the events that are whole.
    func write(_ buffer: ByteBuffer) async throws {
        guard !disconnection.hasHappened else {
            failure = CancellationError()
            throw CancellationError()
        }
        for byte in buffer.readableBytesView {
            guard byte == UInt8(ascii: "\n") else {
                line.append(byte)
                continue
            }
            take()
        }
        guard eventBytes + line.count <= Self.longestEvent else { throw CancellationError() }
        try await flush()
    }

    /// The stream has ended; another one may follow.
    func finish(_ trailingHeaders: HTTPFields?) async throws {}

    /// Tells the client why the stream ends.
    func end(_ reason: String) async throws {
        output.writeString("event: end\ndata: {\"why\":\"\(reason)\"}\n\n")
        hasEnded = true
        try await flush()
    }

    /// Waits for something while the client gets heartbeats, so that it does not take the connection for a dead one.
    ///
    /// - Parameters:
    ///   - interval: The time between two heartbeats.
    ///   - work: What is waited for. It is cancelled when the client cannot be written to.
    /// - Throws: What `work` throws; the error of writing.
    func keepingAlive<Value: Sendable>(
        every interval: Duration,
        _ work: @escaping @Sendable () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await work() }
            defer { group.cancelAll() }
            while true {
                group.addTask {
                    try await Task.sleep(for: interval)
                    return nil
                }
                if let value = try await group.next() ?? nil { return value }
                guard !disconnection.hasHappened else {
                    failure = CancellationError()
                    throw CancellationError()
                }
                var text = EventStreamText()
                text.comment()
                for part in text.take() { output.writeImmutableBuffer(part) }
                try await flush()
            }
        }
    }

    private func flush() async throws {
        guard output.readableBytes > 0 else { return }
        let sent = output
        output = ByteBuffer()
        do {
            try await writer.write(sent)
        } catch {
            failure = error
            throw error
        }
    }

    /// Takes a whole line.
    private func take() {
        defer { line = [] }
        // A comment is no part of an event.
        if event.isEmpty, line.first == UInt8(ascii: ":") { return pass([line]) }
        guard line.isEmpty else {
            event.append(line)
            eventBytes += line.count
            return
        }
        defer { (event, eventBytes) = ([], 0) }
        let fields = EventFields(event)
        switch fields.name {
        case "open" where !isFirstStream: return
        case "open": if lastID == nil { lastID = fields.id ?? fields.place }
        case "end" where fields.reason == "moved" || (isOfPeer && fields.reason == "shutdown"):
            hasMoved = true
            return
        case "end": hasEnded = true
        default: break
        }
        if let id = fields.id { lastID = id }
        pass(event)
        output.writeString("\n")
    }

    private func pass(_ lines: [[UInt8]]) {
        for line in lines {
            output.writeBytes(line)
            output.writeString("\n")
        }
    }
}

/// The fields of an event that say how a stream goes on.
private struct EventFields {
    private(set) var name: String?
    private(set) var id: String?
    private var data: [UInt8] = []

    init(_ lines: [[UInt8]]) {
        for line in lines {
            if line.starts(with: "event: ".utf8) { name = String(decoding: line.dropFirst(7), as: UTF8.self) }
            if line.starts(with: "id: ".utf8) { id = String(decoding: line.dropFirst(4), as: UTF8.self) }
            if line.starts(with: "data: ".utf8) { data = Array(line.dropFirst(6)) }
        }
    }

    /// Why the stream ends.
    var reason: String? { (try? JSONText.parse(data))?["why"]?.text }

    /// The place at which the stream begins.
    var place: String? {
        guard case .integer(let after)? = (try? JSONText.parse(data))?["after"] else { return nil }
        return String(after)
    }
}
