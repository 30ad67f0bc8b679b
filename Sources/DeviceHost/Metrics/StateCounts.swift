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
        lanes = .zero
        for (index, count) in device.stateCounts.enumerated() { lanes[index] = Int32(count) }
    }

    /// How many are in a state.
    subscript(state: ProcessState) -> Int { Int(lanes[state.index]) }

    static func += (left: inout StateCounts, right: StateCounts) { left.lanes &+= right.lanes }

    static func -= (left: inout StateCounts, right: StateCounts) { left.lanes &-= right.lanes }
}

extension ProcessState {
    /// The place in `allCases`.
    var index: Int {
        switch self {
        case .notRunning: 0
        case .inactive: 1
        case .active: 2
        case .background: 3
        case .suspended: 4
        case .terminated: 5
        }
    }
}
