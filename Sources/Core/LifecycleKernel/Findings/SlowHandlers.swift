/// A handler that must not take long, with the finding if it does and the rule that says how long it may take.
struct SlowHandler: Sendable {
    let name: CallbackName
    let code: Finding.Code
    let limit: Rules.Row<Milliseconds>

    /// The row of a method of the app delegate, or of the scene delegate; nil if it may take as long as its watchdog lets it.
    static func row(of name: CallbackName) -> SlowHandler? {
        switch name {
        case .applicationDidEnterBackground, .sceneDidEnterBackground:
            SlowHandler(
                name: name,
                code: .slowDidEnterBackground,
                limit: Rules.table.documentedDidEnterBackgroundSeconds
            )
        case .applicationWillResignActive, .sceneWillResignActive:
            SlowHandler(name: name, code: .slowResignActive, limit: Rules.table.slowResignActiveSeconds)
        default: nil
        }
    }
}

extension CallbackName {
    /// Whether a finding may follow from its return even if it took no time.
    var isJudgedByReturning: Bool {
        self == .expirationHandler || self == .didReceiveMemoryWarning || self == .didReceiveIncomingPush
    }
}

/// Findings about handlers.
extension App {
    mutating func auditCall(_ name: CallbackName, in system: inout SystemState) {
        guard name == .didReceiveMemoryWarning else { return }
        let footprint = process.footprintBytes
        process.leaveTrace(.memoryWarning, at: system.lastSequence, amount: footprint)
    }

    mutating func auditReturn(of handler: HandlerInFlight, in system: inout SystemState) {
        if handler.notification == .didReceiveMemoryWarning { auditMemoryWarning(in: &system) }
        guard let name = handler.counterpart, let record = handler.record else { return }
        if name == .expirationHandler { auditExpiration(record, in: &system) }
        // Observers of the notification come after the delegate, and may free memory, too.
        if name == .didReceiveMemoryWarning, !manifest.awaitsObservers(of: .didReceiveMemoryWarning) {
            auditMemoryWarning(in: &system)
        }
        let took = system.now - handler.startedAt
        guard took > 0 else { return }
        if process.isLaunching {
            process.work.traces.append(ConductTrace(mark: .launchHandler, sequence: record))
        }
        if let row = SlowHandler.row(of: name), took > system.rulebook[row.limit] {
            // The record of the return is the last one.
            report(
                row.code,
                row.detail(took, system.rulebook),
                evidence: [record, system.lastSequence],
                in: &system
            )
        }
    }

    /// Returns the finding about the handler in which a process ends: it was too slow, or the watchdog killed the
    /// process in it.
    func slowFinding(atEndOf process: AppProcess, _ reason: TerminationReason, in system: SystemState) -> Finding? {
        guard let handler = process.runLoop.inFlight else { return nil }
        let isKilledForIt = reason == .appWatchdog
        if let row = handler.counterpart.flatMap(SlowHandler.row) {
            let time = system.now - handler.startedAt
            guard isKilledForIt || time > system.rulebook[row.limit] else { return nil }
            let detail = row.detail(withoutReturnAfter: time, system.rulebook)
            return Finding(code: row.code, detail: detail, evidence: handler.evidence)
        }
        guard process.isLaunching, handler.counterpart != nil else {
            return isKilledForIt ? mainThreadBlocked(by: handler, in: system) : nil
        }
        let time = system.now - process.launchedAt
        let advised = system.rulebook.slowLaunchSeconds
        guard isKilledForIt || time > advised else { return nil }
        let detail: Sentence = """
            the launch methods had not returned after \(time.secondsText, as: "seconds") s, and should return within \
            \(advised.secondsText, as: "limit") s
            """
        return slowLaunch(detail, process.work.traces, handler.evidence)
    }

    private func mainThreadBlocked(by handler: HandlerInFlight, in system: SystemState) -> Finding {
        let name = handler.name?.rawValue ?? handler.notification?.rawValue
        let code = name.map { Sentence(verbatim: $0) } ?? "code outside of any callback"
        let took = (system.now - handler.startedAt).secondsText
        return Finding(
            code: .mainThreadBlocked,
            detail: """
                the watchdog ended the app while \(code, as: "callback") had kept the main thread for \
                \(took, as: "seconds") s
                """,
            evidence: handler.evidence
        )
    }

    // MARK: Launches

    /// Called when the launch methods have returned, including those of the first scene if one connects.
    mutating func auditLaunch(in system: inout SystemState) {
        let process = self.process
        self.process.takeTrace(.launchHandler)
        let took = system.now - process.launchedAt
        guard took > system.rulebook.slowLaunchSeconds else { return }
        let advised = system.rulebook.slowLaunchSeconds.secondsText
        let detail: Sentence =
            "the launch methods took \(took.secondsText, as: "seconds") s, more than \(advised, as: "limit") s"
        report(slowLaunch(detail, process.work.traces, []), in: &system)
    }

    private func slowLaunch(_ detail: Sentence, _ traces: [ConductTrace], _ others: [SequenceNumber]) -> Finding {
        Finding(
            code: .slowLaunch,
            detail: detail,
            evidence: traces.filter { $0.mark == .launchHandler }.map(\.sequence) + others
        )
    }

    // MARK: Expirations and memory warnings

    private mutating func auditExpiration(_ callback: SequenceNumber, in system: inout SystemState) {
        guard let task = process.work.tasks.first(where: { $0.expirationCallback == callback }) else {
            return
        }
        report(
            .expirationHandlerDoesNotEndTask,
            "the expiration handler of \(task.name, as: "name") returned without ending the task",
            evidence: [task.begunBy, callback],
            in: &system
        )
    }

    private mutating func auditMemoryWarning(in system: inout SystemState) {
        guard let warning = self.process.takeTrace(.memoryWarning) else { return }
        let process = self.process
        let hasGrown = warning.amount + process.purgedBytes > manifest.footprintBytes
        guard process.footprintBytes >= warning.amount, hasGrown || isSizeable(warning.amount, in: system) else {
            return
        }
        report(
            .noResponseToMemoryWarning,
            "the app got a memory warning, and freed none of its \(warning.amount.unitText, as: "amount")",
            evidence: [warning.sequence],
            in: &system
        )
    }

    /// Whether a footprint is one that an app could easily make smaller.
    func isSizeable(_ footprint: ByteCount, in system: SystemState) -> Bool {
        footprint > ByteCount(1_000_000) * Int64(system.rulebook.sizeableFootprintMegabytes)
    }
}

extension HandlerInFlight {
    fileprivate var evidence: [SequenceNumber] { record.map { [$0] } ?? [] }
}

extension SlowHandler {
    fileprivate func detail(_ took: Milliseconds, _ rulebook: Rulebook) -> Sentence {
        """
        \(name.rawValue, as: "callback") took \(took.secondsText, as: "seconds") s, more than \
        \(rulebook[limit].secondsText, as: "limit") s
        """
    }

    /// The process ended in the handler.
    fileprivate func detail(withoutReturnAfter time: Milliseconds, _ rulebook: Rulebook) -> Sentence {
        """
        \(name.rawValue, as: "callback") had not returned after \(time.secondsText, as: "seconds") s, and should return \
        within \(rulebook[limit].secondsText, as: "limit") s
        """
    }
}
