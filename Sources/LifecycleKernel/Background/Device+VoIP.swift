/// PushKit pushes, and the calls that apps report. Sources: facts 2.3, 2.4.
extension Device {
    /// A PushKit push: the app has to report a call in time.
    mutating func voipPush(_ index: Int) {
        noteUse(of: .voip, index)
        let why: Verdict.Why? =
            if !declares(.voip, index) {
                .missingBackgroundMode
            } else if conditions.network == .none {
                .noNetwork
            } else if !hasLaunched(index), !mayLaunchInBackground {
                .beforeFirstUnlock
            } else {
                nil
            }
        if let why {
            write(verdict(.voip, .dropped, why), app: index)
            return
        }
        wake(
            index,
            for: .voip,
            holding: .voip,
            lasting: rulebook.milliseconds(
                rulebook[.voipReportLimitSeconds] == nil ? .remoteNotificationLimitSeconds : .voipReportLimitSeconds
            ),
            verdict: Verdict(subject: .voip, decision: .delivered, why: nil, identifier: nil),
            then: .call(.didReceiveIncomingPush, scene: 0, arguments: [])
        )
    }

    /// The app reports a call, after a push or not: it rings, and holds the process until it ends. A call while one is
    /// there counts as reported, and is dropped.
    mutating func reportIncomingCall(_ index: Int) {
        if rulebook.holds(.reportedCallNeedsBackgroundMode), !declares(.voip, index) {
            write(verdict(.voip, .refused, .missingBackgroundMode), app: index)
            return
        }
        noteUse(of: .voip, index)
        if screen.call != nil {
            write(verdict(.voip, .dropped, .callInProgress), app: index)
            release(.voip, of: index)
            return
        }
        release(.voip, of: index)
        acquire(.voipCall, for: index)
        callOwner = self[process: index].pid
        let wasInterrupted = isAudioInterrupted
        screen.call = .ringing(screen.isLocked ? .fullScreen : .banner)
        audioFollowsInterruption(from: wasInterrupted)
        // The app itself may be in the middle of a handler: it follows when that returns.
        for other in installed.indices where installed[other].process != nil && other != index {
            if self[process: other].state != .suspended { askToFollow(other) }
        }
    }

    /// The process that reported the call is gone, and the call goes with it. Called when everything else is settled,
    /// so that nobody is told of it in the middle of something.
    mutating func endCallWithoutOwner() {
        guard let pid = callOwner, index(ofProcess: pid) == nil else { return }
        callOwner = nil
        let app = ended.last { $0.pid == pid }.flatMap { index(of: $0.bundleID) }
        write(verdict(.voip, .failed, .processNotRunning), app: app)
        call(nil)
    }

    /// The app that reported the call hears what becomes of it.
    mutating func tellCallOwner(_ steps: [Step], ends: Bool) {
        guard let pid = callOwner, let index = index(ofProcess: pid) else { return }
        // The system may have suspended it all the same; the call is something to wake it for.
        if self[process: index].state == .suspended { resume(index, wokenFor: .voip) }
        enqueue(steps, index)
        if ends {
            callOwner = nil
            release(.voipCall, of: index)
        }
        pump(index)
    }
}
