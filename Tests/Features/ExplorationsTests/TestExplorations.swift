import DeviceHost
import LifecycleKernel
import Metrics
import TestKit
import WireFormat

@testable import Explorations

/// A host, and a service of explorations whose clock is moved by hand.
struct TestExplorations: Sendable {
    let registry: DeviceRegistry
    let service: ExplorationService
    let clock = HandMovedClock()

    /// Makes them; nothing runs yet.
    init(
        metrics: any MetricsFactory = NOOPMetricsHandler.instance,
        _ change: (inout ExplorationLimits) -> Void = { _ in }
    ) {
        var limits = ExplorationLimits()
        limits.running = 1
        limits.threads = 2
        change(&limits)
        registry = DeviceRegistry(wall: clock)
        service = ExplorationService(registry, limits: limits, wall: clock, metricsFactory: metrics)
    }

    /// Runs the service while the body runs.
    func run(_ body: @escaping @Sendable () async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [service] in try await service.run() }
            defer { group.cancelAll() }
            try await body()
        }
    }

    /// A search of the diary without interruptions, which closes after a few hundred abstract states.
    static let search: Value = ["explore": "diary", "apps": [diary], "limits": ["interruptions": 0]]

    /// An app that saves only when it is terminated.
    static let diary: Value = [
        "bundleID": "com.example.diary", "lifecycle": "scenes",
        "behavior": ["applicationWillTerminate(_:)": [["action": "save", "takesSeconds": 0.5]]],
    ]

    /// An app whose background tasks grow with every memory warning: a search goes on until it is stopped.
    static let gallery: Value = [
        "bundleID": "com.example.gallery", "lifecycle": "scenes",
        "behavior": [
            "sceneDidEnterBackground(_:)": [["action": "beginBackgroundTask", "name": "upload"]],
            "applicationDidReceiveMemoryWarning(_:)": [["action": "beginBackgroundTask", "name": "purge"]],
        ],
    ]

    /// Begins an exploration of a file.
    @discardableResult
    func begin(_ id: String, _ file: Value = search, _ more: [Value.Member] = []) async throws -> Value {
        try await begin([.init("id", .string(id)), .init("file", file)] + more)
    }

    /// Begins an exploration that goes on until it is stopped.
    @discardableResult
    func beginEndless(_ id: String) async throws -> Value {
        let file: Value = [
            "explore": "endless", "apps": [Self.gallery], "limits": ["interruptions": 0, "transitions": 2_000_000],
        ]
        return try await begin(id, file)
    }

    func begin(_ fields: [Value.Member]) async throws -> Value {
        try await value(service.begin(NewExploration(.object(fields))))
    }

    /// What the interface shows of an exploration; null when it is not known.
    func shown(_ id: String) async -> Value {
        guard let document = try? await service.exploration(id) else { return .null }
        return value(document)
    }

    func status(_ id: String) async -> String { await shown(id)["status"]?.text ?? "unknown" }

    func statuses(_ ids: [String]) async -> [String] {
        var statuses: [String] = []
        for id in ids { statuses.append(await status(id)) }
        return statuses
    }

    /// Waits until an exploration has ended.
    func ended(_ id: String) async -> Value {
        await until { !["queued", "running"].contains(await status(id)) }
        return await shown(id)
    }

    func value(_ object: some FieldWritable) -> Value { (try? JSONText.parse(JSONText.write(object))) ?? .null }
}
