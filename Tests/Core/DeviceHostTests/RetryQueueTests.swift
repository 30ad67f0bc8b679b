import DeviceHost
import Testing

/// What is sent next, and when, step by step, at instants that the test gives. Nothing is sent here.
@Suite("A queue that sends again")
struct RetryQueueTests {
    /// A queue, and the time that a test lets pass.
    private struct Bench {
        var queue: RetryQueue<Int>
        var now = WallInstant(nanoseconds: 0)

        init(_ change: (inout RetryLimits) -> Void = { _ in }) {
            var limits = RetryLimits(
                count: 10,
                backoff: Backoff(from: .seconds(1), upTo: .seconds(30)),
                longestRequest: .seconds(60)
            )
            change(&limits)
            queue = RetryQueue(limits, seed: 1)
        }

        /// Adds elements, and returns those for which there was room.
        mutating func add(_ elements: some Sequence<Int>, bytes: Int = 0, isProbe: Bool = false) -> [Int] {
            elements.filter { queue.add($0, bytes: bytes, isProbe: isProbe, at: now) }
        }

        /// What is to be sent now; nil if nothing is.
        mutating func batch(onlyProbes: Bool = false) -> [Int]? {
            if case .send(let elements, _) = queue.next(at: now, onlyProbes: onlyProbes) { elements } else { nil }
        }

        /// How long there is nothing to do; nil if only something new could change that.
        mutating func wait() -> Duration? {
            if case .wait(let until?) = queue.next(at: now) { until - now } else { nil }
        }

        mutating func pass(_ length: Duration) { now = now + length }

        mutating func fail(asked: Duration? = nil) -> Duration? {
            queue.finish(retrying: true, asked: asked, at: now)
        }

        mutating func succeed() { #expect(queue.finish(retrying: false, at: now) == nil) }
    }

    /// Batches of three, as an export has them.
    private static func batches(_ limits: inout RetryLimits) {
        limits.batch = 3
        limits.batchDelay = .seconds(1)
        limits.keepsOrder = true
    }

    @Test("Elements are sent one at a time, in the order in which they came")
    func order() {
        var bench = Bench()
        #expect(bench.add(1...3) == [1, 2, 3] && bench.queue.count == 3)
        for element in 1...3 {
            #expect(bench.queue.next(at: bench.now) == .send([element], attempt: 1))
            bench.succeed()
        }
        #expect(bench.queue.next(at: bench.now) == .wait(until: nil) && bench.queue.count == 0)
    }

    @Test("One that failed waits and lets later ones go ahead; then it is sent again")
    func retry() throws {
        var bench = Bench()
        _ = bench.add(1...2)
        #expect(bench.batch() == [1])
        let failed = bench.fail()
        let pause = try #require(failed)
        #expect(pause >= .milliseconds(800) && pause <= .milliseconds(1_200))
        #expect(bench.batch() == [2])
        bench.succeed()
        #expect(bench.wait() == pause)
        bench.pass(pause)
        #expect(bench.queue.next(at: bench.now) == .send([1], attempt: 2))
    }

    @Test("One that is due again goes before those that came after it")
    func oldestFirst() throws {
        var bench = Bench()
        _ = bench.add(1...2)
        #expect(bench.batch() == [1])
        #expect(bench.fail(asked: .seconds(30)) == .seconds(30))
        bench.pass(.seconds(30))
        _ = bench.add([3])
        for element in 1...3 {
            #expect(bench.batch() == [element])
            bench.succeed()
        }
    }

    @Test("A batch is sent when it is full, or when its first element has waited long enough")
    func fullBatches() {
        var bench = Bench(Self.batches)
        #expect(bench.wait() == nil && bench.batch() == nil)
        _ = bench.add(1...2)
        #expect(bench.batch() == nil && bench.wait() == .seconds(1))
        bench.pass(.milliseconds(400))
        _ = bench.add(3...4)
        #expect(bench.batch() == [1, 2, 3])
        bench.succeed()
        #expect(bench.batch() == nil && bench.wait() == .seconds(1))
        bench.pass(.seconds(1))
        #expect(bench.batch() == [4])
        bench.succeed()
        #expect(bench.wait() == nil && bench.queue.count == 0)
    }

    @Test("Where order is kept, a batch that failed holds up the others, and stays as it was")
    func keptOrder() throws {
        var bench = Bench(Self.batches)
        _ = bench.add(1...2)
        bench.pass(.seconds(1))
        #expect(bench.batch() == [1, 2])
        let failed = bench.fail()
        let pause = try #require(failed)
        _ = bench.add(3...5)
        #expect(bench.batch() == nil && bench.wait() == pause)
        bench.pass(pause)
        #expect(bench.batch() == [1, 2])
        bench.succeed()
        #expect(bench.batch() == [3, 4, 5])
    }

    @Test("What there is no room for is refused; what is being sent takes room until it is answered")
    func room() {
        var bench = Bench(Self.batches)
        #expect(bench.add(1...8) == Array(1...8) && bench.add(9...15) == [9, 10] && bench.queue.isFull)
        #expect(bench.batch() == [1, 2, 3])
        #expect(bench.add([16]) == [])
        bench.succeed()
        #expect(bench.add([16]) == [16])
    }

    @Test("Bytes have a limit, which those that were sent or cleared do not use up")
    func bytes() {
        var bench = Bench { $0.bytes = 20 }
        for _ in 0..<3 {
            #expect(bench.add(1...3, bytes: 10) == [1, 2])
            while bench.batch() != nil { bench.succeed() }
        }
        _ = bench.add(1...2, bytes: 10)
        #expect(bench.queue.clear() == 2)
        #expect(bench.add(1...2, bytes: 10) == [1, 2])
    }

    @Test("A batch is given up after its last attempt, and the next one follows")
    func attempts() {
        var bench = Bench { $0.attempts = 6 }
        _ = bench.add([1])
        var attempts: [Int] = []
        while case .send(_, let attempt) = bench.queue.next(at: bench.now) {
            attempts.append(attempt)
            bench.pass(bench.fail() ?? .zero)
        }
        #expect(attempts == [1, 2, 3, 4, 5, 6] && bench.queue.count == 0)
        _ = bench.add([2])
        #expect(bench.queue.next(at: bench.now) == .send([2], attempt: 1))
    }

    @Test("A batch is given up when its time is over, and the next one follows")
    func age() throws {
        var bench = Bench {
            Self.batches(&$0)
            $0.age = .seconds(300)
        }
        _ = bench.add(1...4)
        var pauses: [Duration] = []
        while bench.batch() == [1, 2, 3] {
            bench.pass(.milliseconds(10))
            guard let pause = bench.fail() else { break }
            #expect(bench.wait() == pause)
            pauses.append(pause)
            bench.pass(pause)
        }
        for (index, pause) in pauses.enumerated() {
            let expected = min(Duration.seconds(1 << min(index, 10)), .seconds(30))
            #expect(pause >= expected * 4 / 5 && pause <= expected * 6 / 5)
        }
        #expect((11...16).contains(pauses.count) && bench.now > WallInstant(nanoseconds: 240_000_000_000))
        #expect(bench.batch() == [4])
    }

    @Test(
        "A receiver may ask to be left alone, but not for long, and never for less than the pause",
        arguments: [(-5, nil), (0, nil), (20, 20), (60, 60), (86_400, 60)] as [(Int64, Int64?)]
    )
    func asked(seconds: Int64, expected: Int64?) throws {
        var bench = Bench()
        _ = bench.add(1...2)
        _ = bench.batch()
        let failed = bench.fail(asked: .seconds(seconds))
        let pause = try #require(failed)
        if let expected {
            // Everything waits so long, and the oldest goes first.
            #expect(pause == .seconds(expected) && bench.batch() == nil && bench.wait() == pause)
            bench.pass(pause)
            #expect(bench.batch() == [1])
        } else {
            #expect(pause >= .milliseconds(800) && pause <= .milliseconds(1_200) && bench.batch() == [2])
        }
    }

    @Test("A probe is sent at once and once, whatever holds up the rest")
    func probe() {
        var bench = Bench()
        _ = bench.add([1])
        _ = bench.batch()
        _ = bench.fail(asked: .seconds(30))
        #expect(bench.add([2], isProbe: true) == [2] && bench.batch() == [2])
        #expect(bench.fail() == nil && bench.batch() == nil && bench.queue.count == 1)
        bench.pass(.seconds(30))
        #expect(bench.add([3], isProbe: true) == [3] && bench.batch(onlyProbes: true) == [3])
        bench.succeed()
        #expect(bench.batch(onlyProbes: true) == nil && bench.batch() == [1])
    }

    @Test("After a restart everything is due at once, as if it had never been sent")
    func restart() {
        var bench = Bench(Self.batches)
        _ = bench.add(1...5)
        _ = bench.batch()
        _ = bench.fail(asked: .seconds(30))
        bench.queue.restart(at: bench.now)
        #expect(bench.queue.next(at: bench.now) == .send([1, 2, 3], attempt: 1))
        bench.succeed()
        #expect(bench.queue.next(at: bench.now) == .send([4, 5], attempt: 1))
    }

    @Test("What is being sent is not cleared")
    func clear() {
        var bench = Bench()
        _ = bench.add(1...3)
        _ = bench.batch()
        #expect(bench.queue.clear() == 2 && bench.queue.count == 1)
        bench.succeed()
        #expect(bench.queue.count == 0 && bench.wait() == nil)
    }
}
