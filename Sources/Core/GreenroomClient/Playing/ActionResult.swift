public import LifecycleKernel
import Synchronization
import WireFormat

/// What came of an action of an app's code. It is known at once; of edits, saves, logs and requests, once the handler has returned or
/// has asked for something else.
///
/// A refusal that neither the code nor the test has looked at is thrown when the test deletes its device: `isRefused`, `verdict`,
/// `verdicts` and `throwIfRefused()` look at it.
public final class ActionResult: Sendable {
    private struct State {
        var verdicts: [TimelineRecord] = []
        var taskNumber: Int64?
        var isSeen = false
    }

    /// The action, as it was sent.
    public let action: Value
    /// The function that did it, for people.
    public let function: String
    private let state = Mutex(State())

    init(_ action: Value, by function: String) {
        self.action = action
        self.function = function
    }

    /// What iOS decided about what was asked; nothing where there was nothing to decide.
    public var verdicts: [TimelineRecord] {
        state.withLock { state in
            state.isSeen = true
            return state.verdicts
        }
    }

    /// The last of the verdicts, such as `refused` with the reason in `why`; nil where there was none.
    public var verdict: TimelineRecord? { verdicts.last }

    /// Whether iOS refused what was asked.
    public var isRefused: Bool { verdicts.contains(where: \.isRefusal) }

    /// Returns this if iOS did not refuse what was asked.
    ///
    /// - Throws: `SystemRefusal`.
    @discardableResult public func throwIfRefused() throws(SystemRefusal) -> ActionResult {
        if let refusal = refusal(among: verdicts) { throw refusal }
        return self
    }

    /// The number of the background task that it began.
    var taskNumber: Int64? { state.withLock { $0.taskNumber } }

    /// The refusal that nobody has looked at.
    var unseenRefusal: SystemRefusal? { refusal(among: state.withLock { $0.isSeen ? [] : $0.verdicts }) }

    private func refusal(among verdicts: [TimelineRecord]) -> SystemRefusal? {
        verdicts.first(where: \.isRefusal).map {
            SystemRefusal(verdict: $0, asked: "\(function) did \(action.describedAction)")
        }
    }
}

// MARK: Which verdict is about which action

extension ActionResult {
    /// What iOS decides about for these actions; for others an identifier tells which action a verdict is about.
    private static let subjects = [
        "beginBackgroundTask": "backgroundTask", "endBackgroundTask": "backgroundTask", "registerTask": "taskRequest",
        "submitTaskRequest": "taskRequest", "cancelTaskRequest": "taskRequest", "completeTask": "taskRequest",
        "reportProgress": "taskRequest", "completeFetch": "completionHandler",
        "completeURLSessionEvents": "completionHandler", "setMinimumBackgroundFetchInterval": "fetch",
        "startTransfer": "transfer", "requestPermission": "permission", "requestSceneSession": "sceneSession",
        "destroySceneSession": "sceneSession", "startActivity": "activity", "stopActivity": "activity",
        "requestLiveActivity": "liveActivity", "endLiveActivity": "liveActivity", "reportIncomingCall": "voip",
    ]

    /// Notes what came of actions that were sent with one request.
    static func settle(_ results: [ActionResult], _ outcome: Outcome) {
        let inputs = inputs(in: outcome.records)
        guard let first = inputs.first else { return }
        if first.input["action"] == nil {
            // They were sent with the completion of a callback.
            assign(first.caused, to: results)
        } else {
            for (result, input) in zip(results, inputs) { assign(input.caused, to: [result]) }
        }
    }

    /// The inputs among records, each with what it caused at once, before the callback that it completes returned.
    private static func inputs(
        in records: [TimelineRecord]
    ) -> [(input: TimelineRecord, caused: ArraySlice<TimelineRecord>)] {
        records.indices.filter { records[$0].kind == "input" }.map { index in
            let caused = records[(index + 1)...].prefix {
                !["input", "returned"].contains($0.kind) && $0["cause"]?.whole == records[index].sequence
            }
            return (records[index], caused)
        }
    }

    /// Gives verdicts to the actions that they are about. Both are in the order in which they happened.
    private static func assign(_ records: ArraySlice<TimelineRecord>, to results: [ActionResult]) {
        var first = 0
        for record in records {
            let rest = first..<results.count
            if record.kind == "assertion" {
                // A background task was begun or ended, for which no verdict is needed.
                let done = ["acquired": "beginBackgroundTask", "released": "endBackgroundTask"]
                let name = done[record["change"]?.text ?? ""]
                let index = rest.first { results[$0].name == name && results[$0].names(record.name) }
                guard let name, let index else { continue }
                first = index + 1
                if name == "beginBackgroundTask" {
                    results[index].state.withLock { $0.taskNumber = record["number"]?.whole }
                }
            } else if record.kind == "verdict", record["verdict"] != "replaced" {
                let possible = rest.filter { results[$0].mayBeSubject(of: record) }
                let named = possible.filter { results[$0].names(record["identifier"]?.text) }
                let likely = named.isEmpty ? possible : named
                let undecided = likely.first { results[$0].state.withLock { $0.verdicts.isEmpty } }
                guard let index = undecided ?? likely.first else { continue }
                first = index
                results[index].state.withLock { $0.verdicts.append(record) }
            }
        }
    }

    private var name: String { action["action"]?.text ?? "" }

    private func mayBeSubject(of verdict: TimelineRecord) -> Bool {
        Self.subjects[name].map { verdict["subject"] == .string($0) } ?? names(verdict["identifier"]?.text)
    }

    /// Whether what identifies the subject of a record is in the action.
    private func names(_ identifier: String?) -> Bool {
        guard let identifier else { return false }
        return action.members.contains { member in
            guard member.name != "action" else { return false }
            return switch member.value {
            case .string(let text): text == identifier
            case .integer(let number): String(number) == identifier
            default: false
            }
        }
    }
}

extension TimelineRecord {
    fileprivate var isRefusal: Bool { self["verdict"] == "refused" }
}

extension Value {
    /// An action for people, as a call.
    var describedAction: String {
        let fields = members.filter { $0.name != "action" }
            .map { "\($0.name): \(String(decoding: JSONText.write($0.value), as: UTF8.self))" }
        return "\(self["action"]?.text ?? "")(\(fields.joined(separator: ", ")))"
    }
}
