/// What the device does for an accepted event that may wake an app. Everything that the event names exists.
enum WakeChange {
    case fetch
    /// The identifier of a request.
    case launchTask(String)
    case expireTask(RunningTask, by: RunningTask.Expiry?)
    case receive(WakeCause)
    case voipPush(VoIPPush)
    case systemWake(SystemWake)
    case activityPush(ActivityPush)
    case dismiss(LiveActivity)
    case finishTransfer(UInt32)
}

/// Events for which the system wakes apps.
extension Device {
    func accept(_ event: WakeEvent, _ index: Int) throws(Rejection) -> WakeChange {
        if !event.isEndOfLiveActivity { try apps[index].requireOpenable() }
        let wakesForLocation =
            apps[index].isWokenForLocations || apps[index].isWokenForEachLocation(in: system)
        if event.mayHold || event == .locationUpdate && wakesForLocation {
            try apps[index].checkMayWake()
        }
        switch event {
        case .performFetch: return .fetch
        case .launchTask(let identifier):
            let requests = apps[index].background.requests
            _ = try apps[index].require("pending request", identifier, in: requests, \.request.identifier)
            if !apps[index].mayBeWoken(for: .backgroundTask, in: system) {
                throw Rejection.notNow("the device has not been unlocked yet", state: "locked")
            }
            return .launchTask(identifier)
        case .expireTask(let identifier):
            let running = apps[index].livingProcess?.work.runningTasks ?? []
            let task = try apps[index].require("running task", identifier, in: running, \.identifier)
            return .expireTask(task, by: nil)
        case .cancelTask(let identifier):
            let running = apps[index].livingProcess?.work.runningTasks ?? []
            let task = try apps[index].require(
                "running continued processing task",
                identifier,
                in: running.filter { $0.kind == .continuedProcessing },
                \.identifier
            )
            return .expireTask(task, by: .user)
        case .finishTransfer(let identifier):
            let transfers = apps[index].background.transfers
            let transfer = try apps[index].require("transfer under way", identifier, in: transfers, \.identifier)
            return .finishTransfer(transfer.number)
        case .pushToStartLiveActivity(let identifier): return .activityPush(.start(identifier))
        case .pushToEndLiveActivity(let identifier):
            _ = try apps[index].requireLiveActivity(identifier)
            return .activityPush(.end(identifier))
        case .dismissLiveActivity(let identifier): return .dismiss(try apps[index].requireLiveActivity(identifier))
        case .voipPush(let push):
            try check(push)
            return .voipPush(push)
        case .systemWake(let wake): return .systemWake(wake)
        case .locationUpdate: return .receive(.location)
        case .significantLocationChange: return .receive(.significantChange)
        case .region(let identifier, let crossing): return .receive(.region(identifier, crossing))
        case .bluetooth: return .receive(.bluetooth)
        }
    }

    mutating func perform(_ change: WakeChange, _ index: Int) {
        switch change {
        case .fetch: wake(index, for: apps[index].beginFetch(in: &system))
        case .launchTask(let identifier): launchTask(identifier, index)
        case .expireTask(let task, let expiry):
            apps[index].expire(task, for: expiry, in: &system)
            // The process may have been permitted to render in the background only because of this task.
            carryOut(apps[index].endIfRenderingInBackground(in: &system), of: index)
            pump(index)
        case .receive(let cause): carryOut(apps[index].receive(cause, in: &system), of: index)
        case .voipPush(let push): carryOut(apps[index].send(push, in: &system), of: index)
        case .systemWake(let wake): carryOut(apps[index].send(wake, in: &system), of: index)
        case .activityPush(let push): carryOut(apps[index].send(push, in: &system), of: index)
        case .dismiss(let activity):
            apps[index].end(activity, by: .user, in: &system)
            carryOut(.runMainThread, of: index)
        case .finishTransfer(let number): transferEnds(number)
        }
    }
}

extension WakeEvent {
    /// Whether it is a push. A push can be sent to Apple's servers even if nothing can reach the device.
    var isPush: Bool {
        switch self {
        case .voipPush, .pushToStartLiveActivity, .pushToEndLiveActivity: true
        case .systemWake(let wake): wake.reason.preset.push != nil
        default: false
        }
    }

    /// Whether it only ends a Live Activity. That wakes no app and needs no process.
    fileprivate var isEndOfLiveActivity: Bool {
        switch self {
        case .pushToEndLiveActivity, .dismissLiveActivity: true
        default: false
        }
    }

    /// Whether the process may get an assertion for it.
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
    /// Returns the first of several things with a given identifier.
    ///
    /// - Throws: `not-possible-now` with the identifiers that there are.
    fileprivate func require<Thing>(
        _ what: Sentence,
        _ identifier: String,
        in things: [Thing],
        _ identifierOf: (Thing) -> String
    ) throws(Rejection) -> Thing {
        if let thing = things.first(where: { identifierOf($0) == identifier }) { return thing }
        throw Rejection(
            .notPossibleNow,
            """
            \(manifest.bundleID, as: "bundleID") has no \(what, as: "kind") \
            \(identifier.prefix(bytes: 64), as: "identifier")
            """,
            field: "identifier",
            state: state.rawValue,
            accepted: things.map(identifierOf)
        )
    }

    fileprivate func requireLiveActivity(_ identifier: String) throws(Rejection) -> LiveActivity {
        try require("Live Activity", identifier, in: background.liveActivities ?? [], \.identifier)
    }
}
