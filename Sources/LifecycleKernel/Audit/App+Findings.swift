/// How findings are written, and what they point to.
extension App {
    /// Writes a finding and adds it to the app's audit.
    mutating func report(
        _ code: Finding.Code,
        _ detail: String,
        evidence: [SequenceNumber],
        in system: inout SystemState
    ) {
        report(Finding(code: code, detail: detail, evidence: evidence), in: &system)
    }

    mutating func report(_ finding: Finding, scene: SceneID? = nil, in system: inout SystemState) {
        write(.finding(finding), scene: scene, in: &system)
        auditLog.add(finding, at: system.lastSequence, time: system.now)
    }

    /// The record of what an app's code does now: the input that brought an action from outside, else the callback
    /// that it is in.
    func responsibleRecord(in system: SystemState) -> SequenceNumber {
        guard system.lastSequence != system.cause, let handler = process.runLoop.inFlight, handler.callback != 0 else {
            return system.cause
        }
        return handler.callback
    }

    /// The callback that the app's main thread is in, or that of the notification whose observers run.
    private func callbackInFlight() -> CallbackName? { process.runLoop.inFlight?.counterpart }

    /// An app makes use of a background mode, if it declares it.
    mutating func noteUse(of mode: BackgroundMode) {
        guard !auditLog.hasUsed(mode), declares(mode) else { return }
        auditLog.noteUse(of: mode)
    }

    // MARK: What the app's code does

    /// Changes appear that are not saved.
    mutating func noteEdit(in system: inout SystemState) {
        guard process.unsavedChanges > 0, process.trace(.unsavedChanges) == nil else {
            return
        }
        process.leaveTrace(.unsavedChanges, at: responsibleRecord(in: system))
    }

    /// The app saves: it matters where, and whether that is all.
    mutating func noteSave(in system: inout SystemState) {
        if process.unsavedChanges == 0 { process.takeTrace(.unsavedChanges) }
        guard callbackInFlight() == .applicationWillTerminate else {
            auditLog.noteSaveElsewhere()
            return
        }
        let detail = "the app saves in applicationWillTerminate(_:), and was seen to save nowhere else"
        let finding = Finding(
            code: .savesOnlyInWillTerminate,
            detail: detail,
            evidence: [responsibleRecord(in: system)]
        )
        auditLog.add(finding, at: system.lastSequence, time: system.now)
    }

    /// The app frees memory. What it frees in front, because it is done with it, is no answer to leaving the screen.
    mutating func noteFree(in system: inout SystemState) {
        let isLeaving = callbackInFlight().map { SlowHandler.row(of: $0) != nil } ?? false
        guard isLeaving || process.state != .active else { return }
        process.leaveTrace(.freedMemory, at: responsibleRecord(in: system))
    }

    /// Called when an activity starts: reports a game that the handlers of returning to the foreground start again.
    ///
    /// - Parameter record: The record of what the app's code did.
    mutating func noteStart(of activity: Activity, by record: SequenceNumber, in system: inout SystemState) {
        guard activity == .game, let stopped = process.takeTrace(.stoppedGame),
            let name = callbackInFlight(), name.isReturnToForeground
        else { return }
        report(
            .gameResumedByItself,
            "the game that had been stopped was started again in \(name.rawValue)",
            evidence: [stopped.sequence, record],
            in: &system
        )
    }

    mutating func noteStop(of activity: Activity, in system: inout SystemState) {
        if activity == .game { process.leaveTrace(.stoppedGame, at: responsibleRecord(in: system)) }
    }
}

extension CallbackName {
    /// Whether it is called when the app returns to the foreground.
    fileprivate var isReturnToForeground: Bool {
        self == .applicationDidBecomeActive || self == .applicationWillEnterForeground
            || self == .sceneDidBecomeActive || self == .sceneWillEnterForeground
    }
}
