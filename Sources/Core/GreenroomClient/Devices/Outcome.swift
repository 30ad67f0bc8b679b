public import LifecycleKernel
import WireFormat

/// What an input caused.
public struct Outcome: Sendable {
    /// The answer as it came, without the records.
    public internal(set) var document: Value
    /// Everything that iOS would have done because of it, in order.
    public internal(set) var records: [TimelineRecord]

    init(_ answer: Value) {
        document = answer
        records = (answer["records"]?.elements ?? []).map(TimelineRecord.init)
    }

    /// The names of the callbacks that were called.
    public var callbacks: [String] { records.filter { $0.kind == "callback" }.compactMap(\.name) }
    /// The codes of the findings.
    public var findings: [String] { records.filter { $0.kind == "finding" }.compactMap(\.code) }
    /// What iOS refused, of what was asked of it: verdicts, with the reason in `why`.
    public var refusals: [TimelineRecord] { records.filter { $0.kind == "verdict" && $0["verdict"] == "refused" } }
    /// The time of the device after it.
    public var time: Instant? { document.time }
    /// Why an advance stopped, such as `time` or `callback`; nil for other inputs.
    public var stopped: String? { document["stopped"]?.text }

    /// Returns this outcome where iOS refused nothing.
    ///
    /// - Throws: `SystemRefusal`, the first of the refusals.
    @discardableResult public func throwIfRefused() throws -> Outcome {
        if let verdict = refusals.first { throw SystemRefusal(verdict: verdict) }
        return self
    }

    /// Returns this and what was caused after it as one.
    func followed(by later: Outcome?) -> Outcome {
        guard var whole = later else { return self }
        whole.records = records + whole.records
        return whole
    }
}

/// An entry of a device's timeline.
public struct TimelineRecord: Sendable, CustomStringConvertible {
    /// Every field that the server sent.
    public let document: Value

    /// A field by its name, such as `record["reason"]`.
    public subscript(field: String) -> Value? { document[field] }
    /// What kind of record it is, such as `callback`.
    public var kind: String { document["kind"]?.text ?? "" }
    /// Its number in the timeline.
    public var sequence: Int64 { document["sequence"]?.whole ?? 0 }
    /// When it happened.
    public var time: Instant? { document.time }
    /// The app that it is about.
    public var bundleID: String? { document["bundleID"]?.text }
    /// The process that it is about.
    public var pid: Int64? { document["pid"]?.whole }
    /// The name of a callback or a notification.
    public var name: String? { document["name"]?.text }
    /// The code of a finding or a verdict.
    public var code: String? { document["code"]?.text }

    /// The fields on one line.
    public var description: String {
        guard case .object(let members) = document else { return "" }
        return members.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    }

    init(document: Value) { self.document = document }
}

/// An app as the server describes it.
public struct AppDocument: Sendable {
    /// Every field that the server sent.
    public let document: Value

    /// A field by its name, such as `app["launchCount"]`.
    public subscript(field: String) -> Value? { document[field] }
    /// The state of its process, such as `suspended`.
    public var state: String { document["state"]?.text ?? "" }
    /// Its process; nil where it has none.
    public var pid: Int64? { document["pid"]?.whole }
    /// What its user would lose now.
    public var unsavedChanges: Int64 { document["unsavedChanges"]?.whole ?? 0 }
    /// The reason for which its last process ended, such as `memoryPressure`; nil where none has.
    public var lastExitReason: String? { document["lastExit"]?["reason"]?.text }
    /// What was lost with its last process; nil where none has ended.
    public var lostChanges: Int64? { document["lastExit"]?["unsavedChanges"]?.whole }
}
