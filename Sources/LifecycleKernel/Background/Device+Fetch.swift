/// Background fetch by an app's minimum interval. Sources: facts 2.3, 2.4, 6.2.
extension Device {
    mutating func performFetch(_ index: Int) {
        guard apps[index].beginFetch(in: &system) else { return }
        wake(
            index,
            for: .backgroundFetch,
            holding: .backgroundFetch,
            lasting: system.rulebook.milliseconds(.backgroundFetchLimitSeconds),
            verdict: Verdict(subject: .fetch, decision: .performed, reason: nil, identifier: nil),
            then: .call(.performFetch, scene: 0, arguments: [])
        )
    }
}

extension SystemState {
    /// Whether the system would let apps fetch now, as the device is.
    var deviceAllowsFetch: Bool {
        conditions.network != .none && (conditions.isIdle || conditions.isCharging) && rulebook.schedulesAutomatically
    }
}
