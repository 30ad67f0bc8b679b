/// What a member has seen of the renewals of others.
///
/// No two clocks are compared: a number and the member's own reading when it first saw that number.
struct Observations: Sendable {
    /// A number of renewals.
    private struct Observation: Sendable {
        let member: MemberRow
        let since: Duration
        var isFencing = false
    }

    private var observations: [Observation] = []

    /// Forgets everything.
    mutating func removeAll() { observations.removeAll(keepingCapacity: true) }

    /// Forgets attempts that a connection took with it.
    mutating func forgetAttempts() {
        for index in observations.indices { observations[index].isFencing = false }
    }

    /// Takes what was read of others at a reading.
    mutating func note(_ members: some Sequence<MemberRow>, at now: Duration) {
        let before = observations
        observations = members.map { member in
            let same = before.first {
                $0.member.number == member.number && $0.member.key == member.key
                    && $0.member.renewals == member.renewals
            }
            return same ?? Observation(member: member, since: now)
        }
    }

    /// The reading at which a member is to be fenced next, unless it renews its lease.
    func due(_ rules: FleetRules) -> Duration? {
        observations.filter { !$0.isFencing }.map { $0.since + rules.patience(with: $0.member.lease) }.min()
    }

    /// Takes those that are to be fenced at a reading.
    mutating func takeDue(at now: Duration, _ rules: FleetRules) -> [MemberRow] {
        var due: [MemberRow] = []
        for index in observations.indices
        where !observations[index].isFencing
            && now >= observations[index].since + rules.patience(with: observations[index].member.lease)
        {
            observations[index].isFencing = true
            due.append(observations[index].member)
        }
        return due
    }

    /// Forgets what was seen of a member whose fence was tried: it is gone or has renewed its lease.
    mutating func fenceEnded(_ number: Int64) {
        observations.removeAll { $0.member.number == number }
    }
}
