import DeviceHost
import Testing

@Suite("Pauses between attempts")
struct BackoffTests {
    @Test(
        "are twice as long each time, up to the longest, and never less than half of that",
        arguments: [(0, 50), (1, 50), (2, 100), (3, 200), (4, 400), (5, 800), (6, 1_000), (7, 1_000), (.max, 1_000)]
    )
    func lengths(attempts: Int, milliseconds: Int) {
        let longest = Duration.milliseconds(milliseconds)
        let backoff = Backoff.untilConnected
        #expect(backoff.pause(after: attempts, chance: 1) == longest)
        #expect(backoff.pause(after: attempts, chance: 0) == longest / 2)
        #expect((longest / 2...longest).contains(backoff.pause(after: attempts)))
    }
}
