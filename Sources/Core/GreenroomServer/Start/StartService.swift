import DeviceHost
import HTTPAPI
import Logging
import ServiceLifecycle
import Synchronization

/// Makes the server ready: recovers the devices from the store and what features keep there, creates those of `--demo` and `--seed`, and waits
/// until the listeners accept. Only then `/readyz` turns green.
struct StartService: Service {
    let registry: DeviceRegistry
    let pushes: PushHistory
    let features: [any ServerFeature]
    let readiness: ReadinessFlag
    let demo: Bool
    let seed: SeedFolder?
    /// Yields the address of each listener when it accepts.
    let addresses: AsyncStream<ListeningAddress>
    /// The listeners that there are.
    let listeners: [Listener]
    /// Called when the server is ready, with its addresses.
    let whenReady: @Sendable (ServerAddresses) -> Void
    let logger: Logger

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            guard try await recover() else { return }
            if demo { try await DemoDevice.create(in: registry) }
            try await seed?.createDevices(in: registry, logger: logger)
            for feature in features { try await feature.createDevices(in: registry) }
            var known = ServerAddresses(of: listeners)
            for await address in addresses {
                known.add(address)
                guard known.areAll else { continue }
                readiness.becomeReady()
                whenReady(known)
            }
        }
    }

    /// How long it waits before it asks again for a database that is away.
    private static let pause = Duration.seconds(1)

    /// Recovers the devices from the store. Waits for a database that is away.
    ///
    /// - Returns: Whether all of them were recovered; false when the shutdown began meanwhile.
    private func recover() async throws -> Bool {
        let start = ContinuousClock.now
        var report: RecoveryReport?
        var kept = features[...]
        while report == nil || !kept.isEmpty {
            do {
                if report == nil {
                    let recovered = try await registry.recover(logger: logger)
                    try await pushes.restore()
                    report = recovered
                }
                while let feature = kept.first {
                    try await feature.restore()
                    kept.removeFirst()
                }
            } catch is CancellationError {
                return false
            } catch let error as any UnusableStore {
                throw error
            } catch {
                guard registry.notesAway(error) else { throw RecoveryError(reason: "\(error)") }
                guard (try? await Task.sleep(for: Self.pause)) != nil else { return false }
            }
        }
        guard let report else { return false }
        guard report.recovered + report.setAside.count > 0 else { return true }
        logger.notice(
            "devices have been recovered",
            metadata: [
                "recovered": .stringConvertible(report.recovered),
                "setAside": .stringConvertible(report.setAside.count),
                "seconds": .stringConvertible((ContinuousClock.now - start) / .seconds(1)),
            ]
        )
        return true
    }
}

/// The store was opened, but its devices cannot be read.
package struct RecoveryError: Error, Hashable {
    /// What the store says.
    package let reason: String
}

/// Whether the server can be used, as `/readyz` reports it.
final class ReadinessFlag: Sendable {
    private let state = Mutex(Readiness.starting)
    private let hasStopped = Atomic(false)

    /// Whether the server is stopping.
    var isStopping: Bool { hasStopped.load(ordering: .acquiring) }

    /// The present readiness of a server with these devices.
    func current(of registry: DeviceRegistry) -> Readiness {
        let readiness = state.withLock { $0 }
        guard readiness == .ready else { return readiness }
        return registry.storeFailure != nil ? .readOnly : .ready
    }

    /// Marks the server as ready, unless it is stopping.
    func becomeReady() {
        state.withLock { if $0 == .starting { $0 = .ready } }
    }

    /// Marks the server as stopping.
    func beginStopping() {
        state.withLock { $0 = .stopping }
        hasStopped.store(true, ordering: .releasing)
    }
}

/// Lets requests come for a while after readiness has turned red: a balancer needs some time to see that.
struct ShutdownDelay: Service {
    let length: Duration

    func run() async throws {
        try await gracefulShutdown()
        try await Task.sleep(for: length)
    }
}

/// Turns readiness red when the shutdown begins. The last service of its group, so that this happens before anything
/// else stops.
struct ReadinessService: Service {
    let flag: ReadinessFlag

    func run() async throws {
        try await gracefulShutdown()
        flag.beginStopping()
    }
}
