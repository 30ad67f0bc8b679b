import TestKit
import Testing

@testable import DeviceHost

@Suite("Subscribers are woken in waves", .timeLimit(.minutes(1)))
struct WaveTests {
    private func sleepers(_ count: Int) -> [Sleeper] { (0..<count).map { _ in Sleeper() } }

    @Test("The next wave comes when all of the last one have got a thread")
    func order() async throws {
        let sleepers = sleepers(Wave.size + 2)
        async let waking: Void = sleepers.wakeInWaves(HandMovedClock())
        var waves: [Wave] = []
        for sleeper in sleepers.prefix(Wave.size) { waves.append(try #require(await sleeper.answer())) }
        // Nobody has woken the one after them: this does.
        #expect(sleepers[Wave.size].give(nil))
        for wave in waves { wave.arrive() }
        let second = try #require(await sleepers[Wave.size + 1].answer())
        #expect(second !== waves[0])
        second.arrive()
        await waking
        #expect(!sleepers.contains { $0.give(nil) })
    }

    @Test("One who gets no thread for long holds up nobody in the next waves")
    func busyThread() async throws {
        let clock = HandMovedClock()
        let sleepers = sleepers(2 * Wave.size + 1)
        async let waking: Void = sleepers.wakeInWaves(clock)
        for sleeper in sleepers.prefix(Wave.size).dropFirst() { await sleeper.answer()?.arrive() }
        // The first one has been woken, and its thread does something else.
        await until { clock.sleeperCount == 1 }
        clock.advance(by: Wave.patience)
        for sleeper in sleepers.dropFirst(Wave.size) { await sleeper.answer()?.arrive() }
        await waking
        await sleepers[0].answer()?.arrive()
    }

    @Test("Who has been woken otherwise holds nobody up")
    func wokenOtherwise() async {
        let sleepers = sleepers(3 * Wave.size)
        for sleeper in sleepers { sleeper.give(nil) }
        await sleepers.wakeInWaves(HandMovedClock())
    }

    @Test("Nobody is left asleep when the task that wakes them is cancelled")
    func cancellation() async {
        let sleepers = sleepers(2 * Wave.size)
        let waking = Task { await sleepers.wakeInWaves(HandMovedClock()) }
        waking.cancel()
        for sleeper in sleepers { await sleeper.answer()?.arrive() }
        await waking.value
    }
}
