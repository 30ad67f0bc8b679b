import APNs
import Fleet
import FleetServer
import HTTPAPI
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import LifecycleKernel
import Metrics
import NIOCore
import ServiceLifecycle
import Synchronization
import TestKit
import WebDriver
import WireFormat

@testable import DeviceHost

/// Real servers in one process that share devices. A test says who owns what; each has devices of its own in memory.
///
/// The epoch in which a server owns a partition is its number, so that a device counts as loaded wherever it was made or taken.
struct TestFleet: Sendable {
    /// The members, by number - 1.
    let servers: [TestServer]

    static let secret: [UInt8] = Array("a secret of all servers".utf8)

    /// Runs a test against a fleet, in which the first server owns everything.
    ///
    /// - Parameters:
    ///   - limits: The limits of its devices.
    ///   - registry: The devices of a server, by its number - 1, that knows by itself what it owns; nil for one that follows `assign`.
    static func run<Result: Sendable>(
        _ count: Int = 2,
        hold: Duration = .milliseconds(300),
        heldRequests: Int = 2_000,
        settings: HTTPServerSettings = HTTPServerSettings(),
        limits: HostLimits = HostLimits(),
        registry: (@Sendable (Int) -> DeviceRegistry)? = nil,
        _ test: @escaping @Sendable (TestFleet) async throws -> Result
    ) async throws -> Result {
        let make = { @Sendable number in
            registry.map { TestServer.Devices(registry: $0(number), followsAssignments: false) }
                ?? TestServer.Devices(of: number + 1, limits)
        }
        return try await run(1, of: count, [], hold: hold, heldRequests: heldRequests, settings, make, test)
    }

    private static func run<Result: Sendable>(
        _ number: Int,
        of count: Int,
        _ servers: [TestServer],
        hold: Duration,
        heldRequests: Int,
        _ settings: HTTPServerSettings,
        _ devices: @escaping @Sendable (Int) -> TestServer.Devices,
        _ test: @escaping @Sendable (TestFleet) async throws -> Result
    ) async throws -> Result {
        guard number <= count else {
            let fleet = TestFleet(servers: servers)
            fleet.assign { _ in 1 }
            return try await test(fleet)
        }
        return try await TestServer.run(number, hold: hold, heldRequests: heldRequests, settings, devices(number - 1)) {
            server in
            try await run(
                number + 1,
                of: count,
                servers + [server],
                hold: hold,
                heldRequests: heldRequests,
                settings,
                devices,
                test
            )
        }
    }

    /// The first server, and so on.
    subscript(number: Int64) -> TestServer { servers[Int(number) - 1] }

    /// Makes all servers know who owns what.
    ///
    /// - Parameter owner: The number of the owner of a partition; nil for none.
    func assign(_ owner: (Partition) -> Int64?) {
        for server in servers { assign(owner, at: server) }
    }

    /// Makes one server believe that partitions have these owners.
    func assign(_ owner: (Partition) -> Int64?, at server: TestServer) {
        server.learn(members: servers, owners: (0..<Partition.defaultCount).map { owner(Partition($0)) })
    }

    /// Makes all servers know of a member that is none of them.
    func add(_ member: Int64, at port: Int) {
        for server in servers {
            server.view.update { snapshot in
                snapshot.details[member] = MemberDetails(
                    name: "s\(member)",
                    address: "http://127.0.0.1:\(port)",
                    version: "1.2.3",
                    joinedAt: 0,
                    renewedAt: 0
                )
            }
        }
    }
}

/// A server of a fleet.
final class TestServer: Sendable {
    let number: Int64
    let registry: DeviceRegistry
    private let followsAssignments: Bool
    /// What its host takes it for the owner of.
    let tenure: Tenure
    /// What it answers others that ask for its mark.
    let mark: SharedMark
    let view: FleetView
    let peers: FleetPeers
    let client: any TestClientProtocol
    /// Its listeners for clients of Appium and WebDriverAgent, which a test may run.
    let facades: DriverServer
    let pushes: PushService
    let routing: PeerRouting
    /// Counts how often another server has said that it is not the owner.
    let outdated: ChangeCounter

    /// The devices of a server.
    struct Devices {
        let registry: DeviceRegistry
        /// Whether it owns what the test says, which it has loaded then.
        let followsAssignments: Bool

        init(registry: DeviceRegistry, followsAssignments: Bool) {
            self.registry = registry
            self.followsAssignments = followsAssignments
        }

        init(of number: Int, _ limits: HostLimits) {
            let tenure = Tenure()
            for claim in claims(of: Int64(number)) {
                tenure.beginLoading(claim)
                tenure.setOpen(claim, true)
            }
            registry = DeviceRegistry(
                limits: limits,
                wall: SystemWallClock(),
                journal: nil,
                tokens: DeviceTokenIndex(),
                tenure: tenure
            )
            followsAssignments = true
        }
    }

    private init(
        _ number: Int,
        _ devices: Devices,
        _ mark: SharedMark,
        _ view: FleetView,
        _ peers: FleetPeers,
        _ facades: DriverServer,
        _ outdated: ChangeCounter,
        _ pushes: PushService,
        _ routing: PeerRouting,
        _ client: any TestClientProtocol
    ) {
        self.pushes = pushes
        self.routing = routing
        self.number = Int64(number)
        registry = devices.registry
        followsAssignments = devices.followsAssignments
        self.mark = mark
        tenure = registry.tenure!
        self.view = view
        self.peers = peers
        self.client = client
        self.facades = facades
        self.outdated = outdated
    }

    static func run<Result: Sendable>(
        _ number: Int,
        hold: Duration,
        heldRequests: Int,
        _ settings: HTTPServerSettings,
        _ devices: Devices,
        _ test: @escaping @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        let registry = devices.registry
        let wall = SystemWallClock()
        let mark = SharedMark()
        let view = FleetView(wall: wall)
        let outdated = ChangeCounter()
        let peers = FleetPeers(view, name: "s\(number)", hold: hold) { outdated.increment() }
        let sessions = SessionStore(metrics: NOOPMetricsHandler.instance)
        var dependencies = APIDependencies(
            registry: registry,
            version: ServiceVersion(service: "1.2.3", kernel: "7"),
            readiness: { .ready },
            metricsText: { "" },
            webDriverSessions: { sessions.listed }
        )
        let routing = PeerRouting(
            peers,
            registry,
            settings: settings,
            heldRequests: heldRequests,
            metricsFactory: dependencies.metricsFactory,
            explorations: dependencies.explorations
        )
        var pushSettings = PushService.Settings()
        pushSettings.check = .none
        let others = PeerPushes(routing, logger: quietLogger)
        let pushes = PushService(registry, settings: pushSettings, others: others, logger: quietLogger)
        dependencies.pushes = pushes
        dependencies.routing = routing
        dependencies.mark = { mark.value }
        let api = InternalAPI(dependencies, settings: settings, logger: quietLogger)
        let facades = DriverServer(api, sessions: sessions, agentDevice: DeviceID("agent")!, logger: quietLogger)
        var application = makeApplication(
            api,
            commands: { command, logger in try await facades.answer(command, logger) },
            logger: quietLogger
        )
        application.addServices(FanOut(registry: registry, wall: wall), dependencies.explorations)
        let result: Swift.Result<Result, any Error>
        do {
            result = .success(
                try await application.test(.live) { client in
                    try await test(
                        TestServer(number, devices, mark, view, peers, facades, outdated, pushes, routing, client)
                    )
                }
            )
        } catch {
            result = .failure(error)
        }
        await peers.close()
        return try result.get()
    }

    /// All partitions, as one server owns them.
    private static func claims(of number: Int64) -> [Claim] {
        (0..<Partition.defaultCount).map { Claim(Partition($0), epoch: number) }
    }

    private static let farOff = WallInstant(nanoseconds: .max)

    /// Takes over who owns what, as if it was read from the database.
    func learn(members: [TestServer], owners: [Int64?]) {
        let now = view.reading
        func row(_ number: Int64) -> MemberRow {
            MemberRow(number: number, key: UInt64(number), kernel: "7", lease: .seconds(3_600))
        }
        let today = Int64(1_800_000_000_000_000)
        var membership = Membership(
            row(number),
            joinSent: now,
            joinedAt: today,
            isSettled: true,
            at: now
        )
        func table(_ owners: [Int64?]) -> FleetTable {
            FleetTable(
                members: members.map { row($0.number) },
                partitions: owners.enumerated().map { index, owner in
                    PartitionRow(
                        Partition(index),
                        owner: owner,
                        epoch: owner ?? 0,
                        state: owner == nil ? .free : .owned
                    )
                }
            )!
        }
        // What it owns, it has claimed and loaded.
        let own = Self.claims(of: number).filter { owners[$0.partition.number] == number }
        if followsAssignments { tenure.update(owned: own, until: Self.farOff) }
        _ = membership.handle(.tableRead(table(owners.map { $0 == number ? nil : $0 }), sent: now), at: now)
        _ = membership.handle(.claimed(own), at: now)
        for claim in own { _ = membership.handle(.loaded(claim), at: now) }
        _ = membership.handle(.tableRead(table(owners), sent: view.reading), at: view.reading)
        let details = Dictionary(
            uniqueKeysWithValues: members.map { member in
                (
                    member.number,
                    MemberDetails(
                        name: "s\(member.number)",
                        address: "http://127.0.0.1:\(member.client.port!)",
                        version: "1.2.3",
                        joinedAt: today,
                        renewedAt: today
                    )
                )
            }
        )
        view.update { snapshot in
            snapshot.membership = membership
            snapshot.details = details
            snapshot.secret = TestFleet.secret
        }
    }

    // MARK: Requests

    /// Sends a request to this server.
    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        headers: HTTPFields = [:]
    ) async throws -> Answer {
        var headers = headers
        if body != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
        let response = try await client.executeRequest(
            uri: path,
            method: method,
            headers: headers,
            body: body.map { ByteBuffer(string: $0) }
        )
        return Answer(response)
    }

    func get(_ path: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.get, path, headers: headers)
    }

    func post(_ path: String, _ body: String, headers: HTTPFields = [:]) async throws -> Answer {
        try await send(.post, path, body, headers: headers)
    }

    /// Makes a device in the memory of this server, whoever owns it.
    func make(_ id: String, labels: [String: String] = [:]) async throws {
        let new = NewDevice(
            id: DeviceID(id)!,
            settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
            labels: labels.map { Label("\($0.key):\($0.value)")! }
        )
        try await asOwner { _ = try await registry.create(new) }
    }

    /// Does something as if this server owned everything.
    private func asOwner(_ body: () async throws -> Void) async throws {
        let owned = tenure.owned(at: WallInstant(nanoseconds: 0))
        tenure.update(owned: Self.claims(of: number), until: Self.farOff)
        defer { tenure.update(owned: owned, until: Self.farOff) }
        try await body()
    }

    /// Copies a device as another server has it, as taking it over would.
    func take(_ id: String, from other: TestServer) async throws {
        let copy = try await other.registry.copy(of: DeviceID(id)!)
        try await asOwner { _ = try await registry.adopt(copy, as: DeviceID(id)!) }
    }
}

/// The mark of a server, which a test sets.
final class SharedMark: Sendable {
    private let state = Mutex<Mark?>(nil)

    var value: Mark? {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}

/// What a server has answered.
struct Answer: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String

    init(_ response: TestResponse) {
        status = response.status.code
        headers = response.headers
        text = String(buffer: response.body)
    }

    subscript(name: String) -> Value? { ((try? JSONText.parse(text.utf8)) ?? .null)[name] }

    var code: String? { self["code"]?.text }
    var server: String? { headers[.greenroomServer] }
}

/// A device in each half of the partitions.
enum Halves {
    /// The owner of a partition, in a fleet of two that share them evenly.
    static func owner(_ partition: Partition) -> Int64 { partition.number < 32 ? 1 : 2 }

    /// `phone` is in partition 5, so with the first; `tablet` in 59, so with the second.
    static let first = "phone"
    static let second = "tablet"
}
