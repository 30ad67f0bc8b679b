/// What ends a wake-up by a framework before its limit: the return of its handler, or a completion handler. Source: the
/// rows of `SystemWake.Reason.preset`.
extension App {
    /// Notes what ends a wake-up whose handler is called next.
    mutating func awaitEnd(
        of end: SystemWake.Preset.End,
        heldBy assertion: AssertionID,
        in system: SystemState
    ) {
        switch end {
        case .handlerReturns: process.runLoop.insert([.wakeHandled(assertion)])
        case .completionHandler:
            // The record of the call is the next one.
            let handler = CompletionHandler(assertion: assertion, callback: system.lastSequence.next, session: nil)
            process.work.completionHandlers = openCompletionHandlers + [handler]
        case .limit: break
        }
    }

    /// The handler of a wake-up has returned.
    mutating func wakeHandled(_ id: AssertionID, in system: inout SystemState) {
        guard let assertion = process.assertions[id] else { return }
        end(assertion, .released, in: &system)
    }

    /// Reports that a wake-up has ended whose completion handler was not called. It ends no process. Source:
    /// HKObserverQueryCompletionHandler.
    mutating func auditEnd(of assertion: Assertion, in system: inout SystemState) {
        guard assertion.kind == .systemWake, !process.work.isBlank,
            process.work.completionHandlers.contains(where: { $0.assertion == assertion.id })
        else { return }
        let finding = Finding(
            code: .completionHandlerMissing,
            detail: "woken by a framework, and its completion handler was not called in time: the framework tries "
                + "again later and later, and stops after a few times",
            evidence: [assertion.acquiredBy, system.lastSequence]
        )
        report(finding.during(uncompletedCallback(in: system)), in: &system)
    }
}
