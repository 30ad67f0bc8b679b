import DeviceHost
import LifecycleKernel
import Testing

@testable import OpenTelemetryExport

/// When batches are sent, and what becomes of them. Nothing is sent here, and no clock runs.
@Suite("The queue of an export") struct QueueTests {
    private static let start = WallInstant(nanoseconds: 0)

    /// A queue, and the time that a test lets pass.
    private struct Bench {
        var queue: ExportQueue<Int>
        var now = QueueTests.start

        init(_ change: (inout ExportSchedule) -> Void = { _ in }) {
            var schedule = ExportSchedule()
            schedule.batchSize = 3
            schedule.capacity = 10
            change(&schedule)
            queue = ExportQueue(schedule, seed: 1)
        }

        mutating func add(_ items: some Sequence<Int>) -> Int { queue.add(Array(items), at: now) }

        /// What is to be sent now; nil if nothing is.
        mutating func batch() -> [Int]? { if case .send(let items) = queue.next(at: now) { items } else { nil } }

        /// How long there is nothing to do; nil if only something new could change that.
        mutating func wait() -> Duration? {
            if case .wait(let until?) = queue.next(at: now) { until - now } else { nil }
        }

        mutating func pass(_ length: Duration) { now = now + length }

        mutating func finish(_ answer: ExportAnswer) -> ExportQueue<Int>.Outcome {
            queue.finish(answer, at: now, date: .manualStart)
        }
    }

    @Test("A batch is sent when it is full, or when its first item has waited long enough")
    func batches() {
        var bench = Bench()
        #expect(bench.wait() == nil && bench.batch() == nil)
        #expect(bench.add(1...2) == 0 && bench.batch() == nil && bench.wait() == .seconds(1))
        bench.pass(.milliseconds(400))
        #expect(bench.add(3...4) == 0 && bench.batch() == [1, 2, 3])
        #expect(bench.finish(.status(200)) == .init(exported: 3))
        #expect(bench.batch() == nil && bench.wait() == .seconds(1))
        bench.pass(.seconds(1))
        #expect(bench.batch() == [4] && bench.finish(.status(204)) == .init(exported: 1))
        #expect(bench.wait() == nil && bench.queue.count == 0)
    }

    @Test("What there is no room for is dropped, and that which waits is kept")
    func room() {
        var bench = Bench()
        #expect(bench.add(1...8) == 0 && bench.add(9...15) == 5 && bench.queue.count == 10)
        #expect(bench.batch() == [1, 2, 3])
        // What is being sent takes room until it is answered.
        #expect(bench.add([16]) == 1)
        #expect(bench.finish(.status(200)) == .init(exported: 3) && bench.add([16]) == 0)
    }

    @Test("A queue that is closed sends the rest at once, and ends")
    func closing() {
        var bench = Bench()
        #expect(bench.add(1...4) == 0)
        bench.queue.close()
        for batch in [[1, 2, 3], [4]] {
            #expect(bench.batch() == batch && bench.finish(.status(200)).exported == batch.count)
        }
        guard case .end = bench.queue.next(at: bench.now) else { return #expect(Bool(false), "it goes on") }
    }

    static let answers: [(ExportAnswer, retries: Bool)] = [
        (.none(reason: "Connection refused"), true), (.status(429), true), (.status(502), true), (.status(503), true),
        (.status(504), true), (.status(500), false), (.status(501), false), (.status(400), false),
        (.status(401), false), (.status(404), false), (.status(413), false), (.status(301), false),
        (.status(307), false),
    ]

    @Test("Some answers have the same batch sent again, others give it up", arguments: answers)
    func retry(answer: ExportAnswer, retries: Bool) throws {
        var bench = Bench()
        _ = bench.add(1...3)
        #expect(bench.batch() == [1, 2, 3])
        #expect(bench.finish(answer) == (retries ? .init() : .init(failed: 3)))
        #expect(bench.batch() == nil && bench.queue.count == (retries ? 3 : 0))
        guard retries else { return }
        let delay = bench.wait()
        bench.pass(try #require(delay))
        #expect(bench.batch() == [1, 2, 3] && bench.finish(.status(200)) == .init(exported: 3))
    }

    @Test("Delays double up to a limit, and a batch is given up at last; the next one follows")
    func patience() throws {
        var bench = Bench()
        _ = bench.add(1...4)
        var delays: [Duration] = []
        while bench.batch() == [1, 2, 3] {
            bench.pass(.milliseconds(10))
            guard bench.finish(.status(503)) == .init() else { break }
            let wait = bench.wait()
            let delay = try #require(wait)
            delays.append(delay)
            bench.pass(delay)
        }
        for (index, delay) in delays.enumerated() {
            let expected = min(Duration.seconds(1 << min(index, 10)), .seconds(30))
            #expect(delay >= expected * 4 / 5 && delay <= min(expected * 6 / 5, .seconds(30)))
        }
        #expect((12...16).contains(delays.count) && bench.now > QueueTests.start + .seconds(240))
        #expect(bench.batch() == [4])
    }

    static let asked: [(String, Duration)] = [
        ("0", .seconds(1)), ("5", .seconds(5)), ("86400", .seconds(30)), ("99999999999999999999", .seconds(30)),
        ("soon", .seconds(1)), ("-5", .seconds(1)), ("Thu, 01 Jan 2026 00:00:07 GMT", .seconds(7)),
        ("Wed, 31 Dec 2025 00:00:07 GMT", .seconds(1)), ("", .seconds(1)),
    ]

    @Test("A receiver may ask to be left alone, but not for long", arguments: asked)
    func retryAfter(text: String, delay: Duration) throws {
        var bench = Bench()
        _ = bench.add(1...3)
        _ = bench.batch()
        _ = bench.finish(.status(429, retryAfter: text))
        let next = bench.wait()
        let wait = try #require(next)
        if delay == .seconds(1) {
            #expect(wait >= .milliseconds(800) && wait <= .milliseconds(1_200))
        } else {
            #expect(wait == delay)
        }
    }

    static let partial: [(String, ExportQueue<Int>.Outcome)] = [
        ("", .init(exported: 3)), ("{}", .init(exported: 3)), ("no JSON", .init(exported: 3)),
        (#"{"partialSuccess": {}}"#, .init(exported: 3)),
        (#"{"partialSuccess": {"rejectedSpans": "2", "errorMessage": "x"}}"#, .init(exported: 1, rejected: 2)),
        (#"{"partialSuccess": {"rejectedLogRecords": 1}}"#, .init(exported: 2, rejected: 1)),
        (#"{"partialSuccess": {"rejectedSpans": "900"}}"#, .init(exported: 0, rejected: 3)),
        (#"{"partialSuccess": {"rejectedSpans": "-1"}}"#, .init(exported: 3)),
        (#"{"partialSuccess": {"rejectedSpans": "9999999999999999999999"}}"#, .init(exported: 3)),
        (#"{"partialSuccess": []}"#, .init(exported: 3)),
    ]

    @Test("What a receiver rejects of a batch is counted, and not sent again", arguments: partial)
    func partialSuccess(body: String, outcome: ExportQueue<Int>.Outcome) {
        var bench = Bench()
        _ = bench.add(1...3)
        _ = bench.batch()
        #expect(bench.finish(.status(200, body: Array(body.utf8))) == outcome && bench.queue.count == 0)
    }
}
