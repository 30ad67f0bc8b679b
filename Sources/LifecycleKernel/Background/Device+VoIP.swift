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
