/// The actions of an app's own code. None is rejected here: an action that is not possible writes a verdict, or does
/// nothing.
extension App {
    /// The upper bound of an app's counters, far below the largest integer.
    private static let counterLimit = 1 << 50

    private mutating func registerForPushes(in system: inout SystemState) {
        noteUse(of: .remoteNotification)
        background.isRegisteredForPushes = true
        // The host makes the device token from this, since the kernel does not know which device it is.
        var arguments = [Value.Member("installation", .integer(Int64(installation.sequence)))]
        if let incarnation = system.incarnation {
            arguments.append(Value.Member("incarnation", .integer(Int64(incarnation))))
        }
        enqueue([.call(.didRegisterForRemoteNotifications, arguments: CallbackArguments(arguments))])
    }

    /// Hangs the main thread, inside the handler in flight or outside of any.
    private mutating func hang(in system: inout SystemState) {
        guard process.runLoop.isInHandler else {
            process.runLoop.begin(
                HandlerInFlight(
                    subject: .otherCode,
                    startedAt: system.now,
                    cpuTimeBefore: cpuTime(at: system.now, system.rulebook),
                    hangs: true
                )
            )
            return
        }
        chargeUnfinishedEntry(in: &system)
        cancelDeadlines(in: &system) { $0 == .handlerEntryEnds }
        process.runLoop.hang()
    }

    private func refusal(ofRequestFor number: SceneID?, in system: SystemState) -> Verdict.Reason? {
        if let number, !sessions.contains(where: { $0.number == number && !$0.isClosing && $0.otherRole == nil }) {
            return .unknownSession
        }
        if number == nil, let reason = refusalOfNewWindow(in: system) { return reason }
        return isInFront(in: system) && !process.isEnding ? nil : .appNotInFront
    }

    /// Performs an action. If the app's code has done too much at one instant, ends the process instead.
    ///
    /// - Returns: An effect on other apps, or one that ends this app's process; nil if there is none.
    mutating func perform(_ action: Action, in system: inout SystemState) -> AppEffect? {
        if let excess = workBudget.begin(on: &system.timeline) { return .end(excess.termination) }
        let mark = system.timeline.bytesWritten
        defer { workBudget.count(since: mark, on: system.timeline) }
        return carryOut(action, in: &system)
    }

    private mutating func carryOut(_ action: Action, in system: inout SystemState) -> AppEffect? {
        if process.runLoop.isFull, let subject = action.subjectOfCallback {
            write(.verdict(subject, .refused, .tooManyWaiting), in: &system)
            return nil
        }
        switch action {
        case .beginBackgroundTask(let name, let endsAfter, let hasHandler):
            return beginTask(named: name, endsAfter: endsAfter, hasExpirationHandler: hasHandler, in: &system)
        case .endBackgroundTask(let name, let number): endTask(named: name, numbered: number, in: &system)
        case .work(let cpu): work(cpu, in: &system)
        case .edit(let count, _):
            let changes = process.unsavedChanges + min(max(0, count), App.counterLimit)
            process.unsavedChanges = min(changes, App.counterLimit)
            noteEdit(in: &system)
        case .save(let count):
            let changes = process.unsavedChanges
            process.unsavedChanges = count.map { max(0, changes - max(0, $0)) } ?? 0
            noteSave(in: &system)
        case .log(let message): write(.log(message: message), in: &system)
        case .allocate(let bytes):
            process.changeFootprint(by: bytes)
            return .footprintGrew
        case .free(let bytes):
            process.changeFootprint(by: -bytes)
            noteFree(in: &system)
            return .memoryChanged
        case .requestSceneSession(let scene, let activity): return requestSession(scene, activity, in: &system)
        case .destroySceneSession(let scene): return destroySession(scene, in: &system)
        case .startActivity(let name, let activity): return start(activity, named: name, in: &system)
        case .stopActivity(let name): stopActivity(named: name, in: &system)
        case .showSensitiveContent: process.leaveTrace(.sensitiveContent, at: responsibleRecord(in: system))
        case .hideSensitiveContent: process.takeTrace(.sensitiveContent)
        case .requestPermission(let permission): return requestPermission(permission, in: &system)
        case .registerForRemoteNotifications: registerForPushes(in: &system)
        case .setMinimumBackgroundFetchInterval(let interval): setFetchInterval(interval, in: &system)
        case .completeFetch(_, let callback): completeFetch(of: callback, in: &system)
        case .holdFileLock:
            process.work.holdsFileLock = true
            process.leaveTrace(.fileLock, at: responsibleRecord(in: system))
        case .releaseFileLock:
            process.work.holdsFileLock = false
            process.takeTrace(.fileLock)
        case .registerTask(let identifier, let kind, let hasHandler):
            return register(identifier, kind, hasExpirationHandler: hasHandler, in: &system)
        case .submitTaskRequest(let request): return submit(request, in: &system)
        case .cancelTaskRequest(let identifier): cancelRequest(identifier, in: &system)
        case .completeTask(let identifier, let success):
            completeTask(identifier, success: success, in: &system)
            return endIfRenderingInBackground(in: &system)
        case .reportProgress(let identifier, let fraction): reportProgress(identifier, fraction, in: &system)
        case .startTransfer(let identifier, let bytes, let length, let kind, let isDiscretionary, let description):
            startTransfer(
                ofSession: identifier,
                bytes,
                taking: length,
                kind,
                isDiscretionary: isDiscretionary,
                describedAs: description,
                in: &system
            )
        case .startRequest(let identifier, let bytes, let length, let arrives):
            startRequest(identifier, bytes, taking: length, arrives: arrives, in: &system)
        case .cancelRequest(let identifier): cancelRequest(named: identifier, in: &system)
        case .completeURLSessionEvents(let identifier): completeEvents(ofSession: identifier, in: &system)
        case .setAlarm(let time): setAlarm(time, in: &system)
        case .playAudio: playAudio(in: &system)
        case .stopAudio: stopAudio(in: &system)
        case .startLocation(let request): startLocation(request, in: &system)
        case .stopLocation: stopLocation(in: &system)
        case .monitorSignificantLocationChanges: monitorSignificantLocationChanges(in: &system)
        case .startLocationSession(let session): startLocationSession(session, in: &system)
        case .endLocationSession(let session): endLocationSession(session, in: &system)
        case .startNearbyInteraction: startNearbyInteraction(in: &system)
        case .stopNearbyInteraction: release(.nearbyInteraction, in: &system)
        case .scanBluetooth(let identifier):
            startBluetooth(.central, identifier, in: &system)
            noteUse(of: .bluetoothCentral)
        case .advertiseBluetooth(let identifier):
            startBluetooth(.peripheral, identifier, in: &system)
            noteUse(of: .bluetoothPeripheral)
        case .registerWake(let reason): registerWake(reason)
        case .requestLiveActivity(let identifier): requestLiveActivity(identifier, in: &system)
        case .endLiveActivity(let identifier): endLiveActivity(identifier, in: &system)
        case .observeLiveActivities: observeLiveActivities()
        case .reportIncomingCall: return reportIncomingCall(hasVideo: false, in: &system)
        case .reportIncomingVideoCall: return reportIncomingCall(hasVideo: true, in: &system)
        case .crash(let exception, let message, let signature):
            return .end(Termination(exception.reason, explanation: message, signature: signature))
        case .hang: hang(in: &system)
        case .exit: return .end(Termination(.normal))
        }
        return nil
    }

    /// Asks the user for a permission: the system's alert lies over the screen until the user answers. The system does
    /// not ask for an app that is not in front. Source: facts 1.2 (system alert).
    private mutating func requestPermission(_ permission: String, in system: inout SystemState) -> AppEffect? {
        guard isInFront(in: system), !process.isEnding else {
            write(.verdict(.permission, .refused, .appNotInFront, permission), in: &system)
            return nil
        }
        return .present(.systemAlert)
    }

    /// `requestSceneSessionActivation`. Source: facts 1.4.
    private mutating func requestSession(
        _ number: SceneID?,
        _ activity: String?,
        in system: inout SystemState
    ) -> AppEffect? {
        if let reason = refusal(ofRequestFor: number, in: system) {
            write(
                .verdict(Verdict(subject: .sceneSession, decision: .refused, reason: reason, identifier: nil)),
                in: &system
            )
            return nil
        }
        return .showWindow(number ?? makeSession(userActivity: activity))
    }

    /// `requestSceneSessionDestruction`. Source: facts 1.4.
    private mutating func destroySession(_ number: SceneID, in system: inout SystemState) -> AppEffect? {
        guard sessions.contains(where: { $0.number == number && !$0.isClosing }) else {
            let verdict = Verdict(subject: .sceneSession, decision: .refused, reason: .unknownSession, identifier: nil)
            write(.verdict(verdict), in: &system)
            return nil
        }
        return .closeSession(number)
    }
}

extension Action {
    /// The subject of the callback that the action enqueues on the app's own main thread; nil if it enqueues none.
    fileprivate var subjectOfCallback: Verdict.Subject? {
        switch self {
        case .registerForRemoteNotifications: .push
        case .endLiveActivity: .liveActivity
        case .setAlarm: .activity
        case .startRequest, .cancelRequest: .request
        default: nil
        }
    }
}
