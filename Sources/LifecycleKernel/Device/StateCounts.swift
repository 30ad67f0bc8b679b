/// How many apps are in each state.
///
/// Plain fields and no SIMD vector: a vector that lives across an `await` needs more alignment than the frame of an
/// asynchronous function has, and Swift 6.3.1 then writes beyond its end in optimized builds.
package struct StateCounts: Hashable, Sendable {
    private var notRunning: Int32 = 0
    private var inactive: Int32 = 0
    private var active: Int32 = 0
    private var background: Int32 = 0
    private var suspended: Int32 = 0
    private var terminated: Int32 = 0

    /// No apps.
    package static let zero = StateCounts()

    private init() {}

    /// Counts one more app.
    mutating func count(_ state: ProcessState) {
        switch state {
        case .notRunning: notRunning += 1
        case .inactive: inactive += 1
        case .active: active += 1
        case .background: background += 1
        case .suspended: suspended += 1
        case .terminated: terminated += 1
        }
    }

    /// How many are in a state.
    package subscript(state: ProcessState) -> Int {
        switch state {
        case .notRunning: Int(notRunning)
        case .inactive: Int(inactive)
        case .active: Int(active)
        case .background: Int(background)
        case .suspended: Int(suspended)
        case .terminated: Int(terminated)
        }
    }

    /// Adds the counts of other apps.
    package static func += (left: inout StateCounts, right: StateCounts) {
        left.notRunning += right.notRunning
        left.inactive += right.inactive
        left.active += right.active
        left.background += right.background
        left.suspended += right.suspended
        left.terminated += right.terminated
    }

    /// Subtracts the counts of apps that are among them.
    package static func -= (left: inout StateCounts, right: StateCounts) {
        left.notRunning -= right.notRunning
        left.inactive -= right.inactive
        left.active -= right.active
        left.background -= right.background
        left.suspended -= right.suspended
        left.terminated -= right.terminated
    }
}
