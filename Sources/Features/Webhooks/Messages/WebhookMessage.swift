import Crypto
import DeviceHost
import LifecycleKernel
import WireFormat

/// What a webhook is told: one message, which may be sent several times.
package struct WebhookMessage: Hashable, Sendable {
    /// Its identifier, `webhook-id`: the same however often it is sent.
    package let id: String
    /// What it is about, such as `greenroom.exit`.
    package let type: String
    /// The body.
    package let body: [UInt8]
    /// Whether it was asked for to try the receiver: it is sent once.
    let isTest: Bool
    /// The position before what it is about; nil where no other server would send it.
    let position: StreamPosition?

    /// Makes a message.
    ///
    /// Its identifier is by chance. Where another server could send the message again, it follows from what the message is about.
    ///
    /// - Parameters:
    ///   - type: What it is about.
    ///   - date: When it happened, by the real clock.
    ///   - data: What is told.
    ///   - isTest: Whether it was asked for to try the receiver.
    ///   - webhook: The id of the webhook.
    ///   - stretch: Where what it is about is, if another server could have to send it.
    init(
        _ type: MessageType,
        at date: Instant,
        _ data: some FieldWritable,
        isTest: Bool = false,
        for webhook: String = "",
        in stretch: StreamStretch? = nil
    ) {
        if let stretch {
            id = Self.id(of: "\(webhook) \(type.name) \(stretch.upTo.number) \(stretch.upTo.index)")
        } else {
            var generator = SystemRandomNumberGenerator()
            id = Self.id([generator.next(), generator.next()])
        }
        self.type = type.name
        self.isTest = isTest
        position = stretch?.after
        body = JSONText.write(MessageBody(type: type.name, date: date, data: data))
    }

    private static func id(of text: String) -> String {
        let bytes = Array(SHA256.hash(data: Array(text.utf8)))
        return id([bytes[0..<8], bytes[8..<16]].map { $0.reduce(0) { $0 << 8 | UInt64($1) } })
    }

    private static func id(_ numbers: [UInt64]) -> String { "msg_" + numbers.map(\.hexadecimal).joined() }
}

/// What messages are about.
enum MessageType: Hashable, Sendable {
    /// A record.
    case record(Record.Kind)
    /// Records that were missed.
    case gap
    /// Nothing: it was asked for.
    case test

    /// Its name in a message.
    var name: String {
        switch self {
        case .record(let kind): "greenroom.\(kind.rawValue)"
        case .gap: "greenroom.gap"
        case .test: "greenroom.test"
        }
    }
}

/// The body of a message. Source: Standard Webhooks, "Payload structure".
private struct MessageBody<Content: FieldWritable>: FieldWritable {
    let type: String
    let date: Instant
    let data: Content

    func write(to sink: inout some FieldSink) {
        sink.put("type", type)
        sink.put("timestamp", instant: date)
        sink.put("data", data)
    }
}

/// What a message tells of a record.
struct RecordNews: FieldWritable {
    let streamed: StreamedRecord
    /// How many messages were dropped before this one.
    let dropped: Int

    func write(to sink: inout some FieldSink) {
        sink.put("device", streamed.device.description)
        sink.put("labels", value: .object(streamed.labels.map { Value.Member($0.key, .string($0.value)) }))
        sink.put("record", json: streamed.shared { JSONText.write($0) })
        if dropped > 0 { sink.put("dropped", Int64(dropped)) }
    }
}

/// What a message tells of records that were missed.
struct GapNews: FieldWritable {
    /// How many records of any kind and device were missed; nil if that is unknown.
    let missed: UInt64?
    /// How many messages were dropped before this one.
    let dropped: Int

    func write(to sink: inout some FieldSink) {
        if let missed { sink.put("missed", Int64(clamping: missed)) } else { sink.putNull("missed") }
        if dropped > 0 { sink.put("dropped", Int64(dropped)) }
    }
}

/// What a message tells that was only asked for.
struct TestNews: FieldWritable {
    /// The webhook.
    let webhook: String

    func write(to sink: inout some FieldSink) { sink.put("webhook", webhook) }
}
