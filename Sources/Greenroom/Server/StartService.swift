import DeviceHost
import Logging
import ServiceLifecycle

/// Makes the server ready: recovers the devices of the journal, creates those of `--demo` and `--seed`, and waits
/// until the listener accepts. Only then `/readyz` turns green.
struct StartService: Service {
    let registry: DeviceRegistry
    let readiness: ReadinessFlag
    let demo: Bool
    let seed: SeedFolder?
    /// Yields the address when the listener accepts.
    let addresses: AsyncStream<String>
    /// Called when the server is ready, with its address.
    let whenReady: @Sendable (String) -> Void
    let logger: Logger

    func run() async throws {
        try await cancelWhenGracefulShutdown {
            guard try await recover() else { return }
            if demo { try await DemoDevice.create(in: registry) }
            try await seed?.createDevices(in: registry, logger: logger)
            for await address in addresses {
                readiness.becomeReady()
                whenReady(address)
            }
        }
    }

    /// Recovers the devices of the journal.
    ///
    /// - Returns: Whether all of them were recovered; false when the shutdown began meanwhile.
    private func recover() async throws -> Bool {
        let start = ContinuousClock.now
        let report: RecoveryReport
        do {
            report = try await registry.recover(logger: logger)
        } catch is CancellationError {
            return false
        } catch {
            throw RecoveryError(reason: "\(error)")
        }
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

/// The journal was opened, and its devices cannot be read.
struct RecoveryError: Error, Hashable {
    /// What the journal says.
    let reason: String
}
