import LifecycleKernel
import Synchronization

/// What a stream tells: a record, or that a device is gone.
package enum StreamItem: Sendable {
    case record(StreamedRecord)
    case deviceDeleted(DeviceID, labels: [Label])
}

/// A record on its way to all who follow it. They share one, and the text that the first of them makes of it.
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

    /// The record as text, made when it is asked for the first time.
    ///
    /// - Parameter make: Makes the text; the same for everybody who asks.
    package func text(_ make: (Record) -> [UInt8]) -> [UInt8] {
        text.withLock { text in
            if let text { return text }
            let made = make(record)
            text = made
            return made
        }
    }
}

/// The next that a subscriber is to know.
package enum StreamStep: Sendable {
    /// Items in order, numbered on from the first.
    case items([StreamItem], first: UInt64)
    /// Something was missed; what follows comes after it.
    case gap(StreamGap)
    /// Nothing has come for a while.
    case heartbeat
    /// The last step.
    case end(StreamEnd)
}

/// What a subscriber has missed.
package struct StreamGap: Hashable, Sendable {
    /// Why it was missed.
    package var reason: Reason
    /// How many records, of whatever kind, were missed; nil when nobody knows.
    package var missed: UInt64?
    /// The number of the last item before the gap.
    package var after: UInt64
    /// The number of the next item after it.
    package var next: UInt64

    /// Why something is missed.
    package enum Reason: String, CaseIterable, Sendable {
        /// The subscriber came back when what it asked for was no longer kept.
        case resumedTooLate
        /// The subscriber reads more slowly than there is something to read.
        case fellBehind
        /// The place at which it wants to go on is none of this timeline or of this run of the server.
        case unknownPlace
    }
}

/// Why a stream ends.
package enum StreamEnd: String, CaseIterable, Sendable {
    /// The device is gone.
    case deviceDeleted
    /// The server is being shut down.
    case shutdown
    /// What comes next is only in the journal, and cannot be read there.
    case journalUnavailable
    /// The subscriber wants no more.
    case cancelled
}
