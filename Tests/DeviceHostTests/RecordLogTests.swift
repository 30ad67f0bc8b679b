import Testing

@testable import DeviceHost
@testable import LifecycleKernel

@Suite("The log that subscribers read from")
struct RecordLogTests {
    /// Items that stand for records.
    private func items(_ count: Int) throws -> [StreamItem] {
        let device = try id("a")
        return (0..<count).map { _ in .deviceDeleted(device, labels: []) }
    }

    /// What reading gives, in words.
    private func read(_ log: RecordLog, after number: UInt64, limit: Int = 100, bytes: Int = .max) -> String {
        switch log.read(after: number, limit: SizeLimit(count: limit, bytes: bytes)) {
        case .items(let items, let first): "\(items.count) from \(first)"
        case .evicted(let oldest, let missed): "gap to \(oldest), missed \(missed.map(String.init) ?? "unknown")"
        case .nothing: "nothing"
        case .ended(let end): "\(end)"
        }
    }

    @Test("Everybody reads from where they are, as much as they want")
    func reading() throws {
        let log = RecordLog(next: 1, capacity: SizeLimit(count: 10))
        #expect(read(log, after: 0) == "nothing")
        _ = log.append(try items(5))
        #expect(read(log, after: 0) == "5 from 1")
        #expect(read(log, after: 0, limit: 2) == "2 from 1")
        #expect(read(log, after: 3) == "2 from 4")
        #expect(read(log, after: 5) == "nothing")
        #expect(read(log, after: 77) == "nothing")
    }

    @Test("A reader that falls behind by more than the capacity learns how many items it missed")
    func eviction() throws {
        let log = RecordLog(next: 1, capacity: SizeLimit(count: 3))
        _ = log.append(try items(5))
        #expect(read(log, after: 0) == "gap to 3, missed 2")
        #expect(read(log, after: 2) == "3 from 3")
        _ = log.append(try items(100))
        #expect(read(log, after: 5) == "gap to 103, missed 97")
    }

    @Test("Items take so many bytes and no more, in the log and in what is read at once; there is always one")
    func bytes() throws {
        let size = try items(1)[0].keptSize
        let log = RecordLog(next: 1, capacity: SizeLimit(count: 100, bytes: 3 * size))
        _ = log.append(try items(5))
        #expect(log.bytes == 3 * size)
        #expect(read(log, after: 0) == "gap to 3, missed 2")
        #expect(read(log, after: 2, bytes: size + 1) == "2 from 3")
        #expect(read(log, after: 2, bytes: 1) == "1 from 3")
        _ = log.append(try items(1), first: 17)
        #expect(log.bytes == size)
        _ = log.skip(2)
        #expect(log.bytes == 0)
        let small = RecordLog(next: 1, capacity: SizeLimit(count: 100, bytes: 1))
        _ = small.append(try items(5))
        #expect(read(small, after: 4) == "1 from 5", "the newest, however large")
    }

    @Test("Subscribers that read the same records again share them as long as one of them holds them")
    func replaying() throws {
        let device = try id("a")
        let log = RecordLog(next: 1, capacity: SizeLimit(count: 10))
        let records = (1...1_000).map { number in
            Record(sequence: .init(rawValue: UInt64(number)), time: .manualStart, cause: 1, body: .log(message: "here"))
        }
        func made(_ items: [StreamItem]) -> [ObjectIdentifier] {
            items.compactMap { if case .record(let record) = $0 { ObjectIdentifier(record) } else { nil } }
        }
        let first = log.replaying(Array(records[0..<10]), of: device)
        for start in stride(from: 10, to: 1_000, by: 10) {
            _ = log.replaying(Array(records[start..<start + 10]), of: device)
        }
        let second = log.replaying(Array(records[5..<15]), of: device)
        #expect(made(Array(first[5...])) == made(Array(second[..<5])))
        #expect(log.replayedCount < 200, "those that nobody holds are not kept")
    }

    @Test("After items were lost, the log starts again, so that it has no gap")
    func discontinuity() throws {
        let log = RecordLog(next: 1, capacity: SizeLimit(count: 10))
        _ = log.append(try items(2), first: 17)
        #expect(read(log, after: 16) == "2 from 17")
        #expect(read(log, after: 4) == "gap to 17, missed 12")
        _ = log.append(try items(2), first: 19)
        #expect(read(log, after: 16) == "4 from 17")
        _ = log.append(try items(2), first: 30)
        #expect(read(log, after: 20) == "gap to 30, missed 9")
    }

    @Test("What was lost is counted where somebody counted")
    func skipping() throws {
        let log = RecordLog(next: 1, capacity: SizeLimit(count: 10))
        _ = log.append(try items(2))
        _ = log.skip(5)
        #expect(read(log, after: 2) == "gap to 8, missed 5")
        _ = log.skip(nil)
        _ = log.append(try items(1))
        #expect(read(log, after: 7) == "gap to 9, missed unknown")
        #expect(read(log, after: 8) == "1 from 9")
    }

    @Test("The end comes after everything else")
    func end() throws {
        let log = RecordLog(next: 1, capacity: SizeLimit(count: 10))
        _ = log.append(try items(2))
        _ = log.finish(.deviceDeleted)
        _ = log.finish(.shutdown)
        #expect(read(log, after: 0) == "2 from 1")
        #expect(read(log, after: 2) == "deviceDeleted")
    }

    @Test("A reader is woken by new items, and does not wait when there are some", .timeLimit(.minutes(1)))
    func sleeping() async throws {
        let log = RecordLog(next: 1, capacity: SizeLimit(count: 10))
        let early = WaitingReader()
        log.wake(early, after: 0)
        let woken = log.append(try items(1))
        #expect(woken.count == 1 && woken.first === early)
        let late = WaitingReader()
        log.wake(late, after: 0)
        #expect(await late.value() == nil)
    }
}
