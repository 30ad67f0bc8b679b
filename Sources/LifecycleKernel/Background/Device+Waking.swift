/// How the system wakes apps. Source: facts 1.1, 6.
extension Device {
    /// Whether something may be launched in the background at all: not before the first unlock.
    var mayLaunchInBackground: Bool {
        screen.wasUnlockedSinceBoot || rulebook.holds(.backgroundLaunchBeforeFirstUnlock)
    }

    /// Whether an app declares a background mode. Source: facts 6.1.
    func declares(_ mode: BackgroundMode, _ index: Int) -> Bool {
        installed[index].manifest.infoPlist.backgroundModes.contains(mode.rawValue)
    }

    /// Whether an app is on screen by the user's last input.
    func isInFront(_ index: Int) -> Bool {
        !screen.isCovered && screen.shows(installed[index].manifest.bundleID)
    }

    /// Lets an app run for something: launched or resumed where it does not, held by an assertion meanwhile.
    ///
    /// In the order of the records: process, assertion, verdict, and then what the app is told.
    ///
    /// - Parameters:
    ///   - kind: What holds the process; nil when something else does already.
    ///   - length: After how long that ends.
    /// - Returns: The number of the assertion; 0 without one, nil when the process did not live to see it.
    @discardableResult
    mutating func wake(
        _ index: Int,
        for reason: LaunchReason,
        holding kind: Assertion.Kind?,
        lasting length: Milliseconds?,
        verdict: Verdict?,
        then steps: [Step]
    ) -> UInt32? {
        let number = run(index, for: reason, holding: kind, lasting: length)
        guard number != nil else {
            if let verdict { write(.verdict(verdict.withoutProcess), app: index) }
            return nil
        }
        if let verdict { write(.verdict(verdict), app: index) }
        enqueue(steps, index)
        pump(index)
        return number
    }

    /// Lets an app run, held by an assertion; what it does is enqueued by the caller.
    mutating func run(
        _ index: Int,
        for reason: LaunchReason,
        holding kind: Assertion.Kind?,
        lasting length: Milliseconds?
    ) -> UInt32? {
        if installed[index].process == nil {
            launch(index, reason: reason)
        } else if self[process: index].state == .suspended {
            resume(index)
        }
        // The memory that a launch takes may have cost it its life.
        guard installed[index].process != nil else { return nil }
        guard let kind else { return 0 }
        let number = nextAssertion(of: index)
        acquire(kind, lasting: length, number: number, for: index)
        return number
    }

    /// A handler that the app has to complete: the assertion that was acquired first for one of these ends.
    ///
    /// - Returns: Whether there was one.
    @discardableResult
    mutating func complete(oneOf kinds: [Assertion.Kind], _ index: Int) -> Bool {
        guard let assertion = self[process: index].assertions.first(where: { kinds.contains($0.kind) }) else {
            return false
        }
        drop(assertion, .released, of: index)
        return true
    }

    /// The record of a decision that has no identifier.
    func verdict(
        _ subject: Verdict.Subject,
        _ decision: Verdict.Decision,
        _ why: Verdict.Why?
    ) -> Record.Body {
        .verdict(Verdict(subject: subject, decision: decision, why: why, identifier: nil))
    }
}

extension Verdict {
    /// What becomes of it when the process did not live to hear of it.
    fileprivate var withoutProcess: Verdict {
        var verdict = self
        verdict.decision = subject == .fetch ? .refused : .dropped
        verdict.why = .processNotRunning
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
