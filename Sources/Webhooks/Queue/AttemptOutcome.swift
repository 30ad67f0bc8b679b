import LifecycleKernel
import WireFormat

/// How an attempt to deliver a message ended.
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
