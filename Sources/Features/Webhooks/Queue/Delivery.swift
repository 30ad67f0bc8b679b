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
    static let limit = 100

    private var deliveries = NewestEntries<Delivery>(limit: DeliveryLog.limit)

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

enum AttemptOutcome: Hashable, Sendable {
    case answered(OutgoingAnswer)
    case failed(OutgoingFailure)

    init(_ result: Result<OutgoingAnswer, OutgoingFailure>) {
        switch result {
        case .success(let answer): self = .answered(answer)
        case .failure(let failure): self = .failed(failure)
        }
    }

    /// The status of the answer, if there was one.
    var status: Int? { if case .answered(let answer) = self { answer.status } else { nil } }

    /// Why there was no answer.
    var failure: OutgoingFailure? { if case .failed(let failure) = self { failure } else { nil } }

    /// Whether the receiver has the message.
    var isSuccess: Bool { status.map { (200...299).contains($0) } ?? false }

    /// Whether the receiver says that it wants no more. Source: Standard Webhooks, "Event delivery".
    var isGone: Bool { status == 410 }

    /// Whether the receiver has too much to do.
    var isBusy: Bool { status == 429 || status == 503 }

    /// How long the receiver asks to be left alone, if it does.
    func retryAfter(at date: Instant) -> Duration? {
        guard case .answered(let answer) = self, let text = answer.retryAfter else { return nil }
        return RetryAfter.duration(text, at: date)
    }
}
