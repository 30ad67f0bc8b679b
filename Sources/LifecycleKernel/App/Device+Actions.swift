/// What an app's own code does. An action is never refused from here on: what cannot be done is a verdict, or nothing.
extension Device {
    /// The most that counters of an app hold, far from where integers end.
    private static let counterLimit = 1 << 50

    mutating func perform(_ action: Action, by index: Int) {
        switch action {
        case .beginBackgroundTask(let name, let endsAfter, let hasHandler):
            beginTask(named: name, endsAfter: endsAfter, hasExpirationHandler: hasHandler, index)
        case .endBackgroundTask(let name): endTask(named: name, index)
        case .work(let cpu): work(cpu, index)
        case .edit(let count, _):
            let changes = self[process: index].unsavedChanges + count
            self[process: index].unsavedChanges = min(changes, Self.counterLimit)
            noteEdit(index)
        case .save(let count):
            let changes = self[process: index].unsavedChanges
            self[process: index].unsavedChanges = count.map { max(0, changes - $0) } ?? 0
            noteSave(index)
        case .log(let message): write(.log(message: message), app: index)
        case .allocate(let bytes): allocate(bytes, index)
        case .free(let bytes): free(bytes, index)
        case .requestSceneSession(let scene, let activity): requestSession(scene, activity, index)
        case .destroySceneSession(let scene): destroySession(scene, index)
        case .startActivity(let name, let activity): start(activity, named: name, index)
        case .stopActivity(let name): stopActivity(named: name, index)
        case .showSensitiveContent: self[process: index].leaveTrace(.sensitiveContent, at: deed(index))
        case .hideSensitiveContent: self[process: index].takeTrace(.sensitiveContent)
        case .registerForRemoteNotifications: registerForPushes(index)
        case .setMinimumBackgroundFetchInterval(let interval): setFetchInterval(interval, index)
        case .completeFetch: complete(.remoteNotification, or: .backgroundFetch, index)
        case .holdFileLock:
            self[process: index].work.holdsFileLock = true
            self[process: index].leaveTrace(.fileLock, at: deed(index))
        case .releaseFileLock:
            self[process: index].work.holdsFileLock = false
            self[process: index].takeTrace(.fileLock)
        case .registerTask(let identifier, let kind, let hasHandler):
            register(identifier, kind, hasExpirationHandler: hasHandler, index)
        case .submitTaskRequest(let request): submit(request, index)
        case .cancelTaskRequest(let identifier): cancelRequest(identifier, index)
        case .completeTask(let identifier, let success): completeTask(identifier, success: success, index)
        case .startTransfer(let identifier, let bytes, let length):
            startTransfer(identifier, bytes: bytes, lasting: length, index)
        case .completeURLSessionEvents: complete(.urlSessionEvents, index)
        case .playAudio: playAudio(index)
        case .stopAudio: stopAudio(index)
        case .startLocation: startLocation(index)
        case .stopLocation: stopLocation(index)
        case .monitorSignificantLocationChanges: installed[index].background.monitorsLocation = true
        case .scanBluetooth(let identifier):
            startBluetooth(.central, identifier, index)
            noteUse(of: .bluetoothCentral, index)
        case .advertiseBluetooth(let identifier):
            startBluetooth(.peripheral, identifier, index)
            noteUse(of: .bluetoothPeripheral, index)
        case .reportIncomingCall: reportIncomingCall(index)
        case .crash(let exception): end(index, exception.reason)
        case .hang: hang(index)
        case .exit: end(index, .normal)
        }
    }

    private mutating func registerForPushes(_ index: Int) {
        noteUse(of: .remoteNotification, index)
        installed[index].background.isRegisteredForPushes = true
        let token = [Value.Member("deviceToken", .string(pushToken(index)))]
        enqueue([.call(.didRegisterForRemoteNotifications, scene: 0, arguments: token)], index)
    }

    /// The main thread stands still: inside the handler in flight, or outside of any.
    private mutating func hang(_ index: Int) {
        guard self[process: index].runLoop.inFlight != nil else {
            self[process: index].runLoop.inFlight = HandlerInFlight(
                callback: 0,
                name: nil,
                scene: 0,
                arguments: [],
                startedAt: now,
                cpuTimeBefore: cpuTime(ofProcessAt: index),
                hangs: true
            )
            return
        }
        chargeUnfinishedEntry(index)
        callOff(index) { $0 == .handlerEntryEnds }
        self[process: index].runLoop.inFlight?.hangs = true
    }

    // MARK: Windows

    /// `requestSceneSessionActivation`. Source: facts 1.4.
    private mutating func requestSession(_ number: SceneNumber?, _ activity: String?, _ index: Int) {
        if let why = refusal(ofRequestFor: number, index) {
            write(.verdict(Verdict(subject: .sceneSession, decision: .refused, why: why, identifier: nil)), app: index)
            return
        }
        let number = number ?? makeSession(userActivity: activity, index)
        let window = Screen.Window(bundleID: installed[index].manifest.bundleID, scene: number)
        show(takesWindowFromScreen(number, index) + [window])
        askToFollow(index)
    }

    private func refusal(ofRequestFor number: SceneNumber?, _ index: Int) -> Verdict.Why? {
        if let number, !installed[index].sessions.contains(where: { $0.number == number && !$0.isClosing }) {
            return .unknownSession
        }
        if number == nil, let why = refusalOfNewWindow(index) { return why }
        return isInFront(index) && self[process: index].ending == nil ? nil : .appNotInFront
    }

    /// `requestSceneSessionDestruction`. Source: facts 1.4.
    private mutating func destroySession(_ number: SceneNumber, _ index: Int) {
        guard installed[index].sessions.contains(where: { $0.number == number && !$0.isClosing }) else {
            let verdict = Verdict(subject: .sceneSession, decision: .refused, why: .unknownSession, identifier: nil)
            write(.verdict(verdict), app: index)
            return
        }
        closeSession(number, index)
    }
}
