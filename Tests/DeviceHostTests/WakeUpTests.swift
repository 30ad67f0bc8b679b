import Synchronization
import Testing

@testable import DeviceHost

@Suite("Who waits is woken once", .timeLimit(.minutes(1)))
struct WakeUpTests {
    /// A place that counts what it is given, and does it at once.
    private final class CountingPlace: TaskPlace {
        private let times = Mutex(0)
        var count: Int { times.withLock { $0 } }

        func perform(_ work: @escaping @Sendable () -> Void) {
            times.withLock { $0 += 1 }
            work()
        }
    }

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

    @Test("Who named a place is woken there")
    func place() async {
        let place = CountingPlace()
        let wakeUp = WakeUp<Int>()
        await withTaskGroup { group in
            group.addTask { #expect(await wakeUp.answer(at: place) == 5) }
            // Whoever gives the answer first is not waited for, so nothing would be done at the place.
            while !wakeUp.isAwaited { await Task.yield() }
            wakeUp.give(5)
        }
        #expect(place.count == 1)
        #expect(await wakeUp.answer(at: place) == 5)
        #expect(place.count == 1)
    }

    @Test("Who is cancelled gets the substitute, at the place")
    func cancelled() async {
        let place = CountingPlace()
        let wakeUp = WakeUp<Int>()
        let waiting = Task { await wakeUp.answer(whenCancelled: 6, at: place) }
        while !wakeUp.isAwaited { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == 6)
        #expect(place.count == 1)
        #expect(!wakeUp.give(7))
    }
}
