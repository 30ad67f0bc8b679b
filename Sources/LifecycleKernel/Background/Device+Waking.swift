/// How the system wakes apps. Source: facts 1.1, 6.
extension Device {
    /// Whether something may be launched in the background at all: not before the first unlock.
    var mayLaunchInBackground: Bool {
        screen.wasUnlockedSinceBoot || rulebook.holds(.backgroundLaunchBeforeFirstUnlock)
    }

    /// Whether an app declares a background mode. Source: facts 6.1.
    @inline(__always)
    func declares(_ mode: BackgroundMode, _ index: Int) -> Bool {
        installed[index].manifest.infoPlist.backgroundModes.contains(mode.rawValue)
    }

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
            write(.verdict(verdict.withoutProcess), app: index)
            return false
        }
        write(.verdict(verdict), app: index)
        if let first {
            enqueue([first, step], index)
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
        if !hasLaunched(index) {
            launch(index, reason: reason, options: options)
        } else if self[process: index].state == .suspended {
            resume(index, wokenFor: reason)
        }
        // The memory that a launch takes may have cost it its life.
        guard installed[index].process != nil else { return nil }
        return acquire(kind, lasting: length, for: index)
    }

    /// A handler that the app has to complete: the assertion that was acquired first for one of these ends.
    mutating func complete(_ kind: Assertion.Kind, or other: Assertion.Kind? = nil, _ index: Int) {
        guard let place = place(ofAssertion: kind, or: other, index) else { return }
        drop(self[process: index].assertions[place], .released, of: index)
    }

    /// The record of a decision.
    func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ why: Verdict.Why?,
        _ identifier: String? = nil,
        detail: String? = nil
    ) -> Record.Body {
        .verdict(Verdict(subject: subject, decision: decision, why: why, identifier: identifier, detail: detail))
    }

    /// The record of a decision against something.
    func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ refusal: Refusal,
        _ identifier: String? = nil
    ) -> Record.Body {
        verdict(subject, decision, refusal.why, identifier, detail: refusal.detail)
    }

    /// Whether background refresh is on, for the device and for an app.
    func isRefreshOn(_ index: Int) -> Bool { conditions.isBackgroundRefreshOn && installed[index].isRefreshOn }

    /// Which switch of background refresh is off.
    func refreshSwitch(_ index: Int) -> String {
        "Background App Refresh is off for \(conditions.isBackgroundRefreshOn ? "this app" : "the whole device")"
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

/// The values of `UIBackgroundModes` that the model knows. Source: facts 6.1.
enum BackgroundMode: String, CaseIterable, Sendable {
    case audio, location, voip, fetch, processing
    case bluetoothCentral = "bluetooth-central"
    case bluetoothPeripheral = "bluetooth-peripheral"
    case remoteNotification = "remote-notification"
}
