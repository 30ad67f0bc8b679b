/// Events for which the system wakes apps.
extension Device {
    func check(_ event: WakeEvent, _ bundleID: BundleID) throws(Rejection) {
        let index = try requireInstalled(bundleID)
        try requireOpenable(index)
        if event.mayHold || event == .locationUpdate && apps[index].isWokenForLocations {
            try apps[index].checkMayWake()
        }
        switch event {
        case .launchTask(let identifier):
            try apps[index].checkIdentifier(
                identifier,
                isIn: apps[index].background.requests.map(\.request.identifier),
                "pending request"
            )
            if !system.mayLaunchInBackground {
                throw Rejection.notNow("the device has not been unlocked yet", state: "locked")
            }
        case .expireTask(let identifier):
            let running = apps[index].livingProcess?.work.runningTasks.map(\.identifier) ?? []
            try apps[index].checkIdentifier(identifier, isIn: running, "running task")
        case .cancelTask(let identifier):
            let running = apps[index].livingProcess?.work.runningTasks ?? []
            try apps[index].checkIdentifier(
                identifier,
                isIn: running.filter { $0.kind == .continuedProcessing }.map(\.identifier),
                "running continued processing task"
            )
        case .finishTransfer(let identifier):
            try apps[index].checkIdentifier(
                identifier,
                isIn: apps[index].background.transfers.map(\.identifier),
                "transfer under way"
            )
        case .pushToEndLiveActivity(let identifier), .dismissLiveActivity(let identifier):
            try apps[index].checkIdentifier(
                identifier,
                isIn: apps[index].background.liveActivities?.map(\.identifier) ?? [],
                "Live Activity"
            )
        case .voipPush(let push): try check(push)
        case .performFetch, .locationUpdate, .significantLocationChange, .region, .bluetooth, .systemWake,
            .pushToStartLiveActivity:
            break
        }
    }

    mutating func perform(_ event: WakeEvent, _ index: Int) {
        switch event {
        case .performFetch: performFetch(index)
        case .launchTask(let identifier): launchTask(identifier, index)
        case .expireTask(let identifier):
            guard let task = apps[index].livingProcess?.work.runningTasks.first(where: { $0.identifier == identifier })
            else { return }
            apps[index].expire(task, in: &system)
            carryOut(apps[index].endIfRenderingInBackground(in: system), of: index)
            pump(index)
        case .cancelTask(let identifier):
            guard let task = apps[index].livingProcess?.work.runningTasks.first(where: { $0.identifier == identifier })
            else { return }
            apps[index].expire(task, for: .user, in: &system)
            carryOut(apps[index].endIfRenderingInBackground(in: system), of: index)
            pump(index)
        case .locationUpdate: updateLocation(index)
        case .significantLocationChange:
            changeLocation(
                .call(.didUpdateLocations, scene: 0, arguments: []),
                isAwaited: apps[index].background.monitorsLocation,
                isRegion: false,
                index
            )
        case .region(let identifier): enterRegion(identifier, index)
        case .bluetooth: bluetoothEvent(index)
        case .voipPush(let push): voipPush(push, index)
        case .systemWake(let wake): send(wake, index)
        case .pushToStartLiveActivity(let identifier): send(.start(identifier), index)
        case .pushToEndLiveActivity(let identifier): send(.end(identifier), index)
        case .dismissLiveActivity(let identifier): endLiveActivity(identifier, by: .user, index)
        case .finishTransfer(let identifier):
            if let transfer = apps[index].background.transfers.first(where: { $0.identifier == identifier }) {
                transferEnds(transfer.number)
            }
        }
    }
}

extension WakeEvent {
    /// Whether it is a push, which is sent to Apple's servers also when nothing can reach the device.
    var isPush: Bool {
        switch self {
        case .voipPush, .pushToStartLiveActivity, .pushToEndLiveActivity: true
        case .systemWake(let wake): wake.reason.preset.push != nil
        case .performFetch, .launchTask, .expireTask, .cancelTask, .locationUpdate, .significantLocationChange, .region,
            .bluetooth, .finishTransfer, .dismissLiveActivity:
            false
        }
    }

    /// Whether the process may be held for it.
    fileprivate var mayHold: Bool {
        switch self {
        case .performFetch, .launchTask, .significantLocationChange, .region, .bluetooth, .voipPush, .systemWake,
            .pushToStartLiveActivity:
            true
        case .expireTask, .cancelTask, .locationUpdate, .finishTransfer, .pushToEndLiveActivity, .dismissLiveActivity:
            false
        }
    }
}
