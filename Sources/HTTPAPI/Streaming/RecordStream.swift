import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// A stream of records as server-sent events, as long as the client listens.
struct RecordStream: Sendable {
    let subscription: RecordSubscription
    let registry: DeviceRegistry
    let filter: RecordFilter
    /// Records up to this sequence are only for the frameworks to hear; the client has them.
    var heardBefore: UInt64 = 0
    /// The frameworks whose words are wanted with the records of the one device.
    var interpreters = Interpreters()

    /// The answer: what comes is sent on until the client goes, the device is gone, or the server stops.
    func response(to request: Request) -> Response {
        let headers: HTTPFields = [
            .contentType: MediaType.eventStream, .cacheControl: "no-store", .vary: "Accept", .accelBuffering: "no",
        ]
        let body = ResponseBody { writer in
            try await request.body.consumeWithInboundCloseHandler { _ in
                try await send(to: &writer)
            } onInboundClosed: {
                subscription.cancel()
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }

    private func send(to writer: inout any ResponseBodyWriter) async throws {
        var teller = StreamTeller(stream: self)
        var isOpen = true
        while isOpen {
            let sent = teller.take()
            if sent.readableBytes > 0 { try await writer.write(sent) }
            isOpen = teller.tell(await subscription.next())
        }
        let rest = teller.take()
        if rest.readableBytes > 0 { try await writer.write(rest) }
    }
}

/// Says in the words of an event stream what a subscription gives.
private struct StreamTeller {
    private let stream: RecordStream
    private var interpreters: Interpreters
    private var text = EventStreamText()
    /// The number that the client would name if it came back now.
    private var told: UInt64

    init(stream: RecordStream) {
        self.stream = stream
        interpreters = stream.interpreters
        told = stream.isOfAll ? stream.subscription.position : max(stream.subscription.position, stream.heardBefore)
        text.retry()
        text.event(.open, id: told > 0 || stream.isOfAll ? stream.id(told) : nil, ["after": stream.place(told)])
    }

    mutating func take() -> ByteBuffer { text.take() }

    /// Tells the next step.
    ///
    /// - Returns: Whether another one follows.
    mutating func tell(_ step: StreamStep) -> Bool {
        switch step {
        case .items(let items, let first): tell(items, first: first)
        case .gap(let gap): tell(gap)
        case .heartbeat: tellPosition()
        case .end(.cancelled): return false
        case .end(let end):
            text.event(.end, id: String?.none, ["why": .string(end.rawValue)])
            return false
        }
        return true
    }

    private mutating func tell(_ items: [StreamItem], first: UInt64) {
        var count = 0
        for (offset, item) in items.enumerated() {
            let number = first + UInt64(offset)
            switch item {
            case .record(let streamed):
                let words = interpreters.heard(streamed.record)
                guard stream.isOfAll || number > stream.heardBefore, stream.filter.wants(streamed) else { continue }
                tell(streamed, words, number)
                count += 1
            case .deviceDeleted(let device, let labels):
                guard stream.filter.wants(device, labels) else { continue }
                text.event(.deviceDeleted, id: stream.id(number), ["device": .string(device.description)])
                told = number
            }
        }
        stream.subscription.count(sent: count)
    }

    private mutating func tell(_ streamed: StreamedRecord, _ words: [Value.Member], _ number: UInt64) {
        told = number
        if stream.isOfAll {
            let record = streamed.text { JSONText.write($0) }
            // What a device can be called needs no escape.
            let device = Array("{\"device\":\"\(streamed.device)\",".utf8)
            text.message(id: stream.id(number), device, Array(record.dropFirst()))
        } else if words.isEmpty {
            text.message(id: number, streamed.text { JSONText.write($0) })
        } else {
            text.message(id: number, JSONText.write(InterpretedRecord(record: streamed.record, words: words)))
        }
    }

    private mutating func tell(_ gap: StreamGap) {
        // What happened in between is not known; a framework begins anew with what it hears next.
        interpreters.forget()
        var data: [Value.Member] = [.init("why", .string(gap.reason.rawValue))]
        data.append(.init("missed", gap.missed.map { .integer(Int64(clamping: $0)) } ?? .null))
        if !stream.isOfAll {
            data.append(.init("after", .integer(Int64(clamping: gap.after))))
            data.append(.init("next", .integer(Int64(clamping: gap.next))))
        }
        told = gap.next - 1
        text.event(.gap, id: stream.id(told), .object(data))
    }

    private mutating func tellPosition() {
        text.comment()
        let place = stream.subscription.position
        guard place > told else { return }
        told = place
        text.event(.position, id: stream.id(told), [:])
    }
}

extension RecordStream {
    /// Whether it is the stream of all devices.
    fileprivate var isOfAll: Bool { subscription.device == nil }

    /// The id of the event with a number.
    fileprivate func id(_ number: UInt64) -> String {
        isOfAll ? registry.position(number).description : String(number)
    }

    /// A place as data tell it.
    fileprivate func place(_ number: UInt64) -> Value {
        isOfAll ? .string(id(number)) : .integer(Int64(clamping: number))
    }
}

extension HTTPField.Name {
    /// Keeps a proxy from holding events back until it has many of them.
    static let accelBuffering = HTTPField.Name("X-Accel-Buffering")!
    /// The id of the last event that a client has, when it comes back.
    static let lastEventID = HTTPField.Name("Last-Event-ID")!
}
