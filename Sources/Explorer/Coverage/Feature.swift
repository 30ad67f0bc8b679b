import LifecycleKernel

/// What a record says, apart from when and of what number: what a search counts as reached.
enum Feature: Hashable, Sendable {
    case callback(CallbackName, ProcessState)
    case verdict(Verdict.Subject, Verdict.Decision, Verdict.Reason?)
    case exit(TerminationReason)
    case finding(Finding.Code)
    case assertion(Assertion.Kind, AssertionChange.Change)

    /// The feature of a record; nil where its kind has none.
    init?(_ record: Record) {
        switch record.body {
        case .callback(let callback): self = .callback(callback.name, callback.applicationState)
        case .verdict(let verdict): self = .verdict(verdict.subject, verdict.decision, verdict.reason)
        case .exit(let exit): self = .exit(exit.reason)
        case .finding(let finding): self = .finding(finding.code)
        case .assertion(let change): self = .assertion(change.kind, change.change)
        case .input, .returned, .process, .scene, .notification, .memory, .dispatch, .snapshot, .activity, .log:
            return nil
        }
    }
}

/// What is written down of inputs that are taken, besides what they break.
struct Notes: Sendable {
    /// The records of the target; nil where nobody wants them.
    var records: [Record]?
    /// The features met before; nil where nobody wants to know which are new.
    var known: Set<Feature>?
    /// The features met first.
    var features: [Feature] = []
    /// How many records were written since this was asked last: what inputs cost.
    var written = 0

    /// Notes that so many records were written.
    mutating func count(_ records: Int) { written += records }

    /// Returns how many were written since the last call.
    mutating func takeCount() -> Int {
        defer { written = 0 }
        return written
    }

    /// Writes down what a record says.
    mutating func read(_ record: Record) {
        records?.append(record)
        guard known != nil, let feature = Feature(record), known?.insert(feature).inserted == true else { return }
        features.append(feature)
    }
}
