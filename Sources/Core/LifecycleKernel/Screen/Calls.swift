// Phone and VoIP calls: a call rings, as a banner or on the full screen, is answered or declined, and ends.
//
// A ringing banner changes nothing. A call on the full screen deactivates the app in front; an answered one covers the
// screen until the user leaves it. A call interrupts audio. If an app has reported the call, its process is held by the
// assertion `voipCall`, and its call provider is notified of the answer and the end; the call ends with that process.
// Sources: facts 1.2, 2.4, 10.2.
//
// Callbacks: `provider(_:perform:)`, `provider(_:didActivate:)`, `provider(_:didDeactivate:)`. Records: `verdict` of `voip`.

/// Whether something besides an app interrupts audio, and which process has reported the call. The state of the call
/// itself is in `Screen`, since a call may cover the screen.
struct Telephony: Codable, Sendable {
    /// Whether something other than a call interrupts audio.
    private(set) var isInterrupted: Bool
    /// The process that reported the call.
    private(set) var callOwner: ProcessID?
    /// Whether that process reported a video call.
    private(set) var callHasVideo: Bool

    init(isInterrupted: Bool = false, callOwner: ProcessID? = nil, callHasVideo: Bool = false) {
        self.isInterrupted = isInterrupted
        self.callOwner = callOwner
        self.callHasVideo = callHasVideo
    }

    /// Begins or ends an interruption of audio by something other than a call.
    mutating func setInterrupted(_ isInterrupted: Bool) { self.isInterrupted = isInterrupted }

    mutating func beginCall(of pid: ProcessID, hasVideo: Bool) {
        callOwner = pid
        callHasVideo = hasVideo
    }

    /// The call is over, or its process is gone.
    mutating func endCall() {
        callOwner = nil
        callHasVideo = false
    }
}

extension Telephony: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("isInterrupted", isInterrupted)
        f.field("callOwner", callOwner)
        f.field("callHasVideo", callHasVideo)
    }
}

extension Device {
    mutating func ring(_ style: CallStyle) { call(.ringing(style)) }

    /// Sets the state of the call: it rings, has been answered, or is over (nil). Then the app in front is reconciled
    /// with it.
    mutating func call(_ call: Screen.Call?) {
        let wasInterrupted = system.isAudioInterrupted
        system.screen.setCall(call)
        reconcileAll()
        updateAudio(from: wasInterrupted)
    }

    mutating func answerCall() {
        guard system.telephony.callOwner != nil, !system.screen.isLocked else {
            call(.answered(hasScreen: true))
            notifyCallOwnerOfAnswer()
            return
        }
        // The app that reported the call is notified, then opened.
        let owner = notifyCallOwnerOfAnswer()
        system.screen.setCall(.answered(hasScreen: false))
        if let owner { open(owner) } else { reconcileAll() }
    }

    /// Ends a call that the user declines or that is over. The app that reported the call is notified first.
    mutating func endCall() {
        let wasAnswered = if case .answered? = system.screen.call { true } else { false }
        let ended: [Step] = [.call(.providerPerformAction, arguments: [Value.Member("action", "end")])]
        let deactivated: [Step] = wasAnswered ? [.call(.providerDidDeactivate)] : []
        let wasInterrupted = system.isAudioInterrupted
        system.screen.setCall(nil)
        notifyCallOwnerOfEnd(ended + deactivated)
        reconcileAll()
        updateAudio(from: wasInterrupted)
    }

    // MARK: The app that reported the call

    /// Ends the call if the process that reported it has ended. Called when everything else is settled.
    mutating func endCallWithoutOwner() {
        guard let pid = system.telephony.callOwner, apps.index(ofProcess: pid) == nil else { return }
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

    /// Notifies the app that reported the call that the call was answered. On an unlocked device the app is opened
    /// next; on a locked one it stays in the background, under the system's screen. Source: facts 10.2.
    ///
    /// - Returns: The index of the app, if an app has reported the call and can be opened.
    @discardableResult
    mutating func notifyCallOwnerOfAnswer() -> Int? {
        let answer: [Step] = [
            .call(.providerPerformAction, arguments: [Value.Member("action", "answer")]),
            .call(.providerDidActivate),
        ]
        guard let index = callOwner else { return nil }
        apps[index].callProvider(answer, comesToFront: !system.screen.isLocked, in: &system)
        let pid = apps[index].process.pid
        pump(index)
        return apps[index].hasProcess(withID: pid) && !apps[index].isEnding ? index : nil
    }

    /// Notifies the app that reported the call that the call is over, and releases its assertion. If the app returns to
    /// the screen now, it is not suspended in between.
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
    private var callOwner: Int? { system.telephony.callOwner.flatMap { apps.index(ofProcess: $0) } }
}

extension App {
    /// Reports a call, after a push or without one: the call rings, and holds the process until it ends. A second call
    /// counts as reported, but does not ring.
    mutating func reportIncomingCall(hasVideo: Bool, in system: inout SystemState) -> AppEffect? {
        if system.rulebook.reportedCallNeedsBackgroundMode, !declares(.voip) {
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
        // A banner changes no state, and on a locked device no app is on screen whose state could change.
        return .interruptionChanged(from: wasInterrupted)
    }

    /// Calls the delegate of the app's call provider. A process that the system suspended although it was in a call is
    /// resumed for that.
    ///
    /// - Parameter comesToFront: Whether the app comes to the front after these calls. It may still be leaving the
    ///   screen.
    mutating func callProvider(_ steps: [Step], comesToFront: Bool, in system: inout SystemState) {
        if process.state == .suspended { resume(wokenFor: .voip, in: &system) }
        if comesToFront, !isEnding {
            process.runLoop.enqueueBeforeReconciliation(steps)
        } else {
            enqueue(steps)
        }
    }

    /// Holds a process for its call again, after the system had suspended it during the call.
    mutating func holdForCall(in system: inout SystemState) {
        if system.telephony.callOwner == process.pid { acquire(.voipCall, in: &system) }
    }

    /// Whether unlocking the device opens the app: its video call was answered while the device was locked. Source:
    /// facts 10.2.
    func opensAtUnlock(in system: SystemState) -> Bool {
        guard system.telephony.callHasVideo, let pid, system.telephony.callOwner == pid else { return false }
        return system.screen.call == .answered(hasScreen: true) && !isEnding
            && system.rulebook.videoCallAsksToUnlock
    }
}

extension SystemState {
    func checkCall(_ event: DeviceEvent) throws(Rejection) {
        switch (event, screen.call) {
        case (.incomingCall, nil), (.answerCall, .ringing), (.declineCall, .ringing), (.endCall, .answered): break
        case (_, nil): throw Rejection.notNow("no call is ringing or in progress", state: "noCall")
        case (_, .ringing): throw Rejection.notNow("a call is ringing", state: "ringing")
        case (_, .answered): throw Rejection.notNow("a call is in progress", state: "answered")
        }
    }
}
