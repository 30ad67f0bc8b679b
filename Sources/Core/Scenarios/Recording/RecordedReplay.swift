import LifecycleKernel
import WireFormat

/// Replays the recorded inputs, to separate what each input caused at once from what was due at the same instant and was
/// caused by the next tick: records alone do not always show it.
struct RecordedReplay {
    /// The device; nil once it differs from the records, which another version of the kernel may have written.
    private var device: Device?

    /// The members of a device that the kernel knows.
    private static let settingNames = ["model", "rules", "memoryBytes", "passcode", "seed"]
    /// How much one input may cause.
    private static let limits = AdvanceLimits.standard

    /// Makes a device as it was when it was created.
    init(of settings: Value, at start: Instant) {
        guard case .object(let members) = settings else { return }
        let kept = Value.object(members.filter { Self.settingNames.contains($0.name) })
        device = (try? DeviceSettings(kept, at: "")).map { Device($0, at: start) }
    }

    /// What an input did.
    struct Effect {
        /// How many records it wrote after its own.
        var written: Int
        /// Why it stopped, if it was an advance.
        var stop: AdvanceStop
        var stoppedAt: Instant
    }

    /// Applies the next input.
    ///
    /// - Parameter record: The record of the input.
    /// - Returns: What it did; nil once the device differs from the records.
    mutating func apply(_ record: Value) -> Effect? {
        guard let record = try? Record(record, at: ""), case .input(let input) = record.body,
            device?.settle(before: record.time, within: Self.limits) == .reached, device?.now == record.time,
            device?.lastSequence.next == record.sequence,
            let stop = try? device?.apply(input, at: record.time, within: Self.limits), let last = device?.lastSequence
        else {
            device = nil
            return nil
        }
        _ = device?.takeRecords()
        return Effect(
            written: last.count(after: record.sequence),
            stop: stop,
            stoppedAt: device?.now ?? record.time
        )
    }
}

/// A step of a recording, and what it caused.
struct RecordedStep {
    /// The input, in the form of a step of a scenario.
    var operation: Value.Member
    /// The records that followed from it, oldest first.
    var caused: [Value]
    var sequence: SequenceNumber

    /// The sequence of the last record that belongs to the step.
    var lastSequence: SequenceNumber { caused.last?.sequence ?? sequence }

    /// The step as a scenario has it.
    func document(checks: [Value.Member]) -> Value { .object([operation] + checks) }

    /// The checks of a scenario that expects what was recorded.
    func checks(withFindings: Bool) -> [Value.Member] {
        var checks = [Value.Member("callbacks", callbacks)]
        if !states.isEmpty { checks.append(.init("states", .object(states))) }
        if !exits.isEmpty { checks.append(.init("exit", .object(exits))) }
        if withFindings, !findings.isEmpty { checks.append(.init("records", .array(findings))) }
        return checks
    }

    /// The names of the callbacks: a list of one app's, or a map when several apps took part.
    private var callbacks: Value {
        let names = byApp("callback") { $0["name"] ?? .null }
        guard names.apps.count > 1 else { return .array(names.apps.first?.values ?? []) }
        return .object(names.members)
    }

    /// The state that each app reached. The process of an extension is none of the app's.
    private var states: [Value.Member] {
        byApp("process", where: { $0["extension"] == nil }, Self.appState(after:)).apps.map {
            .init($0.bundleID, $0.values.last ?? .null)
        }
    }

    /// The state of the app after its process has changed: one that has ended, or is only prepared, does not run.
    private static func appState(after change: Value) -> Value {
        let isRunning = change["to"] != "terminated" && change["why"] != "prewarmed"
        return isRunning ? change["to"] ?? .null : "notRunning"
    }

    /// How processes ended, and how many unsaved changes were lost.
    private var exits: [Value.Member] {
        byApp("exit") { exit in
            ["reason": exit["reason"] ?? .null, "unsavedChanges": exit["unsavedChanges"] ?? .null]
        }
        .apps.map { .init($0.bundleID, $0.values.last ?? .null) }
    }

    /// The findings about apps, in order.
    private var findings: [Value] {
        caused.filter { $0["kind"] == "finding" }.map { RecordedFaults.pattern(of: $0, by: "code") }
    }

    /// Something of each record of a kind, by app, apps in the order in which they are first seen.
    private func byApp(
        _ kind: Value,
        where isMeant: (Value) -> Bool = { _ in true },
        _ part: (Value) -> Value
    ) -> ValuesByApp {
        var values = ValuesByApp()
        for record in caused where record["kind"] == kind && isMeant(record) {
            guard let bundleID = record["bundleID"]?.text else { continue }
            values.append(part(record), of: bundleID)
        }
        return values
    }
}

/// The clock of a recorded device, which decides whether a deadline at the end of a time belongs to that time.
struct RecordedClock {
    /// Whether nothing but inputs moved it.
    private var isManual: Bool

    /// Makes a clock.
    ///
    /// - Parameter settings: The clock of the device; nil for a manual one.
    init(_ settings: Value?) {
        isManual = true
        change(by: settings)
    }

    /// Applies a change of the clock; nil changes nothing.
    mutating func change(by change: Value?) {
        if let mode = change?["mode"] { isManual = mode == "manual" }
    }

    /// Whether deadlines at the end of a time were handled within it.
    ///
    /// An advance includes its end. A clock that runs by itself handles deadlines before the instant of an input first, and
    /// those at the instant after the input.
    ///
    /// - Parameters:
    ///   - advance: The advance that the time began with, if it was one.
    ///   - began: When it began.
    ///   - ended: When it ended.
    ///   - records: What was written in it.
    func isEndIncluded(_ advance: Value?, from began: Instant, to ended: Instant, _ records: [Value]) -> Bool {
        guard let advance else { return false }
        if records.contains(where: { $0.time == ended }) { return true }
        if advance["before"] == true { return false }
        if let length = advance["seconds"]?.asMilliseconds { return began + length >= ended }
        if let target = advance["to"]?.instant { return target >= ended }
        // It ended by itself, at the last deadline or at its limit.
        if let limit = advance["limitSeconds"]?.asMilliseconds, began + limit <= ended { return began + limit == ended }
        return isManual
    }
}
