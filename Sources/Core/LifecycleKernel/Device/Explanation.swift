/// The explanation of an app's state: its reasons, its assertions, and its future without further input.
package struct Explanation: Sendable {
    package var app: AppStatus
    /// Its living process: what holds it, what deactivates it, and the callback that it is in.
    package var process: ProcessStatus?
    /// Whether it is in front after the user's last input. Its process may not have followed yet.
    package var isInFront: Bool
    /// The reasons for its state, as sentences.
    package var because: [Sentence]
    /// The records that will be written about it without further input, in order. Sequences and causes are not
    /// determined yet.
    package var next: [Record]
    /// Whether `next` is complete. It is not if more follows after the time covered, or if the app is attached and a
    /// callback waits for its program.
    package var isComplete: Bool
}

extension App {
    /// Returns sentences that explain why an app is in its state.
    func reasons(in system: SystemState) -> [Sentence] {
        let others = [
            wakeSentence, firstUnlockSentence, locationSentence, locationRequestSentence(in: system),
            liveActivitySentence(in: system), serviceSentence(in: system),
            mustAdoptScenes(in: system) ? Self.trapReason : nil,
            opensAtUnlock(in: system) ? Self.videoCallReason : nil,
        ]
        return stateReasons(in: system) + attachedSentence(in: system) + transferSentences(in: system)
            + others.compactMap(\.self)
    }

    private static let videoCallReason: Sentence =
        "its video call was answered while the device was locked: unlocking the device opens it"

    private static let trapReason: Sentence =
        "UIKit traps when the user opens it: it has no scenes, and the SDK that it was built with requires them"

    private func stateReasons(in system: SystemState) -> [Sentence] {
        guard let process = livingProcess, !process.isPrewarmed else {
            return reasonsNotToRun
        }
        var reasons: [Sentence] = []
        if let ending = process.ending { reasons.append("it is ending: \(ending.reason.sentence, as: "reason")") }
        if let handler = process.runLoop.inFlight { reasons.append(handler.sentence) }
        switch process.state {
        case .active:
            let isInCar = system.screen.hasInCar(manifest.bundleID)
            reasons.append(
                isInCar
                    ? "it is on the display of a car, where nothing deactivates it"
                    : "it is on screen and nothing deactivates it"
            )
        case .inactive:
            let names = isInFront(in: system) ? deactivationReasons(in: system).names : []
            reasons.append(
                names.isEmpty
                    ? "it is on its way to or from the screen"
                    : "it is inactive because of \(.list(names), as: "names")"
            )
        case .background:
            let kinds = process.assertions.held.map(\.kind.rawValue)
            if !kinds.isEmpty { reasons.append("it is held by \(.list(kinds), as: "names")") }
            if system.rulebook.debuggerAttached {
                reasons.append("a debugger is attached, so the system does not suspend it")
            }
            if let sentence = processorSentence(in: system) { reasons.append(sentence) }
        case .suspended:
            if let suspension = process.suspension {
                reasons.append("no assertion has held it since \(suspension.since, as: "time")")
            }
        }
        return reasons
    }

    private var reasonsNotToRun: [Sentence] {
        let end = history.lastExit?.reason.sentence
        var reasons: [Sentence] = [
            end.map { "its last process ended: \($0, as: "reason")" } ?? "it was never launched"
        ]
        if installation.isForceQuit {
            reasons.append("the user ended it in the app switcher: the system does not wake it before it is opened")
        }
        if hasProcess {
            reasons.append("the system has prewarmed a process for it, in which no delegate of the app has run yet")
        }
        return reasons
    }
}

extension HandlerInFlight {
    /// What the main thread is executing, as a sentence.
    fileprivate var sentence: Sentence {
        let observer = notification.map { "an observer of \($0.rawValue, as: "name")" as Sentence }
        guard let called = name.map({ Sentence(verbatim: $0.rawValue) }) ?? observer else {
            return hangs ? "its main thread is blocked and hangs" : "its main thread is blocked"
        }
        return hangs
            ? "its main thread is in \(called, as: "handler") and hangs"
            : "its main thread is in \(called, as: "handler")"
    }
}

extension TerminationReason {
    /// Its code, as part of a sentence.
    fileprivate var sentence: Sentence { Sentence(verbatim: rawValue) }
}

extension Device {
    /// How far an explanation looks ahead: a day.
    package static let explanationSpan: Milliseconds = 86_400_000

    /// Explains an app's state.
    ///
    /// The future is what an advance does to a copy of the device. For an attached app it ends at the first callback that waits
    /// for the program outside, whose answer is not known.
    ///
    /// - Parameter limits: How much of that future is looked at; `isComplete` says whether more follows.
    /// - Returns: nil when the app is not installed.
    package func explain(_ bundleID: BundleID, within limits: AdvanceLimits) -> Explanation? {
        guard let index = index(of: bundleID) else { return nil }
        var future = self
        _ = future.takeRecords()
        var budget = AdvanceBudget(limits, on: system.timeline)
        budget.stopsAtCallbacks = .only(bundleID)
        let stop = future.settleUntilIdle(upTo: system.now + Self.explanationSpan, within: budget)
        return Explanation(
            app: apps[index].status(in: system),
            process: apps[index].livingProcess.flatMap { process($0.pid) },
            isInFront: apps[index].installation.isInFront(in: system),
            because: apps[index].reasons(in: system)
                + apps[index].sentencesAboutRequests(isAtContinuedLimit: isAtContinuedTaskLimit, in: system),
            next: future.takeRecords().filter { $0.bundleID == bundleID },
            isComplete: stop == .idle
        )
    }
}

/// What waits for the program that plays an attached app.
extension App {

    /// A sentence which says that the app's future depends on that program; none if it does not.
    private func attachedSentence(in system: SystemState) -> [Sentence] {
        guard callbackToComplete != nil else { return [] }
        guard let deadline = watchdogDeadline(in: system) else {
            return ["the program that plays it has not completed this callback, and what comes next depends on that"]
        }
        return [
            """
            the program that plays it has not completed this callback, and what comes next depends on that; a watchdog ends \
            the process at \(deadline, as: "time")
            """
        ]
    }
}
