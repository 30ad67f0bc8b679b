import DeviceHost
import LifecycleKernel
import WireFormat

/// An attempt to deliver a message, as the interface shows it.
package struct Delivery: Hashable, Sendable {
    /// The identifier of the message.
    package var id: String
    /// What it is about.
    package var type: String
    /// The number of the attempt, from 1.
    package var attempt: Int
    /// When it began, by the real clock.
    package var time: Instant
    /// How long it took.
    package var took: Duration
    /// What became of the message.
    package var outcome: Outcome
    /// The status of the answer, if there was one.
    package var status: Int?
    /// Why there was none.
    package var failure: OutgoingFailure?
    /// When the message is sent again, if it is.
    package var nextAttempt: Instant?

    /// What becomes of a message after an attempt.
    package enum Outcome: String, CaseIterable, Sendable {
        case delivered
        /// It is sent again.
        case retrying
        /// It was given up.
        case failed
    }
}

/// The newest attempts of a webhook.
struct DeliveryLog: Sendable {
    /// How many are kept.
    static let limit = 100

    private var deliveries = NewestEntries<Delivery>(limit: DeliveryLog.limit)

    /// Those that are kept, the newest first.
    var newestFirst: [Delivery] { deliveries.all.reversed() }

    /// Adds one; the oldest goes where there are too many.
    mutating func add(_ delivery: Delivery) { deliveries.append(delivery) }
}

extension Delivery: FieldWritable {
    /// Puts everything; null where there is nothing.
    package func write(to sink: inout some FieldSink) {
        sink.put("id", id)
        sink.put("type", type)
        sink.put("attempt", Int64(attempt))
        sink.put("time", instant: time)
        sink.put("tookSeconds", seconds: Milliseconds(Int64(took / .milliseconds(1))))
        sink.put("outcome", outcome.rawValue)
        if let status { sink.put("status", Int64(status)) } else { sink.putNull("status") }
        if let failure { sink.put("error", failure.rawValue) } else { sink.putNull("error") }
        if let nextAttempt { sink.put("nextAttempt", instant: nextAttempt) } else { sink.putNull("nextAttempt") }
    }
}
