/// Events for which the system wakes apps.
extension Device {
    func accept(_ event: WakeEvent, _ index: Int) throws(Rejection) -> AcceptedEvent {
        if !event.isEndOfLiveActivity { try apps[index].requireOpenable() }
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
            if let transfer = apps[index].background.transfers.first(where: { $0.identifier == identifier }) {
                return .finishTransfer(transfer.number)
            }
        case .pushToEndLiveActivity(let identifier), .dismissLiveActivity(let identifier):
            try apps[index].checkIdentifier(
                identifier,
                isIn: apps[index].background.liveActivities?.map(\.identifier) ?? [],
                "Live Activity"
            )
        case .voipPush(let push): try check(push)
        default: break
        }
        return .wake(event, index)
    }

    mutating func perform(_ event: WakeEvent, _ index: Int) {
        switch event {
        case .performFetch: wake(index, for: apps[index].beginFetch(in: &system))
        case .launchTask(let identifier): launchTask(identifier, index)
        case .expireTask(let identifier):
            carryOut(apps[index].expireTask(identifier, in: &system), of: index)
            pump(index)
        case .cancelTask(let identifier):
            carryOut(apps[index].expireTask(identifier, for: .user, in: &system), of: index)
            pump(index)
        case .locationUpdate: carryOut(apps[index].updateLocation(in: &system), of: index)
        case .significantLocationChange:
            wake(index, for: apps[index].changeLocationSignificantly(in: &system))
        case .region(let identifier): carryOut(apps[index].enterRegion(identifier, in: &system), of: index)
        case .bluetooth: carryOut(apps[index].receiveBluetoothEvent(in: &system), of: index)
        case .voipPush(let push): wake(index, for: apps[index].receive(push, in: &system))
        case .systemWake(let wake): carryOut(apps[index].send(wake, in: &system), of: index)
        case .pushToStartLiveActivity(let identifier):
            carryOut(apps[index].send(.start(identifier), in: &system), of: index)
        case .pushToEndLiveActivity(let identifier):
            carryOut(apps[index].send(.end(identifier), in: &system), of: index)
        case .dismissLiveActivity(let identifier):
            carryOut(apps[index].endLiveActivity(identifier, by: .user, in: &system), of: index)
        case .finishTransfer: preconditionFailure("accepted as `AcceptedEvent.finishTransfer`")
        }
    }
}

extension WakeEvent {
    /// Whether it is a push, which is sent to Apple's servers also when nothing can reach the device.
    var isPush: Bool {
        switch self {
        case .voipPush, .pushToStartLiveActivity, .pushToEndLiveActivity: true
        case .systemWake(let wake): wake.reason.preset.push != nil
        default: false
        }
    }

    /// Whether the system only ends a Live Activity, which wakes no app and needs no process of it.
    fileprivate var isEndOfLiveActivity: Bool {
        switch self {
        case .pushToEndLiveActivity, .dismissLiveActivity: true
        default: false
        }
    }

    /// Whether the process may be held for it.
    fileprivate var mayHold: Bool {
        switch self {
        case .performFetch, .launchTask, .significantLocationChange, .region, .bluetooth, .voipPush, .systemWake,
            .pushToStartLiveActivity:
            true
        default: false
        }
    }
}

extension App {
    fileprivate func checkIdentifier(_ identifier: String, isIn allowed: [String], _ what: Sentence) throws(Rejection) {
        guard !allowed.contains(identifier) else { return }
        throw Rejection(
            .notPossibleNow,
            """
            \(manifest.bundleID, as: "bundleID") has no \(what, as: "kind") \
            \(identifier.prefix(bytes: 64), as: "identifier")
            """,
            field: "identifier",
            state: state.rawValue,
            accepted: allowed
        )
    }
}
