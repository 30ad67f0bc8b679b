// PushKit pushes: each wakes or launches the app, which has to report a call in time (Screen/Calls). Sources: facts
// 2.3, 2.4.
//
// Callbacks: `didReceiveIncomingPush`. Records: `verdict` of `voip`, `assertion` of `voip`.

/// PushKit pushes, and the calls that apps report. Sources: facts 2.3, 2.4.
extension Device {
    /// Refuses a PushKit push if APNs does not accept its payload.
    func check(_ push: VoIPPush) throws(Rejection) {
        let limit = system.rulebook.voipPushPayloadLimitBytes
        guard let size = push.payload?.compactJSONByteCount, size > limit else { return }
        throw Rejection.tooLarge(payload: size, limit: limit)
    }

}

extension VoIPPush {
    func hasExpired(at now: Instant) -> Bool { expiresAt.map { $0 <= now } ?? false }

    /// The arguments of PushKit's callback.
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
    /// Receives a PushKit push, for which the app has to report a call in time.
    ///
    /// - Returns: The wake-up; nil if the app is not woken, which a verdict says.
    mutating func receive(_ push: VoIPPush, in system: inout SystemState) -> WakeUp? {
        noteUse(of: .voip)
        let refusal: Refusal? =
            if !declares(.voip) {
                .missing(.voip)
            } else if push.hasExpired(at: system.now) {
                Refusal(.expired)
            } else if let reason = system.unreachableReason {
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
        return WakeUp(
            reason: .voip,
            assertion: .voip,
            length: system.rulebook.voipReportLimitSeconds ?? system.rulebook.remoteNotificationLimitSeconds,
            verdict: Verdict(subject: .voip, decision: .delivered, apnsID: push.apnsID),
            step: .call(.didReceiveIncomingPush, scene: 0, arguments: CallbackArguments(push.arguments))
        )
    }

}
