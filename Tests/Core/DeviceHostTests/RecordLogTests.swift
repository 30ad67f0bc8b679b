import Testing

@testable import DeviceHost
@testable import LifecycleKernel

@Suite("The log that subscribers read from")
struct RecordLogTests {
    /// Items that stand for records, after a position.
    private func items(_ count: UInt64, after start: UInt64) throws -> [StreamItem] {
        let device = try id("a")
        return (0..<count).map {
            StreamItem(position: StreamPosition(start + 1 + $0), content: .deviceDeleted(device, labels: []))
        }
    }

    private func append(_ count: UInt64, after start: UInt64, to log: RecordLog) throws {
        _ = log.append(try items(count, after: start), after: StreamPosition(start))
    }

    /// What reading gives, in words.
    private func read(_ log: RecordLog, after number: UInt64, limit: Int = 100, bytes: Int = .max) -> String {
        switch log.read(after: StreamPosition(number), limit: SizeLimit(count: limit, bytes: bytes)) {
        case .items(let items): "\(items.count) from \(items[0].position.number)"
        case .evicted(let start, let isCounted): "gap to \(start.number)\(isCounted ? "" : ", not counted")"
        case .nothing: "nothing"
        case .ended(let end): "\(end)"
        }
    }

    @Test("Everybody reads from where they are, as much as they want")
    func reading() throws {
        let log = RecordLog(capacity: SizeLimit(count: 10))
        #expect(read(log, after: 0) == "nothing")
        try append(5, after: 0, to: log)
        #expect(read(log, after: 0) == "5 from 1")
        #expect(read(log, after: 0, limit: 2) == "2 from 1")
        #expect(read(log, after: 3) == "2 from 4")
        #expect(read(log, after: 5) == "nothing")
        #expect(read(log, after: 77) == "nothing")
    }

    @Test("A reader that falls behind by more than the capacity learns where the log begins")
    func eviction() throws {
        let log = RecordLog(capacity: SizeLimit(count: 3))
        try append(5, after: 0, to: log)
        #expect(read(log, after: 0) == "gap to 2")
        #expect(read(log, after: 2) == "3 from 3")
        try append(100, after: 5, to: log)
        #expect(read(log, after: 5) == "gap to 102")
    }

    @Test("Items take so many bytes and no more, in the log and in what is read at once; there is always one")
    func bytes() throws {
        let size = try items(1, after: 0)[0].content.keptSize
        let log = RecordLog(capacity: SizeLimit(count: 100, bytes: 3 * size))
        try append(5, after: 0, to: log)
        #expect(log.bytes == 3 * size)
        #expect(read(log, after: 0) == "gap to 2")
        #expect(read(log, after: 2, bytes: size + 1) == "2 from 3")
        #expect(read(log, after: 2, bytes: 1) == "1 from 3")
        try append(1, after: 16, to: log)
        #expect(log.bytes == size)
        _ = log.restart(after: StreamPosition(20))
        #expect(log.bytes == 0)
        let small = RecordLog(capacity: SizeLimit(count: 100, bytes: 1))
        try append(5, after: 0, to: small)
        #expect(read(small, after: 4) == "1 from 5", "the newest, however large")
    }

    @Test("Subscribers that read the same records again share them as long as one of them holds them")
    func replaying() throws {
        let device = try id("a")
        let log = RecordLog(capacity: SizeLimit(count: 10))
        let records = (1...1_000).map { number in
            Record(sequence: .init(rawValue: UInt64(number)), time: .manualStart, cause: 1, body: .log(message: "here"))
        }
        func share(_ range: Range<Int>) -> [StreamItem] {
            log.sharing(
                records[range].map { record in
                    StreamItem(
                        position: StreamPosition(record.sequence.rawValue),
                        content: .record(StreamedRecord(record, of: device, labels: []))
                    )
                }
            )
        }
        func made(_ items: [StreamItem]) -> [ObjectIdentifier] {
            items.compactMap { if case .record(let record) = $0.content { ObjectIdentifier(record) } else { nil } }
        }
        let first = share(0..<10)
        for start in stride(from: 10, to: 1_000, by: 10) { _ = share(start..<start + 10) }
        let second = share(5..<15)
        #expect(made(Array(first[5...])) == made(Array(second[..<5])))
        #expect(log.sharedCount < 200, "those that nobody holds are not kept")
    }

    @Test("After items were lost, the log starts again, so that it has no gap")
    func discontinuity() throws {
        let log = RecordLog(capacity: SizeLimit(count: 10))
        try append(2, after: 16, to: log)
        #expect(read(log, after: 16) == "2 from 17")
        #expect(read(log, after: 4) == "gap to 16")
        try append(2, after: 18, to: log)
        #expect(read(log, after: 16) == "4 from 17")
        try append(2, after: 29, to: log)
        #expect(read(log, after: 20) == "gap to 29")
    }

    @Test("What nobody counted is no number")
    func skipping() throws {
        let log = RecordLog(capacity: SizeLimit(count: 10))
        try append(2, after: 0, to: log)
        _ = log.restart(after: StreamPosition(8))
        try append(20, after: 8, to: log)
        #expect(read(log, after: 2) == "gap to 18, not counted")
        #expect(read(log, after: 8) == "gap to 18")
    }

    @Test("A position in the middle of a step comes after the step before, and before its own")
    func middle() throws {
        let log = RecordLog(capacity: SizeLimit(count: 10))
        let positions = [StreamPosition(4, index: 1), StreamPosition(4, index: 2), StreamPosition(5)]
        let device = try id("a")
        let items = positions.map { StreamItem(position: $0, content: .deviceDeleted(device, labels: [])) }
        _ = log.append(items, after: StreamPosition(4))
        for (index, position) in ([StreamPosition(4)] + positions).enumerated() {
            switch log.read(after: position, limit: SizeLimit(count: 10)) {
            case .items(let items): #expect(items.map(\.position) == Array(positions[index...]))
            default: #expect(index == 3)
            }
        }
    }

    @Test("The end comes after everything else")
    func end() throws {
        let log = RecordLog(capacity: SizeLimit(count: 10))
        try append(2, after: 0, to: log)
        _ = log.finish(.deviceDeleted)
        _ = log.finish(.shutdown)
        #expect(read(log, after: 0) == "2 from 1")
        #expect(read(log, after: 2) == "deviceDeleted")
    }

    @Test("A reader is woken by new items, and does not wait when there are some", .timeLimit(.minutes(1)))
    func sleeping() async throws {
        let log = RecordLog(capacity: SizeLimit(count: 10))
        let early = WaitingReader()
        log.wake(early, after: .start)
        let woken = log.append(try items(1, after: 0), after: .start)
        #expect(woken.count == 1 && woken.first === early)
        let late = WaitingReader()
        log.wake(late, after: .start)
        #expect(await late.value() == nil)
    }
}
