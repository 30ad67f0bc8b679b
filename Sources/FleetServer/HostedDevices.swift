import DeviceHost
import Fleet
import Logging

/// The devices of a registry, for the driver of a fleet's member.
package struct HostedDevices: FleetHost {
    private let registry: DeviceRegistry
    private let logger: Logger

    /// Makes them.
    package init(registry: DeviceRegistry, logger: Logger) {
        self.registry = registry
        self.logger = logger
    }

    /// How many devices are in memory.
    package var deviceCount: Int { registry.deviceCount }

    /// Every step of this server at or below it is durable, or never will be.
    package var mark: Int64 { registry.fleetJournal?.mark ?? 0 }

    /// Reads the devices of a partition into memory.
    package func load(_ claim: Claim) async throws -> Int { try await registry.load(claim, logger: logger) }

    /// Makes everything durable, hands the partition over, and forgets its devices.
    package func release(_ claim: Claim, offered: Int64?) async throws {
        try await registry.release(claim, offered: offered)
    }

    /// Looks whether the database still has what it has acknowledged.
    package func checkAcknowledged() async throws {
        do {
            try await registry.fleetJournal?.checkAcknowledged()
        } catch is JournalWriteError {
            // This server has lost its place, and forgets everything.
        }
    }

    /// Forgets the devices of partitions.
    package func drop(_ partitions: Set<Partition>) async { await registry.drop(partitions) }
}
