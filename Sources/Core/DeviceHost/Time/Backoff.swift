/// The pauses between attempts, each a fifth shorter or longer by chance, so that those who were refused together do not come
/// back together.
package struct Backoff: Hashable, Sendable {
    /// How long each pause is without chance. The last one is repeated.
    package let lengths: [Duration]

    /// By how many thousandths a pause may be shorter or longer.
    private static let jitter: ClosedRange<Int64> = 800...1_200

    /// Makes the pauses of a list, which must not be empty.
    package init(_ lengths: [Duration]) {
        precondition(!lengths.isEmpty, "a backoff without pauses")
        self.lengths = lengths
    }

    /// Makes pauses of which each is twice as long as the one before, up to a longest one.
    package init(from shortest: Duration, upTo longest: Duration) {
        var lengths = [shortest]
        while let last = lengths.last, last < longest { lengths.append(min(last * 2, longest)) }
        self.init(lengths)
    }

    /// Returns the pause after some attempts.
    ///
    /// - Parameters:
    ///   - attempts: How many there were, from 1.
    ///   - generator: Where chance comes from.
    package func pause(after attempts: Int, using generator: inout some RandomNumberGenerator) -> Duration {
        let length = lengths[min(max(attempts, 1), lengths.count) - 1]
        return length * Int64.random(in: Self.jitter, using: &generator) / 1_000
    }

    /// Returns the pause after some attempts, by the system's chance.
    package func pause(after attempts: Int) -> Duration {
        var generator = SystemRandomNumberGenerator()
        return pause(after: attempts, using: &generator)
    }
}
