import Testing

@testable import DeviceHost

@Suite("A promise is fulfilled once", .timeLimit(.minutes(1)))
struct PromiseTests {
    @Test("The first value counts, whether it is provided before or during the wait")
    func first() async {
        let early = Promise<Int>()
        #expect(early.fulfill(1))
        #expect(!early.fulfill(2))
        #expect(await early.value() == 1)
        let late = Promise<Int>()
        async let answer = late.value()
        #expect(late.fulfill(3))
        #expect(!late.fulfill(4))
        #expect(await answer == 3)
    }

    @Test("A cancelled task gets the substitute")
    func cancelled() async {
        let promise = Promise<Int>()
        let waiting = Task { await promise.value(whenCancelled: 6) }
        while !promise.isAwaited { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == 6)
        #expect(!promise.fulfill(7))
    }
}
