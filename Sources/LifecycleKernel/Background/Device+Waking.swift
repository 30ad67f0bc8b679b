/// Wakes apps in the background. Source: facts 1.1, 6.
extension Device {
    /// Wakes an app for something, if there is something: launches or resumes it, and acquires an assertion.
    ///
    /// The order of the records is: process, assertion, verdict, and then the callbacks.
    mutating func wake(_ index: Int, for wakeUp: consuming WakeUp?) {
        guard let wakeUp else { return }
        let assertion = run(
            index,
            for: wakeUp.reason,
            holding: wakeUp.assertion,
            lasting: wakeUp.length,
            options: wakeUp.options
        )
        guard let assertion else {
            apps[index].write(.verdict(wakeUp.verdict.withoutProcess), in: &system)
            return
        }
        apps[index].write(.verdict(wakeUp.verdict), in: &system)
        if wakeUp.countsAsPushDelivery { apps[index].countPushDelivery(in: system) }
        let step = wakeUp.step.held(by: assertion)
        if let first = wakeUp.first {
            apps[index].enqueue([first, step])
            pump(index)
        } else {
            pump(index, with: step)
        }
    }

    /// Launches or resumes an app, and acquires an assertion; the caller enqueues the steps.
    ///
    /// - Parameter length: How long until the assertion expires; nil for never.
    /// - Returns: The id of the assertion; nil if the process ended during the launch.
    mutating func run(
        _ index: Int,
        for reason: LaunchReason,
        holding kind: Assertion.Kind,
        lasting length: Milliseconds?,
        options: [Value.Member] = []
    ) -> AssertionID? {
        if !apps[index].hasLaunched {
            apps[index].launch(reason: reason, options: options, in: &system)
            footprintGrew(index)
        } else if apps[index].process.state == .suspended {
            apps[index].resume(wokenFor: reason, in: &system)
        }
        // The launched process may have been killed for memory.
        guard apps[index].hasProcess else { return nil }
        return apps[index].acquire(kind, lasting: length, in: &system)
    }
}

extension Step {
    /// The step, which is told by which assertion its process is held where it ends that itself.
    fileprivate func held(by assertion: AssertionID) -> Step {
        switch self {
        case .hearWake(let reason, let handler, let arguments, nil):
            .hearWake(reason, handler, arguments: arguments, assertion)
        case .call(let name, _, let arguments) where name.completes != nil:
            .callToComplete(name, arguments: arguments, assertion)
        default: self
        }
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
        _ reason: Verdict.Reason?,
        _ identifier: String? = nil,
        detail: String? = nil
    ) -> Record.Body {
        .verdict(Verdict(subject: subject, decision: decision, reason: reason, identifier: identifier, detail: detail))
    }

    /// The record of a decision against something.
    static func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ refusal: Refusal,
        _ identifier: String? = nil
    ) -> Record.Body {
        .verdict(subject, decision, refusal.reason, identifier, detail: refusal.detail)
    }
}

extension Verdict {
    /// The verdict for a process that ended before it could be delivered.
    var withoutProcess: Verdict {
        var verdict = self
        verdict.decision = subject == .fetch ? .refused : .dropped
        verdict.reason = Refusal.processEnded.reason
        verdict.detail = Refusal.processEnded.detail
        return verdict
    }
}
