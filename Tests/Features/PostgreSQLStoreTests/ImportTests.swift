import DeviceTokens
import LifecycleKernel
import SQLiteStore
import StateCoding
import StoreTestKit
import TestKit
import Testing
import WireFormat

@testable import DeviceHost
@testable import PostgreSQLStore

@Suite("An import of a data directory", .timeLimit(.minutes(2)))
struct ImportTests {
    private let directory = TemporaryDirectory()
    private let place = PostgreSQLPlace()
    private let small = limits {
        $0.stepsPerSnapshot = 7
        $0.storedRecordsPerDevice = 40
    }
    private let print = RequestFingerprint(method: "POST", path: "/a", body: [1])

    /// Everything that can be asked of devices.
    private struct Seen {
        var devices: [DeviceID] = []
        var labels: [[Label]] = []
        var states: [UInt64] = []
        var earlier: [[UInt64?]] = []
        var records: [[Record]] = []
        var counts: [Int] = []
    }

    private func look(_ registry: DeviceRegistry) async throws -> Seen {
        var seen = Seen()
        let devices = try await registry.devices(limit: 100).devices
        (seen.devices, seen.labels) = (devices.map(\.id), devices.map(\.labels))
        for device in seen.devices {
            seen.states.append(try await registry.stateHash(of: device).value)
            let query = TimelineQuery(limit: 10_000)
            seen.records.append(try await registry.timeline(of: device, query).records)
            var states: [UInt64?] = []
            for record in seen.records.last ?? [] {
                states.append(try? await registry.state(of: device, at: record.sequence).stateHash)
            }
            seen.earlier.append(states)
        }
        seen.counts = await registry.summary().counts.map(\.count)
        return seen
    }

    /// Makes a data directory with devices that have lived, and with other things.
    private func fill(seed: UInt64) async throws -> Seen {
        let directory = directory.path
        try await withHost(
            SQLiteStore(directory: directory),
            HandMovedClock(),
            small,
            tokens: DeviceTokenIndex()
        ) { registry in
            _ = try await StoreCheck().run(seed: seed, on: registry)
            let device = try await registry.create(.manual("with-keys")).id
            for key in ["one", "two"] {
                _ = try await registry.once(key, print, in: .device(device)) { claim in
                    try await registry.begin(.event(.device(.lock)), to: device, under: claim).map { _ in
                        StoredAnswer(status: 200, body: Array(key.utf8))
                    }
                }
                _ = try await registry.apply(.event(.device(.unlock)), to: device)
            }
        }
        // As the store has it: what a server has in memory is more.
        return try await withHost(
            SQLiteStore(directory: directory),
            HandMovedClock(),
            small,
            tokens: DeviceTokenIndex()
        ) { try await look($0) }
    }

    private func copy() async throws -> StoreImport {
        let source = try SQLiteStore(directory: directory.path)
        do {
            let copied = try await StoreImport(of: source, into: place.url)
            await source.close()
            return copied
        } catch {
            await source.close()
            throw error
        }
    }

    @Test(
        "has the devices as they were, with their records, earlier states, answers, tokens and items",
        arguments: 1...2
    )
    func everything(seed: Int) async throws {
        let before = try await fill(seed: UInt64(seed))
        try await place.open { _ in }.close()
        let copied = try await copy()
        #expect(copied.devices == before.devices.count && copied.items >= 3)
        let store = try await place.open { _ in }
        let replay = try await StoreReplay(of: store)
        #expect(replay.differences.isEmpty && replay.devices == copied.devices, "\(replay.differences)")
        try await withHost(store, HandMovedClock(), small, tokens: DeviceTokenIndex()) { registry in
            let after = try await look(registry)
            #expect(after.devices == before.devices && after.labels == before.labels)
            #expect(after.states == before.states)
            #expect(after.records == before.records)
            #expect(after.earlier == before.earlier)
            #expect(after.counts == before.counts)
            let answer = try await registry.once("two", print, in: .device(id("with-keys"))) { _ in
                throw HostError.overloaded("carried out again")
            }
            #expect(answer.body == Array("two".utf8))
            #expect(try await registry.store.items(.push).value.map(\.name) == ["c", "a"])
            // They go on.
            for device in before.devices { _ = try? await registry.apply(.event(.device(.home)), to: device) }
        }
        let again = try await place.open { _ in }
        #expect(try await StoreReplay(of: again).differences.isEmpty)
        await again.close()
    }

    @Test("writes nothing if the database has one of the devices")
    func twice() async throws {
        _ = try await fill(seed: 3)
        let store = try await place.open { _ in }
        let number = try await store.reserveDeviceNumbers().lowerBound
        _ = try await store.commit([beginning(number, "with-keys")], as: CommitID())
        await #expect(throws: StoreImport.Failure.exists("a device with-keys")) { _ = try await copy() }
        #expect(try await store.devices(after: 0, limit: 100).count == 1)
        #expect(try await store.totals(labels: []).devices == 1)
        for table in ["step", "answer", "item", "token", "label"] {
            let count = try place.connect().query("SELECT count(*) FROM greenroom.\(table)").first?.number(0)
            #expect(count == (table == "step" ? 1 : 0), "\(table)")
        }
        await store.close()
    }

    @Test("is not seen by those who follow all devices")
    func streams() async throws {
        let place = PostgreSQLPlace(TestCluster())
        _ = try await fill(seed: 4)
        let store = try await place.open { _ in }
        let number = try await store.reserveDeviceNumbers().lowerBound
        _ = try await store.commit([beginning(number, "other")], as: CommitID())
        let position = try await store.readablePosition()
        let source = try SQLiteStore(directory: directory.path)
        let copied = try await StoreImport(of: source, into: place.url)
        await source.close()
        #expect(copied.steps > 20)
        #expect(try await store.steps(after: position, limit: SizeLimit(count: 10)).steps.isEmpty)
        _ = try await store.commit([beginning(2)], as: CommitID())
        #expect(try await store.steps(after: position, limit: SizeLimit(count: 10)).steps.map(\.device) == [2])
        await store.close()
    }
}
