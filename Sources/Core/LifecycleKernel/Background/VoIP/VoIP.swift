// PushKit pushes: each wakes or launches the app, which has to report a call before its handler returns (Screen/Calls).
// If it does not, PushKit throws an exception in the process. The system ends a process that does not begin to handle the
// push in time. An app that fails too often receives no more of these pushes. Sources: facts 2.3, 2.4.
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
    /// Sends a PushKit push. If it cannot reach the device, it waits with Apple's servers, or is dropped.
    mutating func send(_ push: VoIPPush, in system: inout SystemState) -> AppEffect? {
        guard let reason = system.unreachableReason, declares(.voip), !push.hasExpired(at: system.now) else {
            return receive(push, in: &system)
        }
        noteUse(of: .voip)
        if push.isStorable { store(push, in: &system) } else { write(push.verdict(.dropped, reason), in: &system) }
        return nil
    }

    /// Receives a PushKit push on the device. The app has to report a call for it in time.
    ///
    /// - Returns: The wake-up; nil if the app is not woken, which a verdict says.
    mutating func receive(_ push: VoIPPush, in system: inout SystemState) -> AppEffect? {
        noteUse(of: .voip)
        let refusal: Refusal? =
            if !declares(.voip) {
                .missing(.voip)
            } else if push.hasExpired(at: system.now) {
                Refusal(.expired)
            } else if isBlockedFromCalls(in: system) {
                Refusal(.tooManyUnreportedCalls)
            } else {
                nil
            }
        if let refusal {
            write(push.verdict(.dropped, refusal), in: &system)
            return nil
        }
        if waits(.voip(push), in: &system) { return nil }
        let wakeUp = WakeUp(
            reason: .voip,
            assertion: .voip,
            length: system.rulebook.voipReportLimitSeconds ?? system.rulebook.remoteNotificationLimitSeconds,
            verdict: Verdict(subject: .voip, decision: .delivered, apnsID: push.apnsID),
            step: .call(.didReceiveIncomingPush, arguments: CallbackArguments(push.arguments))
        )
        return .wake(wakeUp)
    }

    /// Called when a handler has returned. If it was to report the call of a push, and has not, PushKit throws an
    /// exception, even in front or with a debugger.
    ///
    /// - Returns: The end of the process; nil if it goes on.
    mutating func endWithoutReport(after handler: HandlerInFlight, _ rulebook: Rulebook) -> AppEffect? {
        guard handler.name == .didReceiveIncomingPush, let record = handler.record,
            rulebook.voipNotReportedEnds == .crash
        else { return nil }
        // A report releases the assertions of all pushes. A push that came after the handler had begun has a handler of its
        // own, which has to report its call.
        let isUnreported = process.assertions.held.contains { $0.kind == .voip && $0.acquiredBy < record }
        guard isUnreported else { return nil }
        let explanation =
            "PushKit ends the app because it never posted an incoming call to the system after receiving a VoIP push"
        return endWithoutReport(.mistake(.abnormal, explanation: explanation), rulebook)
    }

    /// Counts a push whose call was not reported, for which the process ends.
    mutating func endWithoutReport(_ termination: Termination, _ rulebook: Rulebook) -> AppEffect {
        if let limit = rulebook.voipFailuresUntilBlocked {
            background.unreportedCalls = UInt16(clamping: min(Int(background.unreportedCalls) + 1, limit))
        }
        return .end(termination)
    }

    /// Whether the app has failed to report so many calls that the system delivers no more VoIP pushes to it.
    private func isBlockedFromCalls(in system: SystemState) -> Bool {
        guard let limit = system.rulebook.voipFailuresUntilBlocked else { return false }
        return background.unreportedCalls >= limit
    }
}
