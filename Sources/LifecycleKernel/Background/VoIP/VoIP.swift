/// PushKit pushes, and the calls that apps report. Sources: facts 2.3, 2.4.
extension Device {
    /// Refuses a PushKit push whose payload APNs does not take.
    func check(_ push: VoIPPush) throws(Rejection) {
        let limit = system.rulebook.count(.voipPushPayloadLimitBytes)
        guard let size = push.payload?.compactJSONByteCount, size > limit else { return }
        throw Rejection.tooLarge(payload: size, limit: limit)
    }

    /// Ends the call if the process that reported it has ended. Called when everything else is settled.
    mutating func endCallWithoutOwner() {
        guard let pid = system.telephony.callOwner, index(ofProcess: pid) == nil else { return }
        failCallWithoutOwner()
        call(nil)
    }

    /// The verdict on a call whose process is gone.
    mutating func failCallWithoutOwner() {
        guard let pid = system.telephony.callOwner else { return }
        system.telephony.endCall()
        let app = system.endedProcesses.processes.last { $0.pid == pid }.flatMap { index(of: $0.bundleID) }
        let refusal = Refusal(.processNotRunning, "the process that reported the call has ended")
        if let app {
            apps[app].write(.verdict(.voip, .failed, refusal), in: &system)
        } else {
            system.write(.verdict(.voip, .failed, refusal))
        }
    }

    /// Notifies the app that reported the call that it is answered. On an unlocked device it is then opened; on a
    /// locked one it stays in the background, under the system's screen. Source: facts 10.2.
    ///
    /// - Returns: The app, if it has reported the call and can be opened.
    @discardableResult
    mutating func notifyCallOwnerOfAnswer() -> Int? {
        let answer: [Step] = [
            .call(.providerPerformAction, scene: 0, arguments: [Value.Member("action", "answer")]),
            .call(.providerDidActivate, scene: 0, arguments: []),
        ]
        guard let index = callOwner else { return nil }
        apps[index].callProvider(answer, comesToFront: !system.screen.isLocked, in: &system)
        let pid = apps[index].process.pid
        pump(index)
        return apps[index].hasProcess(withID: pid) && !apps[index].isEnding ? index : nil
    }

    /// Notifies the app that reported the call that it is over, and releases its assertion. One that comes back to the
    /// screen now is not suspended on its way.
    mutating func notifyCallOwnerOfEnd(_ steps: [Step]) {
        guard let index = callOwner else { return }
        system.telephony.endCall()
        let comesToFront = apps[index].installation.isInFront(in: system)
        apps[index].callProvider(steps, comesToFront: comesToFront, in: &system)
        if comesToFront { apps[index].requestReconciliation(in: &system) }
        apps[index].release(.voipCall, in: &system)
        pump(index)
    }

    /// The app that reported the call; nil when none did, or its process is gone.
    private var callOwner: Int? { system.telephony.callOwner.flatMap { index(ofProcess: $0) } }
}

extension VoIPPush {
    func hasExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }

    /// What PushKit hands over.
    var arguments: [Value.Member] { payload.map { [Value.Member("dictionaryPayload", $0)] } ?? [] }

    func verdict(_ decision: Verdict.Decision, _ refusal: Refusal? = nil) -> Record.Body {
        .verdict(
            Verdict(
                subject: .voip,
                decision: decision,
                reason: refusal?.reason,
                detail: refusal?.detail,
                apnsID: apnsID
            )
        )
    }
}

extension App {
    /// A PushKit push: the app has to report a call in time.
    ///
    /// - Returns: What the app is woken for; nil if it is not, which is written.
    mutating func receive(_ push: VoIPPush, in system: inout SystemState) -> WakeUp? {
        noteUse(of: .voip)
        let refusal: Refusal? =
            if !declares(.voip) {
                .missing(.voip)
            } else if push.hasExpired(at: system.now) {
                Refusal(.expired)
            } else if let reason = system.reasonForNoReach {
                reason
            } else if !hasLaunched, !system.mayLaunchInBackground {
                Refusal(.beforeFirstUnlock)
            } else {
                nil
            }
        if let refusal {
            if push.isStorable, [.noNetwork, .poweredOff].contains(refusal.reason) {
                store(push, in: &system)
            } else {
                write(push.verdict(.dropped, refusal), in: &system)
            }
            return nil
        }
        let hasReportLimit = system.rulebook[.voipReportLimitSeconds] != nil
        return WakeUp(
            reason: .voip,
            assertion: .voip,
            length: system.rulebook.milliseconds(
                hasReportLimit ? .voipReportLimitSeconds : .remoteNotificationLimitSeconds
            ),
            verdict: Verdict(subject: .voip, decision: .delivered, apnsID: push.apnsID),
            step: .call(.didReceiveIncomingPush, scene: 0, arguments: push.arguments)
        )
    }

    /// The app reports a call, after a push or not: it rings, and holds the process until it ends. A call while one is
    /// there counts as reported, and is dropped.
    mutating func reportIncomingCall(hasVideo: Bool, in system: inout SystemState) -> AppEffect? {
        if system.rulebook.holds(.reportedCallNeedsBackgroundMode), !declares(.voip) {
            write(.verdict(.voip, .refused, .missing(.voip)), in: &system)
            return nil
        }
        noteUse(of: .voip)
        if system.screen.call != nil {
            write(.verdict(.voip, .dropped, .callInProgress), in: &system)
            release(.voip, in: &system)
            return nil
        }
        release(.voip, in: &system)
        acquire(.voipCall, in: &system)
        system.telephony.beginCall(of: process.pid, hasVideo: hasVideo)
        let wasInterrupted = system.isAudioInterrupted
        system.screen.setCall(.ringing(system.screen.isLocked ? .fullScreen : .banner))
        // A banner changes no state, and on a locked device nothing is on screen that could.
        return .interruptionChanged(from: wasInterrupted)
    }

    /// Calls the delegate of the app's call provider. A process that the system had suspended all the same is resumed for it.
    ///
    /// - Parameter comesToFront: Whether the app comes to the front now: after these calls, although it may still be leaving.
    mutating func callProvider(_ steps: [Step], comesToFront: Bool, in system: inout SystemState) {
        if process.state == .suspended { resume(wokenFor: .voip, in: &system) }
        if comesToFront, !isEnding {
            process.runLoop.enqueueBeforeReconciliation(steps)
        } else {
            enqueue(steps)
        }
    }

    /// A process that the system had suspended during its call is held for it again.
    mutating func holdForCall(in system: inout SystemState) {
        if system.telephony.callOwner == process.pid { acquire(.voipCall, in: &system) }
    }

    /// Whether the app has answered a video call on a locked device: unlocking it opens the app. Source: facts 10.2.
    func opensAtUnlock(in system: SystemState) -> Bool {
        guard system.telephony.callHasVideo, let pid, system.telephony.callOwner == pid else { return false }
        return system.screen.call == .answered(hasScreen: true) && !isEnding
            && system.rulebook.holds(.videoCallAsksToUnlock)
    }
}
