/// Events for which the system wakes apps.
extension Device {
    func check(_ event: WakeEvent, _ bundleID: BundleID) throws(Rejection) {
        let index = try known(bundleID)
        try checkOpens(index)
        if event.mayHold { try checkMayWake(index) }
        switch event {
        case .launchTask(let identifier):
            try check(
                identifier,
                isIn: installed[index].background.requests.map(\.request.identifier),
                "pending request",
                index
            )
            if !mayLaunchInBackground { throw notNow("the device has not been unlocked yet", state: "locked") }
        case .expireTask(let identifier):
            let running = installed[index].process?.work.runningTasks.map(\.identifier) ?? []
            try check(identifier, isIn: running, "running task", index)
        case .finishTransfer(let identifier):
            try check(
                identifier,
                isIn: installed[index].background.transfers.map(\.identifier),
                "transfer under way",
                index
            )
        case .performFetch, .locationUpdate, .significantLocationChange, .region, .bluetooth, .voipPush: break
        }
    }

    private func check(
        _ identifier: String,
        isIn known: [String],
        _ what: String,
        _ index: Int
    ) throws(Rejection) {
        guard !known.contains(identifier) else { return }
        throw Rejection(
            .notPossibleNow,
            "\(installed[index].manifest.bundleID) has no \(what) \(identifier.prefix(64))",
            field: "identifier",
            state: state(of: index).rawValue,
            accepted: known
        )
    }

    mutating func perform(_ event: WakeEvent, _ index: Int) {
        switch event {
        case .performFetch: performFetch(index)
        case .launchTask(let identifier): launchTask(identifier, index)
        case .expireTask(let identifier):
            guard let task = installed[index].process?.work.runningTasks.first(where: { $0.identifier == identifier })
            else { return }
            expire(task, index)
            pump(index)
        case .locationUpdate: updateLocation(index)
        case .significantLocationChange: changeLocation(.call(.didUpdateLocations, scene: 0, arguments: []), index)
        case .region(let identifier):
            let region = [Value.Member("region", .string(identifier))]
            changeLocation(.call(.didEnterRegion, scene: 0, arguments: region), index)
        case .bluetooth: bluetoothEvent(index)
        case .voipPush: voipPush(index)
        case .finishTransfer(let identifier):
            if let transfer = installed[index].background.transfers.first(where: { $0.identifier == identifier }) {
                transferEnds(transfer.number)
            }
        }
    }
}

extension WakeEvent {
    /// Whether the process may be held for it.
    fileprivate var mayHold: Bool {
        switch self {
        case .performFetch, .launchTask, .significantLocationChange, .region, .bluetooth, .voipPush: true
        case .expireTask, .locationUpdate, .finishTransfer: false
        }
    }
}
