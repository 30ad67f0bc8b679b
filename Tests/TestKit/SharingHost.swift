import DeviceHost
import Fleet
import Logging

/// One of several servers that share a journal, with what its driver would do.
package struct SharingHost: Sendable {
    /// Its devices.
    package let registry: DeviceRegistry
    /// What it answers for.
    package let tenure: Tenure
    fileprivate let journal: MemoryJournal

    /// Claims partitions, reads their devices, and answers for them.
    ///
    /// - Parameters:
    ///   - lastEnd: When the partitions were owned last, by the journal's clock; nil if that is not known, or they were released.
    ///   - end: The reading from which it answers nothing.
    @discardableResult
    package func take(
        _ partitions: some Collection<Partition>,
        since lastEnd: Int64? = nil,
        until end: WallInstant = WallInstant(nanoseconds: .max)
    ) async throws -> [Claim] {
        let claims = journal.claim(partitions, since: lastEnd)
        for claim in claims { _ = try await registry.load(claim, logger: quietLogger) }
        own(registry.hostedClaims, until: end)
        return claims
    }

    /// Answers for partitions, and no others, up to a reading.
    package func own(_ claims: [Claim], until end: WallInstant = WallInstant(nanoseconds: .max)) {
        tenure.update(owned: claims, until: end)
    }

    /// Hands a partition over.
    package func release(_ claim: Claim, offered: Int64? = nil) async throws {
        own(registry.hostedClaims.filter { $0 != claim })
        try await registry.release(claim, offered: offered)
    }
}

/// Runs servers that share a journal while the body runs. They own nothing at first.
///
/// - Parameter count: How many.
package func withFleet<Answer: Sendable>(
    of count: Int = 2,
    _ journal: MemoryJournal,
    _ clock: HandMovedClock = HandMovedClock(),
    _ limits: HostLimits = limits(),
    tokens: DeviceTokenIndex? = nil,
    _ body: @Sendable ([SharingHost]) async throws -> Answer
) async throws -> Answer {
    let hosts = (0..<count).map { _ in
        let tenure = Tenure()
        let registry = DeviceRegistry(limits: limits, wall: clock, journal: journal, tokens: tokens, tenure: tenure)
        return SharingHost(registry: registry, tenure: tenure, journal: journal)
    }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        for host in hosts {
            guard let service = JournalService(registry: host.registry, logger: quietLogger) else {
                fatalError("no journal")
            }
            group.addTask { try await service.run() }
            _ = try await host.registry.recover(logger: quietLogger)
        }
        defer { group.cancelAll() }
        return try await body(hosts)
    }
}

extension Partition {
    /// All partitions that there are.
    package static var all: [Partition] { (0..<defaultCount).map { Partition($0) } }
}
