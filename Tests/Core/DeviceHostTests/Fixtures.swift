import LifecycleKernel
import ServiceLifecycle
import ServiceLifecycleTestKit
import TestKit
import Testing

@testable import DeviceHost

/// An app that answers nothing itself and has no scenes.
let notes = AppManifest(bundleID: "com.example.notes", lifecycle: .appDelegate)
/// An app whose callbacks the test answers.
let attached = AppManifest(bundleID: "com.example.attached", lifecycle: .appDelegate, driver: .attached)

let launchNotes = Input.event(.app("com.example.notes", .launch(arguments: [])))
let pressHome = Input.event(.device(.home))

func id(_ text: String) throws -> DeviceID { try #require(DeviceID(text)) }

/// A host on a clock that the test moves, with one shard by default.
func host(_ clock: HandMovedClock = HandMovedClock(), _ change: (inout HostLimits) -> Void = { _ in }) -> DeviceRegistry
{
    var limits = HostLimits()
    limits.shards = 1
    change(&limits)
    return DeviceRegistry(limits: limits, wall: clock)
}

extension NewDevice {
    /// A device with the notes app whose clock only advances move.
    static func manual(_ id: String? = nil, apps: [AppManifest] = [notes]) -> NewDevice {
        NewDevice(
            id: id.flatMap { DeviceID($0) },
            settings: DeviceSettings(clock: ClockSettings(mode: .manual)),
            apps: apps
        )
    }

    /// A device with the notes app that runs in real time.
    static func realtime(_ id: String? = nil, rate: Double? = nil) -> NewDevice {
        let clock = rate.map { ClockSettings(mode: .scaled, rate: $0) } ?? ClockSettings(mode: .realtime)
        return NewDevice(
            id: id.flatMap { DeviceID($0) },
            settings: DeviceSettings(clock: clock),
            startsAt: .manualStart,
            apps: [notes]
        )
    }
}

extension HandMovedClock {
    /// Moves the clock and ticks, as the ticker would.
    func advance(by length: Duration, ticking registry: DeviceRegistry) async {
        advance(by: length)
        await registry.tick(at: now)
    }
}

/// Why a request is refused; nil when it is not.
func refusal<Answer>(_ request: () async throws -> Answer) async throws -> HostError? {
    do {
        _ = try await request()
        return nil
    } catch let error as HostError {
        return error
    }
}

/// Runs a service as long as the body takes, then shuts it down gracefully.
func runUntilShutdown(_ service: some Service, _ body: @escaping @Sendable () async throws -> Void) async throws {
    try await testGracefulShutdown { trigger in
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await service.run() }
            try await body()
            trigger.triggerGracefulShutdown()
            try await group.waitForAll()
        }
    }
}

extension IdempotencyStore {
    /// An empty store.
    convenience init(limits: HostLimits = HostLimits(), wall: HandMovedClock = HandMovedClock()) {
        self.init(limits: limits, wall: wall, waiterCount: WaiterCount(limit: limits.waiters))
    }

    /// Claims a key that is free.
    func first(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        in scope: IdempotencyScope
    ) async throws -> AnswerClaim {
        guard case .first(let claim) = try await claim(key, fingerprint, in: scope) else { throw NotFree(key: key) }
        return claim
    }

    /// Keeps an answer that depends on no change.
    func complete(_ claim: AnswerClaim, with answer: StoredAnswer) {
        give(answer, to: claim)
        complete(claim)
    }
}

/// Thrown when a key is not free.
struct NotFree: Error {
    var key: String
}

extension DeviceRegistry {
    /// Carries a request out as the interface does, with an answer that is kept as it is.
    func once(
        _ key: String,
        _ fingerprint: RequestFingerprint,
        in scope: IdempotencyScope,
        _ request: () async throws -> StoredAnswer
    ) async throws -> StoredAnswer {
        try await once(key, fingerprint, in: scope) { _ in Held(try await request()) }
    }
}
