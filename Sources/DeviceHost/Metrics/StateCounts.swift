import LifecycleKernel

/// How many apps are in each state, at the index of the state in `ProcessState.allCases`.
struct StateCounts: Hashable, Sendable {
    private var lanes: SIMD8<Int32>

    /// No apps.
    static let zero = StateCounts(lanes: .zero)

    private init(lanes: SIMD8<Int32>) {
        self.lanes = lanes
    }

    /// The counts of a device.
    init(of device: borrowing Device) {
        lanes = device.stateCounts
    }

    /// How many are in a state.
    subscript(state: ProcessState) -> Int { Int(lanes[state.ordinal]) }

    static func += (left: inout StateCounts, right: StateCounts) { left.lanes &+= right.lanes }

    static func -= (left: inout StateCounts, right: StateCounts) { left.lanes &-= right.lanes }
}
