import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// A stream of records as server-sent events, open while the client is connected.
struct RecordStream: Sendable {
    let subscription: RecordSubscription
    let registry: DeviceRegistry
    let filter: RecordFilter
    /// Records up to this sequence are only consumed by the interpreters, not sent: the client has them.
    var deliversAfter: UInt64 = 0
    /// The interpreters whose reports are sent with the records of one device.
    var interpreters = Interpreters()

    /// The answer. It ends when the client disconnects, the device is deleted, or the server stops.
    func response(to request: Request) -> Response {
        .eventStream(answering: request, send: send) { subscription.cancel() }
    }

    @Sendable private func send(to writer: inout any ResponseBodyWriter) async throws {
        var events = EventStreamWriter(stream: self)
        var isOpen = true
        while isOpen {
            try await writer.write(contentsOf: events.take())
            isOpen = events.write(await subscription.next())
        }
        try await writer.write(contentsOf: events.take())
    }
}

/// Writes the steps of a subscription as the events of a stream.
private struct EventStreamWriter {
    private let stream: RecordStream
    private var interpreters: Interpreters
    private var text = EventStreamText()
    /// The number that the client would send if it reconnected now.
    private var lastNumber: UInt64

    init(stream: RecordStream) {
        self.stream = stream
        interpreters = stream.interpreters
        let position = stream.subscription.position
        lastNumber = stream.isOfAll ? position : max(position, stream.deliversAfter)
        text.retry()
        let id = lastNumber > 0 || stream.isOfAll ? stream.id(lastNumber) : nil
        text.event(.open, id: id, ["after": stream.position(lastNumber)])
    }

    mutating func take() -> [ByteBuffer] { text.take() }

    /// Writes the next step.
    ///
    /// - Returns: Whether another one follows.
    mutating func write(_ step: StreamStep) -> Bool {
        switch step {
        case .items(let items, let first): write(items, first: first)
        case .gap(let gap): write(gap)
        case .heartbeat: writeHeartbeat()
        case .end(.cancelled): return false
        case .end(let end):
            text.event(.end, id: String?.none, ["why": .string(end.rawValue)])
            return false
        }
        return true
    }

    private mutating func write(_ items: [StreamItem], first: UInt64) {
        var count = 0
        for (offset, item) in items.enumerated() {
            let number = first + UInt64(offset)
            switch item {
            case .record(let streamed):
                let vocabulary = interpreters.consume(streamed.record)
                guard stream.isOfAll || number > stream.deliversAfter, stream.filter.wants(streamed) else { continue }
                write(streamed, vocabulary, number)
                count += 1
            case .deviceDeleted(let device, let labels):
                guard stream.filter.wants(device, labels) else { continue }
                text.event(.deviceDeleted, id: stream.id(number), ["device": .string(device.description)])
                lastNumber = number
            }
        }
        stream.subscription.count(sent: count)
    }

    private mutating func write(_ streamed: StreamedRecord, _ vocabulary: [Value.Member], _ number: UInt64) {
        lastNumber = number
        if stream.isOfAll {
            text.message(id: stream.id(number), streamed.rest, after: streamed.beginning)
        } else if vocabulary.isEmpty {
            text.message(id: number, streamed.text)
        } else {
            let interpreted = InterpretedRecord(record: streamed.record, vocabulary: vocabulary)
            text.message(id: number, ByteBuffer(bytes: JSONText.write(interpreted)))
        }
    }

    private mutating func write(_ gap: StreamGap) {
        // The missed records are not known, so the interpreters start again with the next one.
        interpreters.reset()
        var data: [Value.Member] = [.init("why", .string(gap.reason.rawValue))]
        data.append(.init("missed", gap.missed.map { .integer(Int64(clamping: $0)) } ?? .null))
        if !stream.isOfAll {
            data.append(.init("after", .integer(Int64(clamping: gap.after))))
            data.append(.init("next", .integer(Int64(clamping: gap.next))))
        }
        lastNumber = gap.next - 1
        text.event(.gap, id: stream.id(lastNumber), .object(data))
    }

    private mutating func writeHeartbeat() {
        text.comment()
        let position = stream.subscription.position
        guard position > lastNumber else { return }
        lastNumber = position
        text.event(.position, id: stream.id(lastNumber), [:])
    }
}

extension RecordStream {
    /// Whether it is the stream of all devices.
    fileprivate var isOfAll: Bool { subscription.device == nil }

    /// The id of the event with a number.
    fileprivate func id(_ number: UInt64) -> String {
        isOfAll ? registry.position(number).description : String(number)
    }

    /// A position as a field of an event.
    fileprivate func position(_ number: UInt64) -> Value {
        isOfAll ? .string(id(number)) : .integer(Int64(clamping: number))
    }
}

extension StreamedRecord {
    /// The record as JSON, which all streams share.
    var text: ByteBuffer { shared { ByteBuffer(bytes: JSONText.write($0)) } }

    /// How the record begins in a stream of all devices: with the name of its device, which needs no escape.
    var beginning: String { "{\"device\":\"\(device)\"," }

    /// What follows `beginning`: the record without its opening brace.
    var rest: ByteBuffer {
        var text = text
        text.moveReaderIndex(forwardBy: 1)
        return text
    }
}

extension HTTPField.Name {
    /// Keeps a proxy from buffering events.
    static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
    /// The id of the last event that a reconnecting client has received.
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}

/// Which of the items of a stream are wanted.
struct RecordFilter: Sendable {
    /// Only what is about this device.
    var device: DeviceID?
    /// Only what is about devices that have all these labels.
    var labels: [Label] = []
    /// Only records that match this query; its `after` and limits are ignored.
    var query: TimelineQuery

    /// Whether a record is wanted.
    func wants(_ streamed: StreamedRecord) -> Bool {
        query.matches(streamed.record) && wants(streamed.device, streamed.labels)
    }

    /// Whether something about a device is wanted.
    func wants(_ device: DeviceID, _ labels: [Label]) -> Bool {
        (self.device == nil || self.device == device) && self.labels.allSatisfy(labels.contains)
    }
}
