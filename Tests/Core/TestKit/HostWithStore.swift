import DeviceHost
import Logging

/// The limits of a host on two shards, changed as a test wants them.
package func limits(_ change: (inout HostLimits) -> Void = { _ in }) -> HostLimits {
    var limits = HostLimits()
    limits.shards = 2
    change(&limits)
    return limits
}

/// Runs a host with a durable store while the body runs. The host is recovered from the store before.
///
/// At the end the host is lost as in a crash, with everything that is not in the store.
///
/// - Parameter maySetAside: Whether devices may be set aside.
/// - Throws: What the body throws; `StoreDamage` if a device is set aside and none may be.
package func withHost<Answer: Sendable>(
    _ store: any StepHistory,
    _ clock: HandMovedClock = HandMovedClock(),
    _ limits: HostLimits = limits(),
    settingAside maySetAside: Bool = false,
    tokens: DeviceTokenIndex? = nil,
    logger: Logger = quietLogger,
    _ body: @Sendable (DeviceRegistry) async throws -> Answer
) async throws -> Answer {
    let registry = DeviceRegistry(limits: limits, wall: clock, store: store, tokens: tokens, logger: logger)
    guard let service = CommitService(registry: registry, logger: logger) else {
        fatalError("the store is not durable")
    }
    return try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await service.run() }
        if registry.isShared { group.addTask { await registry.followLog() } }
        defer { group.cancelAll() }
        let report = try await registry.recover(logger: logger)
        guard maySetAside || report.setAside.isEmpty else { throw StoreDamage("\(report.setAside)") }
        return try await body(registry)
    }
}

extension DeviceRegistry {
    /// Carries out a request once for an idempotency key, with an answer that is kept as it is.
    package func once(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        in scope: IdempotencyScope,
        _ request: (AnswerClaim) async throws -> Held<StoredAnswer>
    ) async throws -> StoredAnswer {
        switch try await once(key, fingerprint, in: scope, keeping: \.self, request) {
        case .first(let answer), .again(let answer): answer
        }
    }
}
