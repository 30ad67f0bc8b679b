import DeviceHost
import ServiceLifecycle

/// Keeps the membership of this server in its fleet until everything that answers requests has stopped.
package struct FleetService: Service {
    private let driver: FleetDriver
    private let peers: FleetPeers
    private let ports: AsyncStream<Int>

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - driver: What keeps the membership.
    ///   - peers: The other servers, which are not asked any more afterwards.
    ///   - ports: Yields the port on which the server listens: nobody is to be sent to it before.
    package init(driver: FleetDriver, peers: FleetPeers, ports: AsyncStream<Int>) {
        self.driver = driver
        self.peers = peers
        self.ports = ports
    }

    /// Keeps the membership until the shutdown reaches this service.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            guard let port = await ports.first(where: { _ in true }) else { return }
            await driver.run(listeningOn: port)
        }
        await peers.close()
    }
}

/// Hands everything over when the shutdown begins, while the listeners still forward what comes.
///
/// Must be behind the listeners in its group, so that they stop when it has ended.
package struct HandoverService: Service {
    private let driver: FleetDriver
    private let wall: any WallClock
    private let drain: Duration
    private let limit: Duration

    /// Makes the service.
    ///
    /// - Parameters:
    ///   - driver: What keeps the membership.
    ///   - wall: Real time.
    ///   - drain: How long the listeners stay open at least, so that balancers notice.
    ///   - limit: How long handing over may take. What is left then is taken from the server without its devices being
    ///     brought up to date.
    package init(driver: FleetDriver, wall: any WallClock, drain: Duration, limit: Duration) {
        self.driver = driver
        self.wall = wall
        self.drain = drain
        self.limit = limit
    }

    /// Waits for the shutdown, then hands over.
    package func run() async throws {
        try await gracefulShutdown()
        let start = wall.now
        await withDiscardingTaskGroup { group in
            group.addTask { [wall, limit] in
                guard (try? await wall.sleep(until: start + limit)) != nil else { return }
                await driver.leaveAtOnce()
            }
            await driver.leave()
            group.cancelAll()
        }
        try? await wall.sleep(until: start + drain)
    }
}
