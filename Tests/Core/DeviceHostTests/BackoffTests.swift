import DeviceHost
import LifecycleKernel
import Testing

@Suite("Pauses between attempts")
struct BackoffTests {
    @Test(
        "are twice as long each time, up to the longest, a fifth more or less, and the same for the same seed",
        arguments: [(0, 50), (1, 50), (2, 100), (3, 200), (4, 400), (5, 800), (6, 1_000), (7, 1_000), (.max, 1_000)]
    )
    func lengths(attempts: Int, milliseconds: Int) {
        let backoff = Backoff(from: .milliseconds(50), upTo: .seconds(1))
        let length = Duration.milliseconds(milliseconds)
        var found: Set<Duration> = []
        for seed in 0..<200 as Range<UInt64> {
            var (one, other) = (SplitMix64(seed: seed), SplitMix64(seed: seed))
            let pause = backoff.pause(after: attempts, using: &one)
            #expect(pause == backoff.pause(after: attempts, using: &other))
            #expect(pause >= length * 4 / 5 && pause <= length * 6 / 5)
            found.insert(pause)
        }
        #expect(found.count > 50)
    }

    @Test("of a list are those of the list, and then the last")
    func list() {
        let backoff = Backoff([.seconds(5), .seconds(30), .seconds(120)])
        for (attempts, seconds) in [(1, 5), (2, 30), (3, 120), (4, 120)] {
            let pause = backoff.pause(after: attempts)
            #expect(pause >= .seconds(seconds) * 4 / 5 && pause <= .seconds(seconds) * 6 / 5)
        }
    }
}
