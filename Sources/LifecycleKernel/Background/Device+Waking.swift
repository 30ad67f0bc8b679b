/// How the system wakes apps. Source: facts 1.1, 6.
extension Device {
    /// Lets an app run for something: launched or resumed where it does not, held by an assertion meanwhile.
    ///
    /// In the order of the records: process, assertion, verdict, and then what the app is told.
    ///
    /// - Parameters:
    ///   - kind: What holds the process.
    ///   - length: After how long that ends.
    ///   - first: What the app is told before what it is woken for.
    ///   - options: What the launch options say, if it is launched.
    /// - Returns: Whether the process lived to be told.
    @discardableResult
    mutating func wake(
        _ index: Int,
        for reason: LaunchReason,
        holding kind: Assertion.Kind,
        lasting length: Milliseconds,
        verdict: Verdict,
        first: Step? = nil,
        then step: Step,
        options: [Value.Member] = []
    ) -> Bool {
        guard run(index, for: reason, holding: kind, lasting: length, options: options) != nil else {
            apps[index].write(.verdict(verdict.withoutProcess), in: &system)
            return false
        }
        apps[index].write(.verdict(verdict), in: &system)
        if let first {
            apps[index].enqueue([first, step])
            pump(index)
        } else {
            pump(index, with: step)
        }
        return true
    }

    /// Lets an app run, held by an assertion; what it does is enqueued by the caller.
    ///
    /// - Returns: The number of the assertion; nil when the process did not live to see it.
    mutating func run(
        _ index: Int,
        for reason: LaunchReason,
        holding kind: Assertion.Kind,
        lasting length: Milliseconds,
        options: [Value.Member] = []
    ) -> UInt32? {
        if !apps[index].hasLaunched {
            launch(index, reason: reason, options: options)
        } else if apps[index].process.state == .suspended {
            apps[index].resume(wokenFor: reason, in: &system)
        }
        // The memory that a launch takes may have cost it its life.
        guard apps[index].hasProcess else { return nil }
        return apps[index].acquire(kind, lasting: length, in: &system)
    }
}

extension SystemState {
    /// Whether something may be launched in the background at all: not before the first unlock.
    var mayLaunchInBackground: Bool {
        screen.wasUnlockedSinceBoot || rulebook.holds(.backgroundLaunchBeforeFirstUnlock)
    }
}

extension Record.Body {
    /// The record of a decision.
    static func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ why: Verdict.Why?,
        _ identifier: String? = nil,
        detail: String? = nil
    ) -> Record.Body {
        .verdict(Verdict(subject: subject, decision: decision, why: why, identifier: identifier, detail: detail))
    }

    /// The record of a decision against something.
    static func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ refusal: Refusal,
        _ identifier: String? = nil
    ) -> Record.Body {
        .verdict(subject, decision, refusal.why, identifier, detail: refusal.detail)
    }
}

extension Verdict {
    /// What becomes of it when the process did not live to hear of it.
    fileprivate var withoutProcess: Verdict {
        var verdict = self
        verdict.decision = subject == .fetch ? .refused : .dropped
        verdict.why = Refusal.processEnded.why
        verdict.detail = Refusal.processEnded.detail
        return verdict
    }
}
