import LifecycleKernel

/// How many apps are in each state.
///
/// Plain fields and no SIMD vector: a vector that lives across an `await` needs more alignment than the frame of an
/// asynchronous function has, and Swift 6.3.1 then writes beyond its end in optimized builds.
struct StateCounts: Hashable, Sendable {
    private var notRunning: Int32 = 0
    private var inactive: Int32 = 0
    private var active: Int32 = 0
    private var background: Int32 = 0
    private var suspended: Int32 = 0
    private var terminated: Int32 = 0

    /// No apps.
    static let zero = StateCounts()

    private init() {}

    /// The counts of a device.
    init(of device: borrowing Device) {
        let counts = device.stateCounts
        notRunning = counts[ProcessState.notRunning.ordinal]
        inactive = counts[ProcessState.inactive.ordinal]
        active = counts[ProcessState.active.ordinal]
        background = counts[ProcessState.background.ordinal]
        suspended = counts[ProcessState.suspended.ordinal]
        terminated = counts[ProcessState.terminated.ordinal]
    }

    /// How many are in a state.
    subscript(state: ProcessState) -> Int {
        switch state {
        case .notRunning: Int(notRunning)
        case .inactive: Int(inactive)
        case .active: Int(active)
        case .background: Int(background)
        case .suspended: Int(suspended)
        case .terminated: Int(terminated)
        }
    }

    static func += (left: inout StateCounts, right: StateCounts) {
        left.notRunning += right.notRunning
        left.inactive += right.inactive
        left.active += right.active
        left.background += right.background
        left.suspended += right.suspended
        left.terminated += right.terminated
    }

    static func -= (left: inout StateCounts, right: StateCounts) {
        left.notRunning -= right.notRunning
        left.inactive -= right.inactive
        left.active -= right.active
        left.background -= right.background
        left.suspended -= right.suspended
        left.terminated -= right.terminated
    }
}
