import LifecycleKernel
import WireFormat

/// The result of a scenario, step by step.
public struct ScenarioResult: Hashable, Sendable {
    /// The scenario's name.
    public var scenario: String
    /// What was wrong before the first step: the device or an app was refused.
    public var setup: [CheckFailure] = []
    /// Why the device or an app was refused; its field is a path in the scenario, such as `apps[0].infoPlist`.
    public var refusal: Rejection?
    public var steps: [StepResult] = []
    /// The records that there were before the first step, where the run kept records.
    public var setupRecords: [Value] = []

    /// Makes a result without steps.
    public init(scenario: String) {
        self.scenario = scenario
    }

    /// Whether everything was as expected.
    public var passed: Bool { setup.isEmpty && steps.allSatisfy(\.passed) }
}

public struct StepResult: Hashable, Sendable {
    /// The step's index in the scenario, from 0.
    public var index: Int
    /// What it does, in a few words.
    public var does: String
    /// Whether it was not carried out, because something before it failed.
    public var isSkipped: Bool
    public var failures: [CheckFailure]
    /// The records that it caused, where the run kept records.
    public var records: [Value] = []
    /// The time of the device since the scenario began, when the step began, where the run kept records.
    public var elapsed: Milliseconds = 0

    public init(index: Int, does: String, isSkipped: Bool = false, failures: [CheckFailure] = []) {
        self.index = index
        self.does = does
        self.isSkipped = isSkipped
        self.failures = failures
    }

    /// Whether it was carried out and everything was as expected.
    public var passed: Bool { !isSkipped && failures.isEmpty }
}

/// A check that did not hold.
public struct CheckFailure: Hashable, Sendable {
    /// The check, such as `callbacks` or `records[1]`.
    public var check: String
    public var expected: Value
    public var seen: Value

    public init(_ check: String, expected: Value, seen: Value) {
        self.check = check
        self.expected = expected
        self.seen = seen
    }
}

// MARK: The verdict document

extension ScenarioResult: FieldWritable {
    /// Puts the fields of the verdict document.
    package func write(to sink: inout some FieldSink) {
        sink.put("scenario", scenario)
        sink.put("passed", passed)
        if !setup.isEmpty { sink.put("setup", list: setup) }
        sink.put("steps", list: steps)
    }
}

extension StepResult: FieldWritable {
    /// Puts the fields of the verdict document.
    package func write(to sink: inout some FieldSink) {
        sink.put("index", Int64(index))
        sink.put("does", does)
        sink.put("passed", passed)
        sink.put("skipped", isSkipped)
        sink.put("failures", list: failures)
    }
}

extension CheckFailure: FieldWritable {
    /// Puts the fields of the verdict document.
    package func write(to sink: inout some FieldSink) {
        sink.put("check", check)
        sink.put("expected", value: expected)
        sink.put("seen", value: seen)
    }
}

// MARK: What a step does

extension ScenarioStep.Operation {
    /// What it does, in a few words.
    var summary: String {
        switch self {
        case .send(let events): "send " + events.map(Self.eventSummary).joined(separator: ", ")
        case .act(let runs): "act " + runs.map(Self.actionSummary).joined(separator: ", ")
        case .advance(let length): "advance \(length.secondsText) s"
        case .advanceBefore(let length): "advance \(length.secondsText) s, without what is due then"
        case .advanceUntil: "advance until a condition is met"
        case .advanceToCallback(let length): "advance to a callback, \(length.secondsText) s at most"
        case .complete(let handler): "complete \(handler.callback) of \(handler.bundleID)"
        case .install(let app): "install \(app["bundleID"]?.text ?? "an app")"
        case .check: "check"
        }
    }

    private static func eventSummary(_ event: Value) -> String {
        let app = event["bundleID"]?.text.map { " \($0)" } ?? ""
        return (event["type"]?.text ?? "an event") + app
    }

    private static func actionSummary(_ run: ScenarioStep.AppActions) -> String {
        let names = run.actions.map { $0["action"]?.text ?? "an action" }
        return "\(run.bundleID) \(names.joined(separator: ", "))"
    }
}
