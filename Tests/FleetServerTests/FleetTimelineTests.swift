import DeviceHost
import Fleet
import LifecycleKernel
import Synchronization
import TestKit
import Testing

@testable import FleetServer

/// Marks that a test sets.
private final class MarksModel: MarkSource {
    private let state: Mutex<[Mark]>

    init(_ marks: [Mark]) { state = Mutex(marks) }

    func set(_ partition: Int, _ position: Int64) {
        state.withLock { $0 = [Mark(position: position, partitions: [Partition(partition)])] }
    }

    func marks() async -> [Mark] { state.withLock { $0 } }
}

@Suite("The stream of the devices of several servers", .timeLimit(.minutes(1)))
struct FleetTimelineTests {
    private let clock = HandMovedClock()
    private let journal = FleetJournalModel(time: 100)

    private func timeline(
        _ change: (inout HostLimits) -> Void = { _ in },
        _ limit: (inout FleetTimeline.Limits) -> Void = { _ in }
    ) -> FleetTimeline {
        var limits = FleetTimeline.Limits()
        limit(&limits)
        let registry = DeviceRegistry(limits: TestKit.limits(change), wall: clock)
        return FleetTimeline(registry: registry, journal: journal, limits: limits)
    }

    /// Runs the service that reads for a stream.
    private func serving(
        _ timeline: FleetTimeline,
        _ marks: MarksModel,
        partitionCount: Int = 2,
        _ body: () async throws -> Void
    ) async throws {
        let service = FleetTimelineService(
            timeline: timeline,
            sources: [marks],
            partitionCount: { partitionCount },
            wall: clock,
            logger: quietLogger
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// Lets the service look once more, whether or not it finds anything.
    private func look() async {
        // The heartbeats sleep, too.
        await until { clock.sleeperCount == 2 }
        clock.advance(by: .milliseconds(100))
        await until { clock.sleeperCount == 2 }
    }

    private func next(_ subscription: FleetSubscription) async -> [String] {
        switch await subscription.next() {
        case .items(let items): items.map(\.position.description)
        case .gap(let reason): ["gap \(reason)"]
        case .heartbeat: ["heartbeat"]
        case .end(let end): ["end \(end)"]
        }
    }

    @Test("is read to the lowest mark of all partitions, and goes on when that rises")
    func heldByPartition() async throws {
        let records = try await DeviceRegistry.someRecords()
        let (timeline, marks) = (
            timeline(), MarksModel([Mark(position: 150, partitions: [Partition(0), Partition(1)])])
        )
        let subscription = try timeline.follow()
        try await serving(timeline, marks) {
            await look()
            journal.add(at: 160, in: 0, of: "a", Array(records.prefix(2)))
            journal.add(at: 170, in: 1, of: "b", Array(records.prefix(1)))
            journal.add(at: 180, in: 0, of: "a", Array(records.prefix(1)))
            // Nobody owns the other partition any more, since 165.
            marks.set(0, 200)
            await look()
            marks.set(1, 165)
            await look()
            #expect(await next(subscription) == ["160-0-1", "160-0-2"])
            let readings = journal.readings
            await look()
            #expect(journal.readings == readings, "nothing is read while the mark stands")
            marks.set(1, 190)
            await look()
            #expect(await next(subscription) == ["170-1-1", "180-0-1"])
        }
        #expect(await next(subscription) == ["end shutdown"])
    }

    @Test("is not read before every partition has a mark, nor while nobody subscribes")
    func nothing() async throws {
        let (timeline, marks) = (timeline(), MarksModel([Mark(position: 50, partitions: [Partition(0)])]))
        var subscription: FleetSubscription? = try timeline.follow()
        try await serving(timeline, marks) {
            await look()
            await look()
            #expect(journal.readings == 0)
            marks.set(1, 60)
            await look()
            marks.set(0, 70)
            await look()
            #expect(journal.readings == 1, "from the lowest mark at the beginning on")
            #expect(subscription != nil)
            subscription = nil
            #expect(!timeline.isFollowed)
            await look0()
            marks.set(0, 80)
            clock.advance(by: .milliseconds(500))
            #expect(journal.readings == 1)
        }
    }

    /// Lets the service find that nobody subscribes.
    private func look0() async {
        await until { clock.sleeperCount == 2 }
        clock.advance(by: .milliseconds(100))
        await until { clock.sleeperCount == 1 }
    }

    @Test("is resumed from the journal by who names a position, without an item twice or missing")
    func resume() async throws {
        let records = try await DeviceRegistry.someRecords()
        let timeline = timeline({ _ in }, { $0.reading.entries = 2 })
        for position in Int64(101)...109 {
            journal.add(at: position, in: Int(position % 2), of: "a", Array(records.prefix(3)))
        }
        let all = (101...109).flatMap { position in (1...3).map { "\(position)-\(position % 2)-\($0)" } }
        try await timeline.advance(to: 106)
        for start in [0, 1, 2, 3, 10, 17, 18, 20] {
            let position = try #require(FleetPosition(all[start]))
            let subscription = try timeline.follow(after: position)
            var found: [String] = []
            try await timeline.advance(to: 109)
            while found.last != all.last { found += await next(subscription) }
            #expect(found == Array(all.dropFirst(start + 1)))
        }
    }

    @Test(
        "has a gap where more has happened than is looked for, where it is too old, and where the journal has forgotten it"
    )
    func gaps() async throws {
        let records = try await DeviceRegistry.someRecords()
        let timeline = timeline(
            { _ in },
            { limits in
                limits.records = 5
                limits.age = .microseconds(50)
            }
        )
        for position in Int64(60)...69 { journal.add(at: position, in: 0, of: "a", Array(records.prefix(1))) }
        try await timeline.advance(to: 69)
        func first(after position: Int64) async throws -> [String] {
            await next(try timeline.follow(after: FleetPosition(before: position)))
        }
        #expect(try await first(after: 66).first == "66-0-1")
        #expect(try await first(after: 60) == ["gap resumedTooLate"], "ten records")
        #expect(try await first(after: 49) == ["gap resumedTooLate"], "51 microseconds ago")
        #expect(try await first(after: 60_000_101) == ["gap unknownPosition"], "after all that is known")
        journal.forget(upTo: 67)
        #expect(try await first(after: 66) == ["gap resumedTooLate"])
        let foreign = try timeline.followAfterForeignPosition()
        #expect(await next(foreign) == ["gap unknownPosition"])
        let resumed = try timeline.follow(after: FleetPosition(before: 60))
        #expect(await next(resumed) == ["gap resumedTooLate"])
        journal.add(at: 70, in: 0, of: "a", Array(records.prefix(1)))
        try await timeline.advance(to: 70)
        #expect(await next(resumed) == ["70-0-1"], "it goes on")
    }

    @Test("is read from the journal by a subscriber that is slower than the items in memory")
    func slow() async throws {
        let records = try await DeviceRegistry.someRecords()
        let timeline = timeline { $0.streamedRecords = 2 }
        let subscription = try timeline.follow()
        try await timeline.advance(to: 100)
        for position in Int64(101)...109 { journal.add(at: position, in: 0, of: "a", Array(records.prefix(1))) }
        try await timeline.advance(to: 109)
        var found: [String] = []
        while found.count < 9 { found += await next(subscription) }
        #expect(found == (101...109).map { "\($0)-0-1" })
    }

    @Test("has deletions in its order, and of a copy only what is new")
    func contents() async throws {
        let records = try await DeviceRegistry.someRecords()
        let timeline = timeline()
        let subscription = try timeline.follow()
        try await timeline.advance(to: 100)
        journal.addDeletion(at: 102, in: 0, of: "a")
        journal.add(at: 101, in: 0, of: "b", records, inherited: records[1].sequence)
        try await timeline.advance(to: 102)
        let copied = (2..<records.count).map { "101-0-\($0 + 1)" }
        #expect(await next(subscription) == copied + ["102-0-1"])
    }

    @Test(
        "ends for a subscriber when the journal cannot be read back, and goes on for others when it can be read again"
    )
    func broken() async throws {
        let records = try await DeviceRegistry.someRecords()
        let timeline = timeline()
        let subscription = try timeline.follow()
        try await timeline.advance(to: 100)
        journal.add(at: 101, in: 0, of: "a", Array(records.prefix(1)))
        journal.isBroken = true
        await #expect(throws: FleetJournalModel.Broken.self) { try await timeline.advance(to: 101) }
        let resumed = try timeline.follow(after: FleetPosition(before: 90))
        #expect(await next(resumed) == ["end journalUnavailable"])
        journal.isBroken = false
        try await timeline.advance(to: 101)
        #expect(await next(subscription) == ["101-0-1"])
    }

    @Test("counts among the streams of a server, which are limited")
    func limit() throws {
        let timeline = timeline { $0.subscribers = 1 }
        var first: FleetSubscription? = try timeline.follow()
        #expect(throws: HostError.self) { try timeline.follow() }
        #expect(first != nil)
        first = nil
        #expect(throws: Never.self) { try timeline.follow() }
    }

    @Test("has the marks of renewals: of an owner the higher one of its mark and the end of the tenure before")
    func renewedMarks() async throws {
        let row = MemberRow(number: 7, key: 1, kernel: "1", lease: .seconds(3))
        let table = try #require(
            FleetTable(
                members: [row],
                partitions: [
                    PartitionRow(Partition(0), owner: 7, until: 5), PartitionRow(Partition(1), until: 6),
                    PartitionRow(Partition(2), owner: 7, until: 50), PartitionRow(Partition(3), owner: 8, until: 3),
                ]
            )
        )
        let details = MemberDetails(
            name: "s",
            address: "",
            version: "1",
            joinedAt: 1,
            renewedAt: 2,
            figures: MemberFigures(mark: 40)
        )
        let view = FleetView(wall: clock)
        #expect(await RenewedMarks(view: view).marks() == [])
        view.update { $0.marks = FleetReading(table: table, details: [7: details]).marks }
        #expect(await RenewedMarks(view: view).marks().map(\.position) == [40, 6, 50, 3])
    }
}
