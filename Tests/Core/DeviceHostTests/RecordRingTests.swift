import Testing

@testable import DeviceHost
@testable import LifecycleKernel

@Suite("The ring of records")
struct RecordRingTests {
    private func records(_ sequences: ClosedRange<SequenceNumber>) -> [Record] {
        sequences.map { sequence in
            Record(
                sequence: sequence,
                time: .manualStart,
                cause: 1,
                bundleID: sequence.rawValue.isMultiple(of: 2) ? "even" : "odd",
                body: sequence.rawValue.isMultiple(of: 3) ? .log(message: "third") : .memory(.normal, available: 0)
            )
        }
    }

    private func ring(_ capacity: Int, _ sequences: ClosedRange<SequenceNumber>) -> RecordRing {
        var ring = RecordRing(capacity: SizeLimit(count: capacity))
        _ = ring.append(records(sequences))
        return ring
    }

    @Test(
        "keeps the newest and returns how many were evicted",
        arguments: [
            // capacity, appended one after another, evicted by each, oldest kept in the end
            (10, [3, 4], [0, 0], 1 as SequenceNumber),
            (10, [3, 8], [0, 1], 2),
            (4, [3, 8], [0, 7], 8),
            (4, [9], [5], 6),
            (0, [3, 2], [3, 2], 6),
        ] as [(Int, [Int], [Int], SequenceNumber)]
    )
    func eviction(capacity: Int, batches: [Int], evicted: [Int], oldest: SequenceNumber) {
        var ring = RecordRing(capacity: SizeLimit(count: capacity))
        var last: SequenceNumber = 0
        let counts = batches.map { size in
            defer { last = last + size }
            return ring.append(records(last + 1...last + size))
        }
        #expect(counts == evicted)
        #expect(ring.oldestSequence == oldest)
        #expect(ring.lastSequence == last)
        #expect(ring.count == min(capacity, last.count(after: 0)))
    }

    @Test(
        "finds what comes after a sequence",
        arguments: [
            (0 as SequenceNumber, 8...10 as ClosedRange<SequenceNumber>?), (7, 8...10), (8, 9...10), (10, nil),
            (99, nil),
        ]
    )
    func after(sequence: SequenceNumber, expected: ClosedRange<SequenceNumber>?) {
        let found = ring(3, 1...10).after(sequence).map(\.sequence)
        #expect(found == expected.map(Array.init) ?? [])
    }

    @Test(
        "knows whether something after a sequence is gone",
        arguments: [
            (0 as SequenceNumber, true), (6, true), (7, false), (10, false), (.max, false),
        ]
    )
    func hasEvicted(after sequence: SequenceNumber, isGone: Bool) {
        #expect(ring(3, 1...10).hasEvicted(after: sequence) == isGone)
        #expect(!RecordRing(capacity: SizeLimit(count: 3)).hasEvicted(after: sequence))
    }

    @Test(
        "gives pages that continue where the last one ended",
        arguments: [
            (TimelineQuery(), 4, [1, 2, 3, 4], 4),
            (TimelineQuery(after: 8), 4, [9, 10], nil),
            (TimelineQuery(after: 6), 4, [7, 8, 9, 10], nil),
            (TimelineQuery(kinds: [.log]), 2, [3, 6], 6),
            (TimelineQuery(after: 6, kinds: [.log]), 2, [9], nil),
            (TimelineQuery(bundleID: "even"), 9, [2, 4, 6, 8, 10], nil),
            (TimelineQuery(kinds: [.log], bundleID: "even"), 9, [6], nil),
            (TimelineQuery(last: 3), 9, [8, 9, 10], nil),
            (TimelineQuery(after: 8, last: 3), 9, [9, 10], nil),
            (TimelineQuery(kinds: [.log], last: 2), 9, [6, 9], nil),
            (TimelineQuery(last: 5), 2, [9, 10], nil),
            (TimelineQuery(last: -1), 2, [], nil),
            (TimelineQuery(kinds: [.exit]), 2, [], nil),
        ] as [(TimelineQuery, Int, [SequenceNumber], SequenceNumber?)]
    )
    func pages(query: TimelineQuery, limit: Int, sequences: [SequenceNumber], next: SequenceNumber?) {
        var limits = HostLimits()
        limits.pageSize = limit
        let page = ring(100, 1...10).page(query.bounded(by: limits))
        #expect(page.records.map(\.sequence) == sequences)
        #expect(page.next == next)
    }

    @Test(
        "keeps no more bytes than it may, and counts them whatever leaves it",
        arguments: [
            // Bytes for so many records of the log, evicted of ten, oldest kept in the end
            (100, 0, 1 as SequenceNumber), (10, 0, 1), (9, 1, 2), (1, 9, 10), (0, 10, 11),
        ]
    )
    func bytes(room: Int, evicted: Int, oldest: SequenceNumber) {
        let logs = (1...10).map { number in
            Record(sequence: number, time: .manualStart, cause: 1, bundleID: "a", body: .log(message: "0123456789"))
        }
        let size = logs[0].keptSize
        var ring = RecordRing(capacity: SizeLimit(count: 100, bytes: room * size))
        var count = 0
        for log in logs { count += ring.append([log]) }
        #expect(count == evicted)
        #expect(ring.oldestSequence == oldest)
        #expect(ring.bytes == ring.count * size)
        var whole = RecordRing(capacity: ring.capacity)
        #expect(whole.append(logs) == evicted, "at once as one by one")
        #expect(whole.bytes == ring.bytes)
        _ = ring.removeAll(after: 9)
        #expect(ring.bytes == ring.count * size)
        _ = ring.evictOlderHalf()
        #expect(ring.bytes == ring.count * size)
    }

    @Test(
        "ends a page at so many bytes, with at least one record",
        arguments: [
            (TimelineQuery(bytes: 1), [1], 1), (TimelineQuery(after: 3, bytes: 2 * 192), [4, 5], 5),
            (TimelineQuery(after: 8, bytes: 1), [9], 9), (TimelineQuery(after: 9, bytes: 1), [10], nil),
            (TimelineQuery(kinds: [.log], bytes: 1), [3], 3), (TimelineQuery(kinds: [.exit], bytes: 1), [], nil),
            (TimelineQuery(last: 5, bytes: 1), [10], nil), (TimelineQuery(last: 5, bytes: 2 * 192), [9, 10], nil),
            (TimelineQuery(bytes: 0), [], 0),
        ] as [(TimelineQuery, [SequenceNumber], SequenceNumber?)]
    )
    func pagesOfBytes(query: TimelineQuery, sequences: [SequenceNumber], next: SequenceNumber?) {
        let page = ring(100, 1...10).page(query)
        #expect(page.records.map(\.sequence) == sequences)
        #expect(page.next == next)
    }

    @Test("gives up its older half, and in the end everything")
    func halves() {
        var ring = ring(100, 1...5)
        #expect(ring.evictOlderHalf() == 3)
        #expect(ring.oldestSequence == 4)
        #expect(ring.evictOlderHalf() == 1)
        #expect(ring.evictOlderHalf() == 1)
        #expect(ring.evictOlderHalf() == 0)
        #expect(ring.oldestSequence == 6)
        #expect(ring.append(records(6...7)) == 0)
        #expect(ring.oldestSequence == 6)
    }
}
