import DeviceHost
import Fleet
import FleetServer
import LifecycleKernel
import MetricsTestKit
import Synchronization
import TestKit

/// A server of a fleet, with devices that only remember what became of them.
final class FleetServerModel: FleetServer.FleetHost {
    enum Step: Hashable {
        case load(Int)
        case release(Int)
        case drop(Int)
    }

    private let clock: HandMovedClock
    private let store: ModelFleetStore
    private let steps = Mutex<[Step]>([])
    private let failingLoads = Mutex<Int>(0)
    private let itemChanges = Mutex<Int>(0)
    private let checks = Mutex<Int>(0)
    /// How often it was to look what the database still has; the first attempt fails.
    var checkCount: Int { checks.withLock { $0 } }
    let metrics = TestMetrics()
    let log = LogText()
    private let tokenDigest: [UInt8]?
    private let name: String
    /// How often it was told that items have changed.
    var itemChangesTold: Int { itemChanges.withLock { $0 } }
    let tenure: Tenure
    let view: FleetView
    let number: Int

    /// A server that has not joined.
    ///
    /// - Parameters:
    ///   - name: What it is called; nil for a name with its number.
    ///   - tokenDigest: The digest of its token.
    init(
        _ number: Int,
        _ database: ModelFleetDatabase,
        _ clock: HandMovedClock,
        name: String? = nil,
        tokenDigest: [UInt8]? = nil
    ) {
        self.number = number
        self.name = name ?? "s\(number)"
        self.tokenDigest = tokenDigest
        self.clock = clock
        store = ModelFleetStore(database, id: number)
        tenure = Tenure(partitionCount: database.table.partitions.count)
        view = FleetView(wall: clock)
    }

    var driver: FleetDriver {
        FleetDriver(
            store: store,
            host: self,
            tenure: tenure,
            view: view,
            member: NewMember(
                name: name,
                address: "http://127.0.0.1:\(number)",
                port: number,
                version: "1",
                kernel: "1",
                lease: .seconds(3),
                tokenDigest: tokenDigest
            ),
            wall: clock,
            metrics: FleetMetrics(factory: metrics),
            logger: log.logger,
            whenItemsChange: { [self] in itemChanges.withLock { $0 += 1 } }
        )
    }

    var owned: Int { tenure.owned(at: clock.now).count }
    var taken: [Step] { steps.withLock { $0 } }
    var deviceCount: Int { 0 }
    var mark: Int64 { 0 }

    func failLoads(_ count: Int) { failingLoads.withLock { $0 = count } }

    func load(_ claim: Claim) async throws -> Int {
        let fails = failingLoads.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
        if fails { throw FleetStoreError.failed("not now") }
        steps.withLock { $0.append(.load(claim.partition.number)) }
        return 1
    }

    func release(_ claim: Claim, offered: Int64?) async throws {
        steps.withLock { $0.append(.release(claim.partition.number)) }
        try store.release(claim, offered: offered)
    }

    func checkAcknowledged() async throws {
        let fails = checks.withLock { checks in
            checks += 1
            return checks == 1
        }
        if fails { throw FleetStoreError.failed("not now") }
    }

    /// Has the journal find that the database has lost changes.
    func lose(_ claims: [Claim]) { store.lose(claims) }

    func drop(_ partitions: Set<Partition>) async {
        steps.withLock { steps in steps += partitions.map { .drop($0.number) } }
    }
}

extension FleetServerModel {
    /// What a counter shows.
    func count(_ label: String, _ labels: [(String, String)] = []) -> Int64 {
        (try? metrics.expectCounter(label, labels).totalValue) ?? 0
    }

    /// What a gauge shows.
    func gauge(_ label: String) -> Double? { try? metrics.expectGauge(label).lastValue }
}
