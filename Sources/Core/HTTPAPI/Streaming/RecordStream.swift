import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// A stream of records as server-sent events, open while the client is connected.
struct RecordStream: Sendable {
    let subscription: RecordSubscription
    let filter: RecordFilter
    /// Records up to this position are only consumed by the interpreters, not sent: the client has them.
    var deliversAfter: StreamPosition?
    /// The interpreters whose reports are sent with the records of one device.
    var interpreters = Interpreters()

    /// The answer. It ends when the client disconnects, the device is deleted, or the server stops.
    func response(to request: Request) -> Response {
        let language = request.language
        return .eventStream(answering: request) {
            try await send(in: language, to: &$0)
        } whenDisconnected: {
            subscription.cancel()
        }
    }

    private func send(in language: Language, to writer: inout any ResponseBodyWriter) async throws {
        var events = EventStreamWriter(stream: self, language: language)
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
    /// The language in which records are told.
    private let language: Language
    private var interpreters: Interpreters
    private var text = EventStreamText()
    /// The position whose id the client would send if it reconnected now.
    private var last: StreamPosition

    init(stream: RecordStream, language: Language) {
        self.stream = stream
        self.language = language
        interpreters = stream.interpreters
        last = max(stream.subscription.position, stream.deliversAfter ?? stream.subscription.position)
        text.retry()
        // Without an id the client reconnects with its own: to the oldest record, or to the gap that it has not seen.
        let hasID = !stream.subscription.hasUnknownPosition && (last.number > 0 || stream.isOfAll)
        text.event(.open, id: hasID ? stream.id(last) : nil, ["after": stream.field(last)])
    }

    mutating func take() -> [ByteBuffer] { text.take() }

    /// Writes the next step.
    ///
    /// - Returns: Whether another one follows.
    mutating func write(_ step: StreamStep) -> Bool {
        switch step {
        case .items(let items): write(items)
        case .gap(let gap): write(gap)
        case .heartbeat: writeHeartbeat()
        case .end(.cancelled): return false
        case .end(let end):
            text.event(.end, id: String?.none, ["why": .string(end.rawValue)])
            return false
        }
        return true
    }

    private mutating func write(_ items: [StreamItem]) {
        var count = 0
        for item in items {
            switch item.content {
            case .record(let streamed):
                let vocabulary = interpreters.consume(streamed.record)
                let isNew = stream.deliversAfter.map { item.position > $0 } ?? true
                guard isNew, stream.filter.wants(streamed) else { continue }
                last = item.position
                write(streamed, vocabulary)
                count += 1
            case .deviceDeleted(let device, let labels):
                guard stream.filter.wants(device, labels) else { continue }
                last = item.position
                text.event(.deviceDeleted, id: stream.id(last), ["device": .string(device.description)])
            }
        }
        stream.subscription.count(sent: count)
    }

    private mutating func write(_ streamed: StreamedRecord, _ vocabulary: [Value.Member]) {
        let id = stream.id(last)
        if stream.isOfAll {
            text.message(id: id, streamed.rest(in: language), after: streamed.beginning)
        } else if vocabulary.isEmpty {
            text.message(id: id, streamed.text(in: language))
        } else {
            let interpreted = InterpretedRecord(record: streamed.record, vocabulary: vocabulary)
            text.message(id: id, ByteBuffer(bytes: JSONText.write(interpreted, in: language)))
        }
    }

    private mutating func write(_ gap: StreamGap) {
        // The missed records are not known, so the interpreters start again with the next one.
        interpreters.reset()
        var data: [Value.Member] = [.init("why", .string(gap.reason.rawValue))]
        data.append(.init("missed", gap.missed.map { .integer(Int64(clamping: $0)) } ?? .null))
        if !stream.isOfAll {
            data.append(.init("after", stream.field(gap.after)))
            data.append(.init("next", .integer(Int64(clamping: gap.upTo.number + 1))))
        }
        last = gap.upTo
        text.event(.gap, id: stream.id(last), .object(data))
    }

    private mutating func writeHeartbeat() {
        text.comment()
        let position = stream.subscription.position
        guard position > last else { return }
        last = position
        text.event(.position, id: stream.id(last), [:])
    }
}

extension RecordStream {
    /// Whether it is the stream of all devices.
    fileprivate var isOfAll: Bool { subscription.device == nil }

    /// The id of the event at a position.
    fileprivate func id(_ position: StreamPosition) -> StreamEventID { subscription.id(at: position) }

    /// A position as a field of an event: the sequence of a record; of all devices, the id.
    fileprivate func field(_ position: StreamPosition) -> Value {
        isOfAll ? .string(id(position).description) : .integer(Int64(clamping: position.number))
    }
}

extension StreamedRecord {
    /// The record as JSON, which streams share: those in English, and all if the record is the same in each language.
    func text(in language: Language) -> ByteBuffer {
        guard language == .english || !record.dependsOnLanguage else {
            return ByteBuffer(bytes: JSONText.write(record, in: language))
        }
        return shared { ByteBuffer(bytes: JSONText.write($0)) }
    }

    /// How the record begins in a stream of all devices: with the name of its device, which needs no escape.
    var beginning: String { "{\"device\":\"\(device)\"," }

    /// What follows `beginning`: the record without its opening brace.
    func rest(in language: Language) -> ByteBuffer {
        var text = text(in: language)
        text.moveReaderIndex(forwardBy: 1)
        return text
    }
}

extension HTTPField.Name {
    /// Keeps a proxy from buffering events.
    static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
    /// The id of the last event that a reconnecting client has received.
    package static let lastEventID = HTTPField.Name("Last-Event-ID")!
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
