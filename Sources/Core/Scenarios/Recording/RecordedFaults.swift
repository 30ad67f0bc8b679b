import LifecycleKernel
import WireFormat

/// The faults in the records of a device.
struct RecordedFaults {
    /// What must not happen again, as patterns of records: each finding that is an error or a warning, and each end of
    /// a process that is the app's own fault.
    private(set) var patterns: [Value] = []
    /// The first record that is evidence of any of them: what is recorded from there on may be a consequence.
    private(set) var firstEvidence = SequenceNumber.max

    private static let severities: [Value] = [
        .string(Finding.Severity.error.rawValue), .string(Finding.Severity.warning.rawValue),
    ]

    /// Looks for faults in the records after a sequence.
    init(in records: [Value], after sequence: SequenceNumber) {
        for record in records where record.sequence ?? 0 > sequence {
            switch record["kind"] {
            case "finding"? where Self.severities.contains(record["severity"] ?? .null):
                add(Self.pattern(of: record, by: "code"), record, signs: record["evidence"]?.elements ?? [])
            case "exit"? where record.isOwnFault && !records.ends(by: record["cause"]):
                add(Self.pattern(of: record, by: "reason"), record, signs: [])
            default: break
            }
        }
    }

    private mutating func add(_ pattern: Value, _ record: Value, signs: [Value]) {
        if !patterns.contains(pattern) { patterns.append(pattern) }
        let sequences = (signs + [record["sequence"] ?? .null]).compactMap(\.asSequence)
        firstEvidence = min(firstEvidence, sequences.min() ?? firstEvidence)
    }

    /// A pattern of the kind, the app and one more field of a record.
    static func pattern(of record: Value, by field: String) -> Value {
        .object(["kind", "bundleID", field].compactMap { name in record[name].map { .init(name, $0) } })
    }

    /// What the scenario is about, as a sentence that follows another.
    var sentence: String {
        " What was found wrong must not come again: \(patterns.map(Self.name).joined(separator: ", "))."
    }

    /// That none of the faults comes in any step, as properties of the scenario.
    var properties: [Value] {
        patterns.prefix(ScenarioLimits.properties).map { ["name": .string(Self.name(of: $0)), "never": $0] }
    }

    private static func name(of pattern: Value) -> String {
        "\((pattern["code"] ?? pattern["reason"])?.text ?? "") of \(pattern["bundleID"]?.text ?? "")"
    }
}

extension Value {
    /// Whether this record of an exit says that the process ended by its own fault.
    fileprivate var isOwnFault: Bool {
        self["reason"]?.text.flatMap(TerminationReason.init(rawValue:))?.isOwnFault ?? false
    }
}

extension [Value] {
    /// Whether the record of this sequence is an input that says that a process ends: it would end again, whatever the
    /// app does.
    fileprivate func ends(by sequence: Value?) -> Bool {
        guard let input = first(where: { $0["sequence"] == sequence }), input["kind"] == "input" else { return false }
        let type = input["event"]?["type"]
        return type == "app.crash" || type == "app.terminate" || input["action"]?["action"] == "crash"
    }
}

extension TerminationReason {
    /// Whether the reason is always a fault of the app.
    fileprivate var isOwnFault: Bool {
        switch self {
        case .memoryResourceLimit, .appWatchdog, .backgroundTaskAssertionTimeout, .backgroundFetchTimeout,
            .backgroundURLSessionTimeout, .suspendedWithLockedFile, .cpuResourceLimit, .voipNotReported,
            .tooManyBackgroundTasks, .abnormal, .badAccess, .busError, .illegalInstruction, .breakpoint,
            .backgroundRendering:
            true
        case .normal, .userForceQuit, .memoryPressure, .thermal, .longIdleExit, .diskSpace, .permissionChanged,
            .languageChanged, .system, .simulatorHost, .exitsOnSuspend, .appUpdate, .appRemoved, .reboot, .shutdown,
            .osUpgrade:
            false
        }
    }
}
