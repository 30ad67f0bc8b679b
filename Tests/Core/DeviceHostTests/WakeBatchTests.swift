import TestKit
import Testing

@testable import DeviceHost

@Suite("Subscribers are woken in batches", .timeLimit(.minutes(1)))
struct WakeBatchTests {
    private func readers(_ count: Int) -> [WaitingReader] { (0..<count).map { _ in WaitingReader() } }

    @Test("The next batch is woken when all readers of the last one run")
    func order() async throws {
        let readers = readers(WakeBatch.size + 2)
        async let waking: Void = readers.wakeInBatches(HandMovedClock())
        var batches: [WakeBatch] = []
        for reader in readers.prefix(WakeBatch.size) { batches.append(try #require(await reader.value())) }
        // Nobody has woken the one after them: this does.
        #expect(readers[WakeBatch.size].fulfill(nil))
        for batch in batches { batch.arrive() }
        let second = try #require(await readers[WakeBatch.size + 1].value())
        #expect(second !== batches[0])
        second.arrive()
        await waking
        #expect(!readers.contains { $0.fulfill(nil) })
    }

    @Test("A reader that does not get to run does not delay the next batches")
    func busyThread() async throws {
        let clock = HandMovedClock()
        let readers = readers(2 * WakeBatch.size + 1)
        async let waking: Void = readers.wakeInBatches(clock)
        for reader in readers.prefix(WakeBatch.size).dropFirst() { await reader.value()?.arrive() }
        // The first one has been woken, and its thread does something else.
        await until { clock.sleeperCount == 1 }
        clock.advance(by: WakeBatch.timeout)
        for reader in readers.dropFirst(WakeBatch.size) { await reader.value()?.arrive() }
        await waking
        await readers[0].value()?.arrive()
    }

    @Test("Readers that were woken before do not delay the batches")
    func wokenOtherwise() async {
        let readers = readers(3 * WakeBatch.size)
        for reader in readers { reader.fulfill(nil) }
        await readers.wakeInBatches(HandMovedClock())
    }

    @Test("All readers are woken when the task that wakes them is cancelled")
    func cancellation() async {
        let readers = readers(2 * WakeBatch.size)
        let waking = Task { await readers.wakeInBatches(HandMovedClock()) }
        waking.cancel()
        for reader in readers { await reader.value()?.arrive() }
        await waking.value
    }
}
