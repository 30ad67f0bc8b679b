import LifecycleKernel

/// When batches are sent, and sent again.
package struct ExportSchedule: Sendable {
    /// How many items a batch has at most.
    package var batchSize = 512
    /// How long an item waits for others, at most.
    package var batchDelay = Duration.seconds(1)
    /// How many items wait at most; further ones are dropped.
    package var capacity = 20_000
    /// How long after the first failed attempt the second one follows. Each further delay is twice as long.
    package var firstDelay = Duration.seconds(1)
    /// The longest delay between two attempts, also if the receiver asks for more.
    package var longestDelay = Duration.seconds(30)
    /// How long after its first attempt a batch is given up.
    package var patience = Duration.seconds(300)

    /// By how many thousandths a delay may be shorter or longer, so that servers that were refused together do not come back
    /// together.
    private static let jitter: ClosedRange<Int64> = 800...1_200
    /// Further doublings make no delay longer.
    private static let doublings = 16

    /// The defaults.
    package init() {}

    /// How long after an attempt the next one follows.
    ///
    /// - Parameters:
    ///   - attempt: The number of the attempt that failed, from 1.
    ///   - asked: How long the receiver asked to be left alone.
    ///   - generator: What the jitter is drawn from.
    func delay(after attempt: Int, asked: Duration?, using generator: inout SplitMix64) -> Duration {
        let doubled = firstDelay * (1 << min(attempt - 1, Self.doublings))
        let delay = min(doubled, longestDelay) * Int64.random(in: Self.jitter, using: &generator) / 1_000
        return min(max(delay, asked ?? .zero), longestDelay)
    }
}
