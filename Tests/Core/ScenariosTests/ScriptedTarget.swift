import LifecycleKernel
import Scenarios

/// A target whose answers are written down beforehand: every operation is accepted or refused, and causes the records given.
actor ScriptedTarget: ScenarioTarget {
    private let script: Script
    private(set) var operations: [String] = []
    private var timeline: [Value] = [["sequence": 1, "kind": "input"]]

    /// What the target answers.
    struct Script: Sendable {
        var records: [Value] = []
        var refusal: ScenarioRejection?
        var refusesDevice = false
        var failsToReadRecords = false
        var isConditionMet = true
        var apps: [String: Value] = [:]
        var processes: [Value] = []
        var pending: [Value] = []
        var reports: [String]?
        /// Reports of ends, and the payload of MetricKit, of every app.
        var endings: [Value]?
        var metrics: Value?
    }

    init(_ script: Script) {
        self.script = script
    }

    private func carryOut(_ operation: String) throws {
        operations.append(operation)
        if let refusal = script.refusal { throw refusal }
        for record in script.records {
            guard case .object(let members) = record else { continue }
            let sequence = Value.Member("sequence", .integer(Int64(timeline.count + 1)))
            timeline.append(.object([sequence] + members))
        }
    }

    func createDevice(_ settings: Value) throws {
        operations.append("device \(settings["clock"]?["mode"] == "manual" ? "manual" : "other")")
        if script.refusesDevice { throw ScenarioRejection(code: "unknown-rule", detail: "There is no such rule.") }
    }

    func install(_ app: Value) throws {
        if operations.count == 1 { operations.append("install") } else { try carryOut("install again") }
    }

    func send(_ events: [Value]) throws { try carryOut("send \(events.count)") }
    func act(_ actions: [Value], as bundleID: BundleID) throws { try carryOut("act \(actions.count) \(bundleID)") }
    func advance(by length: Milliseconds) throws { try carryOut("advance \(length)") }
    func advance(before length: Milliseconds) throws { try carryOut("advance before \(length)") }

    func advance(until condition: Value, within limit: Milliseconds) throws -> Bool {
        try carryOut("advance until")
        return script.isConditionMet
    }

    func advance(toCallbackWithin limit: Milliseconds) throws -> Bool {
        try carryOut("advance to a callback within \(limit)")
        return !script.pending.isEmpty
    }

    func complete(_ callback: SequenceNumber, of bundleID: BundleID, with completion: Value) throws {
        try carryOut(
            "complete \(callback) \(bundleID) returning \(completion["returns"] == false ? "false" : "nothing")"
        )
    }

    func records(after sequence: SequenceNumber) throws -> [Value] {
        if script.failsToReadRecords { throw ScenarioRejection(code: "device-set-aside", detail: "It is set aside.") }
        return Array(timeline.dropFirst(sequence.count(after: 0)))
    }

    func observe(_ apps: Set<BundleID>) throws -> ObservedDevice {
        throw ScenarioRejection(code: "not-possible-now", detail: "The script has no device.")
    }

    func app(_ bundleID: BundleID) throws -> Value {
        guard let app = script.apps[bundleID.rawValue] else {
            throw ScenarioRejection(code: "unknown-app", detail: "\(bundleID) is not installed.")
        }
        return app
    }

    func processes() -> [Value] { script.processes }
    func pendingCallbacks(of bundleID: BundleID) -> [Value] { script.pending }
    func reports(of bundleID: BundleID, after sequence: SequenceNumber) -> [Value]? { script.endings }
    func metricKit(of bundleID: BundleID) -> Value? { script.metrics }

    func vocabulary(_ framework: String, after sequence: SequenceNumber) -> [String]? { script.reports }
}
