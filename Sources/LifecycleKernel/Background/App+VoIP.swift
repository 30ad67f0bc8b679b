/// PushKit pushes, and the calls that apps report. Sources: facts 2.3, 2.4.
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

    /// Whether the app has answered a video call on a locked device: unlocking it opens the app. Source: facts 10.2.
    func opensAtUnlock(in system: SystemState) -> Bool {
        guard system.telephony.callHasVideo, let pid, system.telephony.callOwner == pid else { return false }
        return system.screen.call == .answered(hasScreen: true) && !isEnding
            && system.rulebook.holds(.videoCallAsksToUnlock)
    }
}
