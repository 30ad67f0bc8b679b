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
