/// PushKit pushes, and the calls that apps report. Sources: facts 2.3, 2.4.
extension Device {
    /// A PushKit push: the app has to report a call in time.
    mutating func voipPush(_ index: Int) {
        noteUse(of: .voip, index)
        let refusal: Refusal? =
            if !declares(.voip, index) {
                .missing(.voip)
            } else if conditions.network == .none {
                Refusal(.noNetwork)
            } else if !hasLaunched(index), !mayLaunchInBackground {
                Refusal(.beforeFirstUnlock)
            } else {
                nil
            }
        if let refusal {
            write(verdict(.voip, .dropped, refusal), app: index)
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
            write(verdict(.voip, .refused, .missing(.voip)), app: index)
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
        // A banner changes no state, and on a locked device nothing is on screen that could.
        audioFollowsInterruption(from: wasInterrupted)
    }

    /// The process that reported the call is gone, and the call goes with it. Called when everything else is settled,
    /// so that nobody is told of it in the middle of something.
    mutating func endCallWithoutOwner() {
        guard let pid = callOwner, index(ofProcess: pid) == nil else { return }
        failCallWithoutOwner()
        call(nil)
    }

    /// The verdict on a call whose process is gone.
    mutating func failCallWithoutOwner() {
        guard let pid = callOwner else { return }
        callOwner = nil
        let app = ended.last { $0.pid == pid }.flatMap { index(of: $0.bundleID) }
        let refusal = Refusal(.processNotRunning, "the process that reported the call has ended")
        write(verdict(.voip, .failed, refusal), app: app)
    }

    /// The app that reported the call hears that it is answered. On an unlocked device it is then opened; on a locked
    /// one it stays in the background, under the system's screen. Source: facts 10.2.
    ///
    /// - Returns: The app, if it has reported the call and can be opened.
    @discardableResult
    mutating func tellCallOwnerOfAnswer() -> Int? {
        let answer: [Step] = [
            .call(.providerPerformAction, scene: 0, arguments: [Value.Member("action", "answer")]),
            .call(.providerDidActivate, scene: 0, arguments: []),
        ]
        guard let index = enqueueForCallOwner(answer) else { return nil }
        let pid = self[process: index].pid
        pump(index)
        return lives(pid, at: index) && !isEnding(index) ? index : nil
    }

    /// The app that reported the call hears that it is over, and is held by it no more. One that comes back to the
    /// screen now is not suspended on its way.
    mutating func tellCallOwnerOfEnd(_ steps: [Step]) {
        guard let index = enqueueForCallOwner(steps) else { return }
        if isInFront(index) { askToFollow(index) }
        callOwner = nil
        release(.voipCall, of: index)
        pump(index)
    }

    /// - Returns: The app that reported the call; nil when none did, or its process is gone.
    private mutating func enqueueForCallOwner(_ steps: [Step]) -> Int? {
        guard let pid = callOwner, let index = index(ofProcess: pid) else { return nil }
        // The system may have suspended it all the same; the call is something to wake it for.
        if self[process: index].state == .suspended { resume(index, wokenFor: .voip) }
        enqueue(steps, index)
        return index
    }
}
