#if PostgreSQL
import DeviceHost
import Fleet
import JournalTestKit
import TestKit
import Testing

@testable import PostgresJournal

@Suite(
    "The members of a fleet in PostgreSQL",
    .timeLimit(.minutes(1)),
    .enabled(if: TestDatabase.isThere, TestDatabase.message)
)
struct FleetStoreTests {
    private let place = PostgresPlace()

    private var databaseTime: Int64 {
        get throws {
            let text = "SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint"
            return try place.connect().query(text).first?.number(0) ?? 0
        }
    }

    @Test("have a row each, with what they say of themselves")
    func members() async throws {
        let before = try databaseTime
        let first = try await place.join(named: "first", lease: .seconds(3))
        let second = try await place.join(named: "second", lease: .seconds(5))
        var member = NewMember.named("third")
        (member.address, member.tokenDigest) = ("http://[::1]:9", [1, 0, 255])
        let third = try await second.store.join(member)
        #expect([first.number, second.number, third.row.number] == [1, 2, 3])
        _ = try await first.store.renew(MemberFigures(mark: 7, devices: 8))
        try await first.store.markLeaving()
        let reading = try await first.store.read()
        var row = first.joined.row
        (row.renewals, row.isLeaving) = (1, true)
        #expect(reading.table.members == [row, second.joined.row, third.row])
        #expect(reading.table.partitions == (0..<Partition.defaultCount).map { PartitionRow(Partition($0)) })
        let details = try #require(reading.details[1])
        #expect(details.name == "first")
        #expect(details.address == "http://127.0.0.1:8080")
        #expect(details.figures == MemberFigures(mark: 7, devices: 8))
        #expect(details.joinedAt == first.joined.joinedAt)
        #expect(details.joinedAt >= before && details.renewedAt > details.joinedAt)
        #expect(details.tokenDigest == nil)
        #expect(reading.details[3]?.address == "http://[::1]:9")
        #expect(reading.details[3]?.tokenDigest == [1, 0, 255])
        await first.close()
        await second.close()
    }

    @Test("read a number that changes with each webhook and key of a provider, and with nothing else")
    func items() async throws {
        let server = try await place.join()
        let other = try await place.join()
        var numbers: [Int64] = [try await server.store.read().items]
        let items: [ServerItem] = [
            ServerItem(.webhook, "a", [1]), ServerItem(.providerKey, "a", [1]), ServerItem(.webhook, "a", [1]),
            ServerItem(.webhook, "a", nil), ServerItem(.providerKey, "a", nil),
        ]
        for item in items {
            try await other.journal.write([.kept(item)])
            numbers.append(try await server.store.read().items)
        }
        #expect(Set(numbers.dropLast()).count == items.count)
        #expect(numbers.last == 0 && numbers.first == 0)
        for kind in [ServerItem.Kind.push, .retiredToken] {
            try await other.journal.write([.kept(ServerItem(kind, "a", [1]))])
        }
        #expect(try await server.store.read().items == 0)
        await server.close()
        await other.close()
    }

    @Test("renew their lease by the database's clock, as long as they have a row")
    func renewals() async throws {
        let first = try await place.join()
        let second = try await place.join()
        var last = first.joined.joinedAt
        for _ in 1...3 {
            let at = try #require(try await first.store.renew(MemberFigures()))
            #expect(at > last)
            last = at
        }
        #expect(try await second.store.read().table.member(first.number)?.renewals == 3)
        try await second.fence(first)
        #expect(try await first.store.renew(MemberFigures()) == nil)
        #expect(try await first.store.read().table.member(first.number) == nil)
        await first.close()
        await second.close()
    }

    @Test("are fenced only if their key and their number of renewals are these")
    func stillThere() async throws {
        let first = try await place.join()
        let second = try await place.join()
        let row = first.joined.row
        _ = try await first.store.renew(MemberFigures())
        try await second.store.fence(row.number, key: row.key, renewals: 0)
        try await second.store.fence(row.number, key: row.key &+ 1, renewals: 1)
        #expect(try await first.store.renew(MemberFigures()) != nil)
        try await second.store.fence(row.number, key: row.key, renewals: 2)
        #expect(try await first.store.renew(MemberFigures()) == nil)
        // Who has no row any more fences nobody.
        try await first.fence(second)
        #expect(try await second.store.renew(MemberFigures()) != nil)
        await first.close()
        await second.close()
    }

    @Test("lose their partitions to nobody when they are fenced, as of the end of their lease")
    func freed() async throws {
        let first = try await place.join(named: "first", lease: .seconds(3))
        let second = try await place.join(named: "second")
        #expect(try await first.claim(4, 9) == [Claim(Partition(4), epoch: 1), Claim(Partition(9), epoch: 1)])
        let renewed = try #require(try await first.store.renew(MemberFigures()))
        try await second.fence(first)
        let row = try await second.partition(4)
        #expect(row == PartitionRow(Partition(4), epoch: 1, until: renewed + 3_000_000, kernel: row.kernel))
        let granted = try await second.store.claim([Partition(9)], limit: 1)
        #expect(granted == [GrantedClaim(claim: Claim(Partition(9), epoch: 2), reason: .lost)])
        let times = try await second.journal.ownedTimes(of: Partition(9), before: 2)
        #expect(times.duration(after: renewed) == 3_000_000)
        let move = try #require(try await second.store.moves(limit: 1).first)
        #expect((move.from, move.to, move.reason) == ("first", "second", .lost))
        await first.close()
        await second.close()
    }

    @Test("are gone when they leave, and their partitions are free at once")
    func leave() async throws {
        let first = try await place.join(named: "first")
        let second = try await place.join(named: "second")
        _ = try await first.claim(1)
        let before = try databaseTime
        try await first.store.leave()
        let row = try await second.partition(1)
        #expect(row.owner == nil && row.state == .free)
        #expect(row.until >= before)
        #expect(try await second.store.read().table.members.map(\.number) == [second.number])
        _ = try await second.claim(1)
        #expect(try await second.store.moves(limit: 1).first?.reason == .left)
        #expect(try await first.claim(2) == [])
        await first.close()
        await second.close()
    }

    @Test("hear what others change, and not what they change themselves")
    func notifications() async throws {
        let first = try await place.join()
        let second = try await place.join()
        var heard = first.store.notices.makeAsyncIterator()
        #expect(await heard.next() == .changed, "the second has joined")
        _ = try await second.claim(1)
        #expect(await heard.next() == .changed)
        try await second.store.markLeaving()
        #expect(await heard.next() == .changed)
        let claim = Claim(Partition(1), epoch: 1)
        try await second.journal.write([.released(claim, offered: nil)], under: [claim])
        #expect(await heard.next() == .changed)
        // None of these is told by itself.
        _ = try await first.claim(1)
        _ = try await first.store.renew(MemberFigures())
        _ = try await first.store.showOwned(Claim(Partition(1), epoch: 2), devices: 0)
        try place.terminate("control")
        #expect(await heard.next() == .disconnected)
        await first.close()
        #expect(await heard.next() == nil)
        await second.close()
    }

    @Test("connect again with the row that they have")
    func connectAgain() async throws {
        let server = try await place.join()
        try place.terminate("control")
        await #expect(throws: FleetStoreError.self) { while true { _ = try await server.store.read() } }
        await #expect(throws: FleetStoreError.disconnected("there is no connection to the database")) {
            try await server.store.renew(MemberFigures())
        }
        #expect(try await server.store.connect())
        #expect(try await server.store.renew(MemberFigures()) != nil)
        #expect(try await server.claim(1).count == 1)
        await server.close()
    }

    @Test("find out whether this run of the database is settled")
    func settled() async throws {
        let server = try await place.join()
        // As if a standby had been promoted.
        try place.run("UPDATE greenroom.setting SET value = '\"FFFFFFFF\"' WHERE key = 'settled'")
        #expect(try await !server.store.connect())
        #expect(try await !place.join().joined.isSettled)
        try await server.store.markSettled()
        #expect(try await server.store.connect())
        await server.close()
    }

    @Test("get numbers of devices that no other gets")
    func numbers() async throws {
        let servers = try await [place.join(), place.join(), place.join()]
        let ranges = try await withThrowingTaskGroup(of: [Range<Int64>].self) { group in
            for server in servers {
                group.addTask {
                    var ranges: [Range<Int64>] = []
                    for count in [1, 200, 1_000, 5_000] {
                        ranges.append(try await server.journal.reserveNumbers(count))
                    }
                    return ranges
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
        #expect(ranges.map(\.count).sorted() == [1, 1, 1, 200, 200, 200] + Array(repeating: 1_000, count: 6))
        let sorted = ranges.sorted { $0.lowerBound < $1.lowerBound }
        #expect(sorted.first?.lowerBound == 1)
        for (range, next) in zip(sorted, sorted.dropFirst()) { #expect(range.upperBound <= next.lowerBound) }
        #expect(try await servers[0].journal.lastDevice + 1 >= sorted.last?.upperBound ?? .max)
        for server in servers { await server.close() }
    }
}
#endif
