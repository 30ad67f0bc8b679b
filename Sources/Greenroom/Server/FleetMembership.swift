import APNs
import Crypto
import DeviceHost
import Fleet
import FleetServer
import Foundation
import HTTPAPI
import LifecycleKernel
import Logging
import Metrics
import ServiceLifecycle
import Webhooks

/// What a server has that shares its devices with others.
struct FleetMembership: Sendable {
    /// What is known of the fleet.
    let view: FleetView
    /// The other servers.
    let peers: FleetPeers
    /// Keeps the membership.
    let driver: FleetDriver
    /// The stream of the devices of all servers.
    let timeline: FleetTimeline?
    /// Takes the port on which the server listens.
    let listening: AsyncStream<Int>.Continuation
    /// Yields when a webhook or a key of a push provider may have changed at another server.
    let itemChanges: AsyncStream<Void>
    private let ports: AsyncStream<Int>
    private let outdated: AsyncStream<Void>
    private let wall: any WallClock
    private let logger: Logger

    /// Makes the parts; nil for a server that has its devices alone.
    init?(
        _ configuration: ServerConfiguration,
        _ store: (any FleetStore)?,
        _ tenure: Tenure?,
        _ registry: DeviceRegistry,
        _ wall: any WallClock,
        metrics: any MetricsFactory,
        logger: Logger
    ) {
        guard let store, let tenure else { return nil }
        self.wall = wall
        self.logger = logger
        timeline = registry.fleetJournal.map { FleetTimeline(registry: registry, journal: $0) }
        view = FleetView(wall: wall)
        let (itemChanges, changing) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.itemChanges = itemChanges
        driver = FleetDriver(
            store: store,
            host: HostedDevices(registry: registry, logger: logger),
            tenure: tenure,
            view: view,
            member: configuration.newMember,
            wall: wall,
            metrics: FleetMetrics(factory: metrics),
            logger: logger,
            whenItemsChange: { changing.yield() }
        )
        (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let (outdated, notOwned) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        self.outdated = outdated
        peers = FleetPeers(
            view,
            name: configuration.fleetName,
            hold: configuration.hold,
            longestSilence: configuration.streamHeartbeat * ServerConfiguration.heartbeatsMissed
        ) { notOwned.yield() }
    }

    /// The service that keeps the membership.
    var keeping: FleetService { FleetService(driver: driver, peers: peers, ports: ports) }

    /// The service that reads anew who owns what, each time another server has said that this one does not know.
    var ownershipReading: OwnershipReading { OwnershipReading(driver: driver, outdated: outdated) }

    /// What this server promises the others for the stream of all devices.
    private var localMark: LocalMark? { timeline.map { LocalMark(view: view, journal: $0.journal) } }

    /// The mark of this server, for others that ask for it.
    var mark: @Sendable () -> Mark? {
        let source = localMark
        return { source?.current }
    }

    /// The service that reads what all servers write.
    func streaming(_ configuration: ServerConfiguration) -> FleetTimelineService? {
        guard let timeline, let localMark else { return nil }
        return FleetTimelineService(
            timeline: timeline,
            sources: [localMark, AskedMarks(peers: peers), RenewedMarks(view: view)],
            partitionCount: { [view] in view.snapshot.marks.count },
            wall: wall,
            heartbeat: configuration.streamHeartbeat,
            logger: logger
        )
    }

    /// The service that hands everything over when the shutdown begins.
    func handover(_ configuration: ServerConfiguration) -> HandoverService {
        HandoverService(
            driver: driver,
            wall: wall,
            drain: configuration.drain,
            limit: configuration.shutdownTimeout / 2
        )
    }
}

/// Reads anew which server owns what, when this server has taken another for the owner of something that it does not own.
struct OwnershipReading: Service {
    let driver: FleetDriver
    let outdated: AsyncStream<Void>

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in outdated { await driver.readAgain() }
        }
    }
}

extension FleetMembership {
    /// Waits until some server answers for a device.
    ///
    /// - Returns: Whether it is this one.
    fileprivate func isHost(of id: DeviceID) async -> Bool {
        while !Task.isCancelled {
            let version = view.changes.count
            switch view.verdict(for: peers.partition(of: id)) {
            case .answer: return true
            case .forward: return false
            case .wait, .unavailable: await view.changes.wait(after: version)
            }
        }
        return false
    }
}

extension FleetMembership? {
    /// Creates a device that a server starts with, unless another server answers for it: that one creates it, if it starts with it
    /// as well.
    ///
    /// - Throws: What the creation throws.
    func create(_ id: DeviceID, _ creation: () async throws(HostError) -> Void) async throws(HostError) {
        guard let self else { return try await creation() }
        while await self.isHost(of: id) {
            do throws(HostError) {
                return try await creation()
            } catch .notOwner {
                continue
            }
        }
    }
}

extension ServerConfiguration {
    /// What people call this server among others.
    var fleetName: String { self.serverName ?? FleetAddress.name(ofHost: ProcessInfo.processInfo.hostName) }

    /// What this server says of itself when it joins.
    fileprivate var newMember: NewMember {
        NewMember(
            name: fleetName,
            address: self.advertise,
            port: self.port,
            version: ServiceVersion.current.service,
            kernel: KernelVersion.current,
            lease: self.lease,
            tokenDigest: token.map { Array(SHA256.hash(data: Array($0.utf8))) }
        )
    }
}

/// Takes over the webhooks and the keys of push providers that another server of the fleet has registered, changed or removed.
struct ItemReloading: Service {
    let webhooks: WebhookService
    let keys: ProviderKeys
    /// Yields when something may have changed.
    let changes: AsyncStream<Void>
    let logger: Logger

    /// How long until it is tried again when the journal cannot be read.
    private static let retryInterval = Duration.seconds(1)

    func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in changes {
                while !Task.isCancelled, await !reload() { try? await Task.sleep(for: Self.retryInterval) }
            }
        }
    }

    /// - Returns: Whether the journal could be read.
    private func reload() async -> Bool {
        do {
            try await webhooks.reload()
            try await keys.reload()
            return true
        } catch {
            logger.debug("what other servers have registered cannot be read", metadata: ["why": "\(error)"])
            return false
        }
    }
}
