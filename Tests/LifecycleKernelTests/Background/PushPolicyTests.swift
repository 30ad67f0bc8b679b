import Testing

@testable import LifecycleKernel

/// The verdict table of silent pushes (`docs/rules.md` 2.14, 4.24): the first condition that applies decides.
@Suite struct PushPolicyTests {
    struct Row: Sendable {
        var what: String
        var decision: PushPolicy.Decision
        var change: @Sendable (inout PushPolicy.Facts) -> Void

        init(
            _ what: String,
            _ decision: PushPolicy.Decision,
            _ change: @escaping @Sendable (inout PushPolicy.Facts) -> Void
        ) {
            self.what = what
            self.decision = decision
            self.change = change
        }
    }

    /// In the order of the table: each row is decided before those that follow it.
    static let rows = [
        Row("there is no network", .hold(.noNetwork)) { $0.hasNetwork = false },
        Row("the user has force-quit the app", .drop(.forceQuit)) { $0.isForceQuit = true },
        Row("the app is in front", .deliver) { $0.isInFront = true },
        Row("the mode is not declared", .drop(.missingBackgroundMode)) { $0.declaresMode = false },
        Row("background refresh is off", .drop(.backgroundRefreshOff)) { $0.isRefreshOn = false },
        Row("the process is ending", .hold(.terminating)) { $0.isEnding = true },
        Row("the device has not been unlocked", .hold(.beforeFirstUnlock)) { $0.mayLaunch = false },
        Row("low power mode is on", .hold(.lowPowerMode)) { $0.isLowPowerMode = true },
        Row("priority 1 would have to wake", .hold(.lowPriority)) { $0.priority = 1 },
        Row("the hour is spent", .throttle) { $0.isBudgetSpent = true },
        Row("nothing is in the way", .deliver) { _ in },
    ]

    @Test("A condition that applies alone decides", arguments: rows.indices)
    func alone(index: Int) {
        var facts = PushPolicy.Facts()
        Self.rows[index].change(&facts)
        #expect(PushPolicy.decide(facts) == Self.rows[index].decision, "\(Self.rows[index].what)")
    }

    @Test("Of several conditions the first decides", arguments: rows.indices)
    func first(index: Int) {
        var facts = PushPolicy.Facts()
        for row in Self.rows[index...] { row.change(&facts) }
        #expect(PushPolicy.decide(facts) == Self.rows[index].decision, "\(Self.rows[index].what)")
    }

    @Test("Priority 1 is delivered to an app that runs")
    func awake() {
        #expect(PushPolicy.decide(PushPolicy.Facts(isAwake: true, priority: 1)) == .deliver)
    }

    @Test("The obstacles of a push have the reasons of their names")
    func obstacles() {
        for obstacle in PushPolicy.Obstacle.allCases { #expect("\(obstacle)" == obstacle.reason.rawValue) }
    }
}
