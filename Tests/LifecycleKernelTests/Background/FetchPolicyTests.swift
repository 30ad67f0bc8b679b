import Testing

@testable import LifecycleKernel

/// Which apps may fetch in the background (`docs/rules.md`): the first condition that applies decides.
@Suite struct FetchPolicyTests {
    struct Row: Sendable {
        var reason: Verdict.Reason?
        var change: @Sendable (inout FetchPolicy.Facts) -> Void

        init(_ reason: Verdict.Reason?, _ change: @escaping @Sendable (inout FetchPolicy.Facts) -> Void) {
            self.reason = reason
            self.change = change
        }
    }

    /// In the order of the table: each row is decided before those that follow it.
    static let rows = [
        Row(.missingBackgroundMode) { $0.declaresMode = false },
        Row(.replacedByBackgroundTasks) { $0.usesBackgroundTasks = true },
        Row(.forceQuit) { $0.isForceQuit = true },
        Row(.backgroundRefreshOff) { $0.isRefreshOn = false },
        Row(.lowPowerMode) { $0.isLowPowerMode = true },
        Row(.beforeFirstUnlock) { $0.mayLaunch = false },
        Row(nil) { _ in },
    ]

    @Test("A condition that applies alone decides", arguments: rows.indices)
    func alone(index: Int) {
        var facts = FetchPolicy.Facts()
        Self.rows[index].change(&facts)
        #expect(FetchPolicy.refusal(facts) == Self.rows[index].reason)
    }

    @Test("Of several conditions the first decides", arguments: rows.indices)
    func first(index: Int) {
        var facts = FetchPolicy.Facts()
        for row in Self.rows[index...] { row.change(&facts) }
        #expect(FetchPolicy.refusal(facts) == Self.rows[index].reason)
    }
}
