/// How findings are written, and what they point to.
extension Device {
    /// Writes a finding and takes it up in the app's audit.
    mutating func found(_ code: Finding.Code, _ detail: String, evidence: [UInt64], _ index: Int) {
        found(Finding(code: code, detail: detail, evidence: evidence), index)
    }

    mutating func found(_ finding: Finding, scene: SceneNumber? = nil, _ index: Int) {
        write(.finding(finding), app: index, scene: scene)
        installed[index].auditLog.add(finding, at: lastSequence, time: now)
    }

    /// The record of what an app's code does now: the input that brought an action from outside, else the callback
    /// that it is in.
    func deed(_ index: Int) -> UInt64 {
        guard lastSequence != cause, let handler = self[process: index].runLoop.inFlight, handler.callback != 0 else {
            return cause
        }
        return handler.callback
    }

    /// The callback that the app's main thread is in.
    private func callbackInFlight(_ index: Int) -> CallbackName? { self[process: index].runLoop.inFlight?.name }

    /// An app makes use of a background mode, if it declares it.
    mutating func noteUse(of mode: BackgroundMode, _ index: Int) {
        guard !installed[index].auditLog.hasUsed(mode), declares(mode, index) else { return }
        installed[index].auditLog.noteUse(of: mode)
    }

    // MARK: What the app's code does

    /// Changes appear that are not saved.
    mutating func noteEdit(_ index: Int) {
        guard self[process: index].unsavedChanges > 0, self[process: index].trace(.unsavedChanges) == nil else {
            return
        }
        self[process: index].leaveTrace(.unsavedChanges, at: deed(index))
    }

    /// The app saves: it matters where, and whether that is all.
    mutating func noteSave(_ index: Int) {
        if self[process: index].unsavedChanges == 0 { self[process: index].takeTrace(.unsavedChanges) }
        guard callbackInFlight(index) == .applicationWillTerminate else {
            installed[index].auditLog.noteSaveElsewhere()
            return
        }
        let detail = "the app saves in applicationWillTerminate(_:), and was seen to save nowhere else"
        let finding = Finding(code: .savesOnlyInWillTerminate, detail: detail, evidence: [deed(index)])
        installed[index].auditLog.add(finding, at: lastSequence, time: now)
    }

    /// The app frees memory. What it frees in front, because it is done with it, is no answer to leaving the screen.
    mutating func noteFree(_ index: Int) {
        let isLeaving = callbackInFlight(index).map { SlowHandler.row(of: $0) != nil } ?? false
        guard isLeaving || self[process: index].state != .active else { return }
        self[process: index].leaveTrace(.freedMemory, at: deed(index))
    }

    /// A game starts: nobody asked for it when it goes on in the handlers of coming back.
    ///
    /// - Parameter deed: The record of what the app's code did.
    mutating func noteStart(of activity: Activity, by deed: UInt64, _ index: Int) {
        guard activity == .game, let stopped = self[process: index].takeTrace(.stoppedGame),
            let name = callbackInFlight(index), name.isComingBack
        else { return }
        found(
            .gameResumedByItself,
            "the game that had been stopped was started again in \(name.rawValue)",
            evidence: [stopped.sequence, deed],
            index
        )
    }

    mutating func noteStop(of activity: Activity, _ index: Int) {
        if activity == .game { self[process: index].leaveTrace(.stoppedGame, at: deed(index)) }
    }
}

extension CallbackName {
    /// Whether the app hears it when it comes back to the screen.
    fileprivate var isComingBack: Bool {
        self == .applicationDidBecomeActive || self == .applicationWillEnterForeground
            || self == .sceneDidBecomeActive || self == .sceneWillEnterForeground
    }
}
