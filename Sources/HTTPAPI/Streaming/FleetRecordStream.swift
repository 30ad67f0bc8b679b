import DeviceHost
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// The stream of all devices of several servers as server-sent events, open while the client is connected.
struct FleetRecordStream: Sendable {
    let subscription: FleetSubscription
    let filter: RecordFilter

    /// The answer. It ends when the client disconnects or the server stops.
    func response(to request: Request) -> Response {
        .eventStream(answering: request, send: send) { subscription.cancel() }
    }

    @Sendable private func send(to writer: inout any ResponseBodyWriter) async throws {
        var events = FleetEventWriter(self)
        var isOpen = true
        while isOpen {
            try await writer.write(contentsOf: events.take())
            isOpen = events.write(await subscription.next())
        }
        try await writer.write(contentsOf: events.take())
    }
}

/// Writes the steps of a subscription as the events of a stream.
private struct FleetEventWriter {
    private let stream: FleetRecordStream
    private var text = EventStreamText()
    /// The position that the client would send if it reconnected now.
    private var last: FleetPosition

    init(_ stream: FleetRecordStream) {
        self.stream = stream
        last = stream.subscription.position
        text.retry()
        text.event(.open, id: last, ["after": .string(last.description)])
    }

    mutating func take() -> [ByteBuffer] { text.take() }

    /// Writes the next step.
    ///
    /// - Returns: Whether another one follows.
    mutating func write(_ step: FleetStep) -> Bool {
        switch step {
        case .items(let items): stream.subscription.count(sent: items.count { write($0) })
        case .gap(let reason):
            last = stream.subscription.position
            text.event(.gap, id: last, ["why": .string(reason.rawValue), "missed": .null])
        case .heartbeat: writeHeartbeat()
        case .end(.cancelled): return false
        case .end(let end):
            text.event(.end, id: String?.none, ["why": .string(end.rawValue)])
            return false
        }
        return true
    }

    /// Writes an item if it is wanted.
    ///
    /// - Returns: Whether it is a record that was written.
    private mutating func write(_ item: FleetItem) -> Bool {
        switch item.item {
        case .record(let streamed):
            guard stream.filter.wants(streamed) else { return false }
            last = item.position
            text.message(id: last, streamed.rest, after: streamed.beginning)
            return true
        case .deviceDeleted(let device, let labels):
            guard stream.filter.wants(device, labels) else { return false }
            last = item.position
            text.event(.deviceDeleted, id: last, ["device": .string(device.description)])
            return false
        }
    }

    private mutating func writeHeartbeat() {
        text.comment()
        let position = stream.subscription.position
        guard position > last else { return }
        last = position
        text.event(.position, id: last, [:])
    }
}
