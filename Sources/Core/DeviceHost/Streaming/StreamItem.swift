import LifecycleKernel
import Synchronization

/// An item of a stream.
package struct StreamItem: Sendable {
    /// What happened.
    package enum Content: Sendable {
        /// A device wrote a record.
        case record(StreamedRecord)
        /// A device was deleted.
        case deviceDeleted(DeviceID, labels: [Label])

        /// About how many bytes it takes in memory.
        var keptSize: Int {
            switch self {
            case .record(let streamed): streamed.keptSize
            case .deviceDeleted: 64
            }
        }
    }

    /// The position after it.
    package var position: StreamPosition
    /// What happened.
    package var content: Content
}

/// A record that subscribers share, with the form in which the first of them sends it.
package final class StreamedRecord: Sendable {
    /// The device whose record it is.
    package let device: DeviceID
    /// The labels of the device.
    package let labels: [Label]
    /// The record.
    package let record: Record
    /// About how many bytes the record takes in memory.
    let keptSize: Int
    private let form = Mutex<(any Sendable)?>(nil)

    init(_ record: Record, of device: DeviceID, labels: [Label]) {
        self.record = record
        keptSize = record.keptSize
        self.device = device
        self.labels = labels
    }

    /// The record in the form in which subscribers send it, which the first call makes.
    ///
    /// - Parameter make: Makes the form; must be the same function in each call for a type. Only the form of one type
    ///   is kept.
    package func shared<Form: Sendable>(_ make: (Record) -> Form) -> Form {
        form.withLock { form in
            if let made = form as? Form { return made }
            let made = make(record)
            form = made
            return made
        }
    }
}

/// What a subscriber gets next.
package enum StreamStep: Sendable {
    /// Items in order.
    case items([StreamItem])
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
    /// The position before the gap.
    package var after: StreamPosition
    /// The position after the gap, from which the stream continues.
    package var upTo: StreamPosition

    /// Why something is missed.
    package enum Reason: String, CaseIterable, Sendable {
        /// Records that the subscriber wanted are no longer kept.
        case resumedTooLate
        /// The subscriber reads more slowly than records are written.
        case fellBehind
        /// The stream does not have the position: it is of another device, or of a run that the store does not know.
        case unknownPosition = "unknownPlace"
    }
}

/// Why a stream ends.
package enum StreamEnd: String, CaseIterable, Sendable {
    /// The device was deleted.
    case deviceDeleted
    /// The server is being shut down.
    case shutdown
    /// Only the store has the next records, and it cannot be read.
    case storeUnavailable
    /// The subscription was cancelled.
    case cancelled
}
