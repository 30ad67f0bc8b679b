public import LifecycleKernel
import Synchronization
import WireFormat

/// What came of an action of an app's code.
///
/// A refusal that neither the code nor the test has looked at is thrown when the test deletes its device: `isRefused`, `verdict`,
/// `verdicts` and `throwIfRefused()` look at it.
public final class ActionResult: Sendable {
    /// The action, as it was sent.
    public let action: Value
    /// The function that did it, for people.
    public let function: String
    /// The number of the background task that it began.
    let taskNumber: Int64?
    private let decided: [TimelineRecord]
    private let isSeen = Mutex(false)

    init(_ action: Value, by function: String, records: [TimelineRecord]) {
        self.action = action
        self.function = function
        let name = action["action"]?.text ?? ""
        let subject = Self.subjects[name]
        var taskNumber: Int64?
        var decided: [TimelineRecord] = []
        for record in records {
            if record.kind == "assertion" {
                let done = ["acquired": "beginBackgroundTask", "released": "endBackgroundTask"]
                guard done[record["change"]?.text ?? ""] == name, Self.names(action, record.name) else { continue }
                // The task was begun or ended, for which no verdict is needed.
                taskNumber = record["number"]?.whole
                break
            }
            guard record.kind == "verdict", record["verdict"] != "replaced" else { continue }
            let isAboutThis =
                subject.map { record["subject"] == .string($0) } ?? Self.names(action, record["identifier"]?.text)
            if isAboutThis { decided.append(record) }
        }
        self.taskNumber = taskNumber
        self.decided = decided
    }

    /// What iOS decided at once about what was asked; nothing where there was nothing to decide.
    public var verdicts: [TimelineRecord] {
        isSeen.withLock { $0 = true }
        return decided
    }

    /// The last of the verdicts, such as `refused` with the reason in `why`; nil where there was none.
    public var verdict: TimelineRecord? { verdicts.last }

    /// Whether iOS refused what was asked.
    public var isRefused: Bool { verdicts.contains(where: \.isRefusal) }

    /// Returns this if iOS did not refuse what was asked.
    ///
    /// - Throws: `SystemRefusal`.
    @discardableResult public func throwIfRefused() throws(SystemRefusal) -> ActionResult {
        isSeen.withLock { $0 = true }
        if let refusal { throw refusal }
        return self
    }

    /// The refusal; nil if there was none.
    var refusal: SystemRefusal? {
        decided.first(where: \.isRefusal).map {
            SystemRefusal(verdict: $0, asked: "\(function) did \(action.describedAction)")
        }
    }

    /// The refusal that nobody has looked at.
    var unseenRefusal: SystemRefusal? { isSeen.withLock { $0 } ? nil : refusal }

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

    /// Whether what identifies the subject of a record is in the action.
    private static func names(_ action: Value, _ identifier: String?) -> Bool {
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
