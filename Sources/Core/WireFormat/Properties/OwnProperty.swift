import LifecycleKernel

/// A property that the user gives: what must always hold, what must never come, or what must follow something in time.
///
/// A search looks for sequences that break it, a scenario checks it over all its steps.
public struct OwnProperty: Hashable, Sendable {
    public enum Form: Hashable, Sendable {
        /// The condition holds after every input and after every settled instant, as long as the other condition holds.
        case always(StateCondition, while: StateCondition?)
        /// No record matches: at any time, or from a match of `after` to a match of `until`.
        case never([RecordPattern], after: RecordPattern?, until: RecordPattern?)
        /// After each match of `after`, a match of `record` follows within a time limit, unless a match of `unless`
        /// comes first.
        case eventually(RecordPattern, after: RecordPattern, within: Milliseconds, unless: [RecordPattern])
    }

    public var name: String
    /// How bad it is when it is broken.
    public var severity: Finding.Severity
    public var form: Form

    public init(name: String, severity: Finding.Severity = .error, form: Form) {
        self.name = name
        self.severity = severity
        self.form = form
    }

    /// Whether it reads the number of unsaved changes.
    package var countsUnsavedChanges: Bool {
        guard case .always(let condition, let scope) = form else { return false }
        return condition.countsUnsavedChanges || scope?.countsUnsavedChanges == true
    }

    /// Whether it reads the state of the device, not only records.
    package var readsState: Bool { if case .always = form { true } else { false } }

    /// The apps whose state it reads.
    package var appsRead: Set<BundleID> {
        guard case .always(let condition, let scope) = form else { return [] }
        return condition.apps.union(scope?.apps ?? [])
    }
}
