import TestKit
import Testing

@testable import DeviceHost

@Suite("Subscribers are woken in batches", .timeLimit(.minutes(1)))
struct WakeBatchTests {
    private func sleepers(_ count: Int) -> [Sleeper] { (0..<count).map { _ in Sleeper() } }

    @Test("The next batch comes when all of the last one have got a thread")
    func order() async throws {
        let sleepers = sleepers(WakeBatch.size + 2)
        async let waking: Void = sleepers.wakeInBatches(HandMovedClock())
        var batches: [WakeBatch] = []
        for sleeper in sleepers.prefix(WakeBatch.size) { batches.append(try #require(await sleeper.answer())) }
        // Nobody has woken the one after them: this does.
        #expect(sleepers[WakeBatch.size].give(nil))
        for batch in batches { batch.arrive() }
        let second = try #require(await sleepers[WakeBatch.size + 1].answer())
        #expect(second !== batches[0])
        second.arrive()
        await waking
        #expect(!sleepers.contains { $0.give(nil) })
    }

    @Test("One who gets no thread for long holds up nobody in the next batches")
    func busyThread() async throws {
        let clock = HandMovedClock()
        let sleepers = sleepers(2 * WakeBatch.size + 1)
        async let waking: Void = sleepers.wakeInBatches(clock)
        for sleeper in sleepers.prefix(WakeBatch.size).dropFirst() { await sleeper.answer()?.arrive() }
        // The first one has been woken, and its thread does something else.
        await until { clock.sleeperCount == 1 }
        clock.advance(by: WakeBatch.patience)
        for sleeper in sleepers.dropFirst(WakeBatch.size) { await sleeper.answer()?.arrive() }
        await waking
        await sleepers[0].answer()?.arrive()
    }

    @Test("Who has been woken otherwise holds nobody up")
    func wokenOtherwise() async {
        let sleepers = sleepers(3 * WakeBatch.size)
        for sleeper in sleepers { sleeper.give(nil) }
        await sleepers.wakeInBatches(HandMovedClock())
    }

    @Test("Nobody is left asleep when the task that wakes them is cancelled")
    func cancellation() async {
        let sleepers = sleepers(2 * WakeBatch.size)
        let waking = Task { await sleepers.wakeInBatches(HandMovedClock()) }
        waking.cancel()
        for sleeper in sleepers { await sleeper.answer()?.arrive() }
        await waking.value
    }
}
