import DeviceHost
import LifecycleKernel
import Testing

@testable import Webhooks

/// What happens to the messages of one webhook, step by step, on a clock that the test gives.
@Suite("The queue of a webhook")
struct DeliveryQueueTests {
    private var queue = DeliveryQueue()
    private var generator = SplitMix64(seed: 1)

    private static let ok = AttemptOutcome.answered(OutgoingAnswer(status: 204))
    private static let broken = AttemptOutcome.answered(OutgoingAnswer(status: 500))
    private static let unreachable = AttemptOutcome.failed(.notReachable)

    private func at(_ seconds: Int64) -> WallInstant { WallInstant(nanoseconds: seconds * 1_000_000_000) }

    /// Adds messages, and returns their identifiers.
    private mutating func add(_ count: Int, at seconds: Int64 = 0) -> [String] {
        (0..<count).compactMap { _ in
            var id: String?
            _ = queue.add(at: at(seconds)) { dropped in
                let news = GapNews(missed: 1, dropped: dropped)
                let message = WebhookMessage(.gap, at: .manualStart, news, using: &generator)
                id = message.id
                return message
            }
            return id
        }
    }

    /// Adds a test, and returns its identifier; nil if it is not taken.
    private mutating func addTest(at seconds: Int64) -> String? {
        let message = WebhookMessage(.test, at: .manualStart, TestNews(webhook: "w"), isTest: true, using: &generator)
        return queue.add(message, at: at(seconds)) ? message.id : nil
    }

    /// Sends what is due, and returns the identifier and the number of the attempt; nil if nothing is.
    private mutating func send(
        _ outcome: AttemptOutcome,
        at seconds: Int64,
        isActive: Bool = true
    ) -> (id: String, attempt: Int, verdict: DeliveryQueue.Verdict)? {
        guard case .send(let message, let attempt) = queue.next(at: at(seconds), isActive: isActive) else { return nil }
        return (message.id, attempt, queue.finish(outcome, at: at(seconds), date: .manualStart))
    }

    @Test("Messages are sent one at a time, in the order in which they came")
    mutating func order() {
        let ids = add(3)
        #expect(queue.count == 3)
        let sent = (0..<3).compactMap { _ in send(Self.ok, at: 0) }
        #expect(sent.map(\.id) == ids && sent.map(\.attempt) == [1, 1, 1])
        #expect(sent.allSatisfy { $0.verdict == .delivered })
        #expect(queue.next(at: at(0), isActive: true) == .wait(until: nil))
        #expect(queue.counts == DeliveryCounts(delivered: 3))
    }

    @Test("One that failed waits and lets later ones go ahead; then it is sent again under its own name")
    mutating func retry() throws {
        let ids = add(2)
        let first = try #require(send(Self.unreachable, at: 0))
        guard case .retry(let delay) = first.verdict else {
            Issue.record("\(first.verdict)")
            return
        }
        #expect(send(Self.ok, at: 0)?.id == ids[1])
        #expect(queue.next(at: at(1), isActive: true) == .wait(until: at(0) + delay))
        let again = try #require(send(Self.ok, at: 6))
        #expect(again.id == ids[0] && again.attempt == 2 && again.verdict == .delivered)
    }

    @Test("A message is given up after six attempts, over an hour and more")
    mutating func givenUp() {
        _ = add(1)
        var now: Int64 = 0
        var attempts: [Int] = []
        while let sent = send(Self.broken, at: now) {
            attempts.append(sent.attempt)
            if case .retry(let delay) = sent.verdict { now += Int64(delay / .seconds(1)) + 1 }
        }
        #expect(attempts == [1, 2, 3, 4, 5, 6])
        #expect((3_480...5_240).contains(now))
        #expect(queue.count == 0 && queue.failuresInARow == 1)
        #expect(queue.counts == DeliveryCounts(failed: 1))
    }

    @Test("A message that is delivered ends the row of failures")
    mutating func row() {
        for _ in 0..<4 {
            _ = add(1)
            var now: Int64 = 0
            while case .retry? = send(Self.broken, at: now)?.verdict { now += 10_000 }
        }
        #expect(queue.failuresInARow == 4)
        _ = add(1)
        _ = send(Self.ok, at: 0)
        #expect(queue.failuresInARow == 0)
    }

    @Test("410 ends a message at once")
    mutating func gone() {
        _ = add(1)
        #expect(send(.answered(OutgoingAnswer(status: 410)), at: 0)?.verdict == .gone)
        #expect(queue.counts == DeliveryCounts(failed: 1))
    }

    @Test("Every other answer but 2xx is a failure", arguments: [301, 302, 307, 400, 401, 404, 429, 500, 503, 599])
    mutating func failures(status: Int) {
        _ = add(1)
        guard case .retry? = send(.answered(OutgoingAnswer(status: status)), at: 0)?.verdict else {
            Issue.record("\(status) is no failure")
            return
        }
    }

    @Test("A receiver that is busy is left alone for as long as it asks", arguments: [429, 503])
    mutating func busy(status: Int) {
        let ids = add(2)
        #expect(send(.answered(OutgoingAnswer(status: status, retryAfter: "60")), at: 0)?.id == ids[0])
        #expect(queue.next(at: at(59), isActive: true) == .wait(until: at(60)))
        // The older one is due as well.
        #expect(send(Self.ok, at: 60)?.id == ids[0])
        #expect(send(Self.ok, at: 60)?.id == ids[1])
    }

    @Test("Nobody else may ask for it")
    mutating func notBusy() {
        _ = add(2)
        _ = send(.answered(OutgoingAnswer(status: 500, retryAfter: "3600")), at: 0)
        #expect(send(Self.ok, at: 0) != nil)
        #expect(send(Self.ok, at: 6)?.attempt == 2)
    }

    @Test("What does not fit is dropped and counted, and the next message tells how many")
    mutating func full() {
        queue = DeliveryQueue(limits: .init(messages: 2))
        #expect(add(5).count == 2)
        #expect(queue.count == 2 && queue.counts.dropped == 3)
        _ = send(Self.ok, at: 0)
        var told: Int?
        let fits = queue.add(at: at(0)) { dropped in
            told = dropped
            return WebhookMessage(.gap, at: .manualStart, GapNews(missed: nil, dropped: dropped), using: &generator)
        }
        #expect(fits && told == 3)
        _ = send(Self.ok, at: 0)
        _ = queue.add(at: at(0)) { dropped in
            told = dropped
            return WebhookMessage(.gap, at: .manualStart, GapNews(missed: nil, dropped: dropped), using: &generator)
        }
        #expect(told == 0)
    }

    @Test("The message that is being sent counts, too")
    mutating func currentCounts() {
        queue = DeliveryQueue(limits: .init(messages: 1))
        _ = add(1)
        _ = queue.next(at: at(0), isActive: true)
        #expect(queue.count == 1)
        #expect(add(1).isEmpty)
        #expect(queue.count == 1 && queue.counts.dropped == 1)
    }

    @Test("Bodies have a limit in bytes, which those that were sent or cleared do not use up")
    mutating func bytes() {
        let size = WebhookMessage(.gap, at: .manualStart, GapNews(missed: 1, dropped: 0)).body.count
        queue = DeliveryQueue(limits: .init(messages: 10, bytes: size * 2))
        for _ in 0..<3 {
            #expect(add(2).count == 2)
            #expect(addTest(at: 0) == nil)
            while send(Self.ok, at: 0) != nil {}
        }
        _ = add(2)
        queue.clear()
        #expect(addTest(at: 0) != nil)
    }

    @Test("While it is not active only tests are sent; then everything begins anew")
    mutating func paused() {
        let ids = add(2)
        _ = send(Self.broken, at: 0)
        #expect(send(Self.ok, at: 100, isActive: false) == nil)
        _ = addTest(at: 100)
        #expect(send(Self.broken, at: 100, isActive: false)?.verdict == .failed)
        #expect(queue.counts == DeliveryCounts() && queue.failuresInARow == 0)
        queue.restart(at: at(100))
        let sent = (0..<2).compactMap { _ in send(Self.ok, at: 100) }
        #expect(sent.map(\.id) == ids && sent.map(\.attempt) == [1, 1])
    }

    @Test("A test is sent at once, even where the receiver asked to be left alone")
    mutating func testAtOnce() {
        _ = add(1)
        _ = send(.answered(OutgoingAnswer(status: 503, retryAfter: "600")), at: 0)
        let test = addTest(at: 1)
        #expect(test != nil && send(Self.ok, at: 1)?.id == test)
    }

    @Test("Messages that are cleared are counted as dropped, but for the one that is being sent")
    mutating func cleared() {
        _ = add(3)
        _ = queue.next(at: at(0), isActive: true)
        #expect(queue.clear() == 2)
        #expect(queue.finish(Self.ok, at: at(0), date: .manualStart) == .delivered)
        #expect(queue.counts == DeliveryCounts(delivered: 1, dropped: 2))
    }
}
