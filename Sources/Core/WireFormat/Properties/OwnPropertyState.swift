import LifecycleKernel

/// The state of one of the user's properties during a sequence of inputs.
package enum OwnPropertyState: Hashable, Sendable {
    /// The property waits for no record.
    case idle
    /// The property checks each record until a match of `until`.
    case watching
    /// A matching record must come before an instant has passed.
    case owed(by: Instant)

    package var expiry: Instant? { if case .owed(let instant) = self { instant } else { nil } }

    /// Takes a record into account.
    ///
    /// - Returns: Whether it breaks the property.
    package mutating func read(_ record: Record, for property: OwnProperty) -> Bool {
        switch property.form {
        case .always: return false
        case .never(let patterns, let after, let until):
            let isWatching = after == nil || self == .watching
            let breaks = isWatching && patterns.contains { $0.matches(record) }
            if until?.matches(record) == true { self = .idle }
            if after?.matches(record) == true { self = .watching }
            return breaks
        case .eventually(let pattern, let after, let within, let unless):
            if pattern.matches(record) || unless.contains(where: { $0.matches(record) }) { self = .idle }
            // The oldest obligation is the one that is kept: a match settles all of them.
            if self == .idle, after.matches(record) { self = .owed(by: record.time + within) }
            return false
        }
    }

    /// Checks the device after an instant is settled.
    ///
    /// - Returns: Whether the property is broken now.
    package mutating func settle(_ device: some ConditionSubject, at now: Instant, for property: OwnProperty) -> Bool {
        if case .always(let condition, let scope) = property.form {
            return scope?.holds(on: device) != false && !condition.holds(on: device)
        }
        return expire(before: now + 1)
    }

    /// Forgets what was owed before an instant, as nothing more can come in time.
    ///
    /// - Returns: Whether something was, which breaks the property.
    package mutating func expire(before instant: Instant) -> Bool {
        guard case .owed(let due) = self, due < instant else { return false }
        self = .idle
        return true
    }
}
