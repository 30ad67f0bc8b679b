import Testing

@testable import DeviceHost

@Suite("Who waits is woken once", .timeLimit(.minutes(1)))
struct WakeUpTests {
    @Test("The first answer counts, whether it was given before or while somebody waits")
    func first() async {
        let early = WakeUp<Int>()
        #expect(early.give(1))
        #expect(!early.give(2))
        #expect(await early.answer() == 1)
        let late = WakeUp<Int>()
        async let answer = late.answer()
        #expect(late.give(3))
        #expect(!late.give(4))
        #expect(await answer == 3)
    }

    @Test("Who is cancelled gets the substitute")
    func cancelled() async {
        let wakeUp = WakeUp<Int>()
        let waiting = Task { await wakeUp.answer(whenCancelled: 6) }
        while !wakeUp.isAwaited { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == 6)
        #expect(!wakeUp.give(7))
    }
}
