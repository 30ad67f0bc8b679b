import LifecycleKernel
import WireFormat

@testable import Scenarios

/// Carries a scenario out, and gathers after each step what the dashboard would tell people of the device.
actor ObservedTarget: ScenarioTarget {
    /// The target that carries it out.
    let target = InProcessTarget()
    /// The reasons for the states of the apps.
    private(set) var reasons: Set<Sentence> = []
    /// The advice on findings.
    private(set) var advice: Set<Sentence> = []

    private var apps: Set<BundleID> = []
    /// The target by its protocol, so that what has a default there is asked of the target itself.
    private var every: any ScenarioTarget { target }

    func createDevice(_ settings: Value) async throws { try await observing { try await $0.createDevice(settings) } }

    func install(_ app: Value) async throws {
        if let bundleID = app["bundleID"]?.text { apps.insert(BundleID(bundleID)) }
        try await observing { try await $0.install(app) }
    }

    func send(_ events: [Value]) async throws { try await observing { try await $0.send(events) } }

    func act(_ actions: [Value], as bundleID: BundleID) async throws {
        try await observing { try await $0.act(actions, as: bundleID) }
    }

    func advance(by length: Milliseconds) async throws { try await observing { try await $0.advance(by: length) } }

    func advance(before length: Milliseconds) async throws {
        try await observing { try await $0.advance(before: length) }
    }

    func advance(until condition: Value, within limit: Milliseconds) async throws -> Bool {
        try await observing { try await $0.advance(until: condition, within: limit) }
    }

    func advance(toCallbackWithin limit: Milliseconds) async throws -> Bool {
        try await observing { try await $0.advance(toCallbackWithin: limit) }
    }

    func complete(_ callback: SequenceNumber, of bundleID: BundleID, with completion: Value) async throws {
        try await observing { try await $0.complete(callback, of: bundleID, with: completion) }
    }

    func records(after sequence: SequenceNumber) async -> [Value] { await target.records(after: sequence) }

    func observe(_ apps: Set<BundleID>) async throws -> ObservedDevice { try await target.observe(apps) }

    func app(_ bundleID: BundleID) async throws -> Value { try await target.app(bundleID) }

    func processes() async throws -> [Value] { try await target.processes() }

    func pendingCallbacks(of bundleID: BundleID) async throws -> [Value] {
        try await target.pendingCallbacks(of: bundleID)
    }

    func vocabulary(_ framework: String, after sequence: SequenceNumber) async throws -> [String]? {
        try await every.vocabulary(framework, after: sequence)
    }

    func reports(of bundleID: BundleID, after sequence: SequenceNumber) async throws -> [Value]? {
        try await every.reports(of: bundleID, after: sequence)
    }

    func metricKit(of bundleID: BundleID) async throws -> Value? { try await every.metricKit(of: bundleID) }

    /// Carries out a step, and looks at the device then.
    private func observing<Result: Sendable>(
        _ step: @Sendable (InProcessTarget) async throws -> Result
    ) async throws -> Result {
        let result = try await step(target)
        if let device = await target.current { observe(device) }
        return result
    }

    private func observe(_ device: Device) {
        for app in apps {
            reasons.formUnion(device.explain(app, within: AdvanceLimits(deadlines: 1))?.because ?? [])
            guard let audit = device.audit(of: app) else { continue }
            for finding in audit.findings { advice.insert(audit.advice(on: finding)) }
        }
    }
}
