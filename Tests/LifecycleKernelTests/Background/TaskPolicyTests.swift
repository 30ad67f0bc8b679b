import Testing

@testable import LifecycleKernel

/// When a task of `BGTaskScheduler` is launched, by kind. Sources: facts 2.3, 6.2.
@Suite struct TaskPolicyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var what: String
        /// The kinds of tasks that are launched in spite of the condition.
        var launched: Set<TaskRequest.Kind>
        var change: @Sendable (inout TaskPolicy.Facts) -> Void

        var testDescription: String { what }

        init(
            _ what: String,
            launches launched: Set<TaskRequest.Kind>,
            _ change: @escaping @Sendable (inout TaskPolicy.Facts) -> Void
        ) {
            self.what = what
            self.launched = launched
            self.change = change
        }
    }

    static let all = Set(TaskRequest.Kind.allCases)

    static let rows = [
        Row("nothing is in the way", launches: all) { _ in },
        Row("the system decides only when asked", launches: []) { $0.schedulesAutomatically = false },
        Row("the device has not been unlocked", launches: []) { $0.mayLaunch = false },
        Row("the process is ending", launches: []) { $0.isEnding = true },
        Row("the process can be woken for no more", launches: []) { $0.isAtWakeLimit = true },
        Row("the app is in front", launches: [.continuedProcessing]) { $0.isInFront = true },
        Row("as many continued tasks run as may", launches: [.appRefresh, .processing]) {
            $0.isAtContinuedLimit = true
        },
        Row("the user has force-quit the app", launches: []) { $0.isForceQuit = true },
        Row("a force-quit app may process", launches: [.processing]) {
            $0.isForceQuit = true
            $0.processesAfterForceQuit = true
        },
        Row("background refresh is off", launches: [.processing, .continuedProcessing]) { $0.isRefreshOn = false },
        Row("low power mode is on", launches: [.processing, .continuedProcessing]) { $0.isLowPowerMode = true },
        Row("the device is used", launches: [.appRefresh, .continuedProcessing]) { $0.isIdle = false },
        Row("there is no network, and none is needed", launches: all) { $0.hasNetwork = false },
        Row("the device does not charge, and need not", launches: all) { $0.isCharging = false },
    ]

    @Test("A condition delays the kinds of tasks that it concerns", arguments: rows)
    func kinds(row: Row) {
        var facts = TaskPolicy.Facts()
        row.change(&facts)
        let launched = TaskRequest.Kind.allCases.filter { kind in
            TaskPolicy.launches(TaskRequest(identifier: "a", kind: kind), facts)
        }
        #expect(Set(launched) == row.launched)
    }

    @Test("A request waits for what it requires", arguments: TaskRequest.Kind.allCases)
    func requirements(kind: TaskRequest.Kind) {
        let network = TaskRequest(identifier: "a", kind: kind, requiresNetworkConnectivity: true)
        let power = TaskRequest(identifier: "a", kind: kind, requiresExternalPower: true)
        #expect(!TaskPolicy.launches(network, TaskPolicy.Facts(hasNetwork: false)))
        #expect(TaskPolicy.launches(network, TaskPolicy.Facts(isCharging: false)))
        #expect(!TaskPolicy.launches(power, TaskPolicy.Facts(isCharging: false)))
        #expect(TaskPolicy.launches(power, TaskPolicy.Facts(hasNetwork: false)))
    }
}
