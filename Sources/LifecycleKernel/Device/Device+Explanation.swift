/// Why an app is in its state, what holds it there, and what happens to it if nothing else comes in.
public struct Explanation: Sendable {
    /// The app as it is.
    public var app: AppStatus
    /// Its living process: what holds it, what deactivates it, and the callback that it is in.
    public var process: ProcessStatus?
    /// Whether it is on screen by the user's last input.
    public var isInFront: Bool
    /// Why it is in its state, in sentences for people.
    public var because: [String]
    /// What will be recorded about it if nothing comes in, in order. Sequences and causes are not known yet.
    public var next: [Record]
    /// Whether `next` is all that will happen: false when there is more after the time looked at.
    public var isComplete: Bool
}

extension Device {
    /// How far an explanation looks ahead: a day.
    public static let explanationSpan: Milliseconds = 86_400_000

    /// Explains an app's state.
    ///
    /// What happens next is found out by letting it happen to a copy, so it is what an advance would do.
    ///
    /// - Parameter limit: How many deadlines of the copy are settled at most.
    /// - Returns: nil when the app is not installed.
    public func explain(_ bundleID: BundleID, limit: Int) -> Explanation? {
        guard let index = index(of: bundleID) else { return nil }
        var future = self
        _ = future.takeRecords()
        let stop = future.carryOut(
            .untilIdle(limit: Self.explanationSpan),
            within: AdvanceLimits(deadlines: limit)
        )
        return Explanation(
            app: status(ofAppAt: index),
            process: installed[index].process.flatMap { process($0.pid) },
            isInFront: isInFront(index),
            because: reasons(for: index),
            next: future.takeRecords().filter { $0.bundleID == bundleID },
            isComplete: stop == .idle
        )
    }

    /// Sentences that say why an app is in its state.
    private func reasons(for index: Int) -> [String] {
        guard let process = installed[index].process, !process.isPrewarmed else {
            return reasonsNotToRun(installed[index])
        }
        var reasons: [String] = []
        if let ending = process.ending { reasons.append("it is ending: \(ending.reason.rawValue)") }
        if let handler = process.runLoop.inFlight { reasons.append(handler.sentence) }
        switch process.state {
        case .active: reasons.append("it is on screen and nothing deactivates it")
        case .inactive:
            let names = isInFront(index) ? deactivationReasons(of: index).names : []
            reasons.append(
                names.isEmpty
                    ? "it is on its way to or from the screen" : "it is deactivated by \(names.joined(separator: ", "))"
            )
        case .background:
            let kinds = process.assertions.map(\.kind.rawValue)
            if !kinds.isEmpty { reasons.append("it is held by \(kinds.joined(separator: ", "))") }
        case .suspended: reasons.append("no assertion has held it since \(process.suspendedAt)")
        case .notRunning, .terminated: break
        }
        return reasons
    }

    private func reasonsNotToRun(_ app: InstalledApp) -> [String] {
        var reasons = [
            app.past.lastExit.map { "its last process ended: \($0.reason.rawValue)" } ?? "it was never launched"
        ]
        if app.isForceQuit {
            reasons.append("the user ended it in the app switcher: the system does not wake it before it is opened")
        }
        if app.process != nil {
            reasons.append("the system has prewarmed a process for it, in which nothing of the app has run yet")
        }
        return reasons
    }
}

extension HandlerInFlight {
    /// What the main thread is in, as a sentence.
    fileprivate var sentence: String {
        let handler = name.map { "its main thread is in \($0.rawValue)" } ?? "its main thread is blocked"
        return hangs ? handler + " and hangs" : handler
    }
}
