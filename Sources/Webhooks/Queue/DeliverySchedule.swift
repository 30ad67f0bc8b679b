import LifecycleKernel

/// When a message is sent again.
package enum DeliverySchedule {
    /// How long after each failed attempt the next one follows.
    package static let delays: [Duration] = [
        .seconds(5), .seconds(30), .seconds(120), .seconds(600), .seconds(3_600),
    ]
    /// How often a message is sent at most.
    package static let attempts = delays.count + 1
    /// How many messages that are given up one after another pause a webhook.
    package static let failuresInARow = 5
    /// How long a receiver may ask to be left alone, by `Retry-After`.
    package static let longestRequest = Duration.seconds(3_600)
    /// By how many thousandths a delay may be shorter or longer, so that receivers are not sent everything at once.
    private static let jitter: ClosedRange<Int64> = 800...1_200

    /// How long after an attempt the next one follows; nil if there is none, and the message is given up.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that failed, from 1.
    ///   - seed: What the jitter is drawn from: the same gives the same.
    ///   - asked: How long the receiver asked to be left alone.
    package static func delay(after attempt: Int, seed: UInt64, asked: Duration? = nil) -> Duration? {
        guard delays.indices.contains(attempt - 1) else { return nil }
        var generator = SplitMix64(seed: seed &+ UInt64(attempt))
        let delay = delays[attempt - 1] * Int64.random(in: jitter, using: &generator) / 1_000
        return max(delay, bounded(asked ?? .zero))
    }

    /// What a receiver may ask for of what it asks for.
    static func bounded(_ asked: Duration) -> Duration { min(max(asked, .zero), longestRequest) }
}
