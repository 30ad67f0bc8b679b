/// The pauses between attempts: each twice as long as the one before, up to a longest one.
///
/// A part of each is random, so that those who were refused together do not come back together.
package struct Backoff: Sendable {
    private let shortest: Duration
    private let longest: Duration

    /// For a database that cannot be reached.
    package static let untilConnected = Backoff(from: .milliseconds(50), upTo: .seconds(1))
    /// For what another server of the fleet does, which takes little time.
    package static let untilPeerIsDone = Backoff(from: .milliseconds(25), upTo: .milliseconds(250))

    /// The pauses from one length to another.
    package init(from shortest: Duration, upTo longest: Duration) {
        self.shortest = shortest
        self.longest = longest
    }

    /// The pause after some attempts.
    ///
    /// - Parameters:
    ///   - attempts: How many there were, from 1.
    ///   - chance: From 0, for half of the length, to 1, for all of it.
    package func pause(after attempts: Int, chance: Double = .random(in: 0...1)) -> Duration {
        let length = min(shortest * (1 << min(max(0, attempts - 1), 20)), longest)
        return length / 2 + length / 2 * chance
    }
}
