import LifecycleKernel
import Synchronization

/// An item of a stream: a record, or the deletion of a device.
package enum StreamItem: Sendable {
    case record(StreamedRecord)
    case deviceDeleted(DeviceID, labels: [Label])
}

/// A record for all its subscribers, which share the text that the first of them makes of it.
package final class StreamedRecord: Sendable {
    /// The device whose record it is.
    package let device: DeviceID
    /// The labels of the device.
    package let labels: [Label]
    /// The record.
    package let record: Record
    private let text = Mutex<[UInt8]?>(nil)

    init(_ record: Record, of device: DeviceID, labels: [Label]) {
        self.record = record
        self.device = device
        self.labels = labels
    }

    /// The record as text, made by the first call.
    ///
    /// - Parameter make: Makes the text; must be the same function in each call.
    package func text(_ make: (Record) -> [UInt8]) -> [UInt8] {
        text.withLock { text in
            if let text { return text }
            let made = make(record)
            text = made
            return made
        }
    }
}

/// What a subscriber gets next.
package enum StreamStep: Sendable {
    /// Items in order, numbered from the first on.
    case items([StreamItem], first: UInt64)
    /// Items were missed before the next step.
    case gap(StreamGap)
    /// A heartbeat is due.
    case heartbeat
    /// The last step.
    case end(StreamEnd)
}

/// What a subscriber has missed.
package struct StreamGap: Hashable, Sendable {
    /// Why it was missed.
    package var reason: Reason
    /// How many records, of any kind, were missed; nil if that is unknown.
    package var missed: UInt64?
    /// The number of the last item before the gap.
    package var after: UInt64
    /// The number of the next item after it.
    package var next: UInt64

    /// Why something is missed.
    package enum Reason: String, CaseIterable, Sendable {
        /// The records at which the subscriber wanted to begin were no longer kept.
        case resumedTooLate
        /// The subscriber reads more slowly than records are written.
        case fellBehind
        /// The position at which it wanted to begin is not of this timeline, or of another run of the server.
        case unknownPosition = "unknownPlace"
    }
}

/// Why a stream ends.
package enum StreamEnd: String, CaseIterable, Sendable {
    /// The device was deleted.
    case deviceDeleted
    /// The device went to another server, where its records go on after the last item.
    case moved
    /// The server is being shut down.
    case shutdown
    /// The next records are only in the journal, which cannot be read.
    case journalUnavailable
    /// The subscription was cancelled.
    case cancelled
}
