/// A handler that must not take long: the finding when it does, and the rule that says how long.
struct SlowHandler: Sendable {
    let name: CallbackName
    let code: Finding.Code
    let limit: RuleKey

    private static let rows = [
        SlowHandler(
            name: .applicationDidEnterBackground,
            code: .slowDidEnterBackground,
            limit: .documentedDidEnterBackgroundSeconds
        ),
        SlowHandler(
            name: .sceneDidEnterBackground,
            code: .slowDidEnterBackground,
            limit: .documentedDidEnterBackgroundSeconds
        ),
        SlowHandler(name: .applicationWillResignActive, code: .slowResignActive, limit: .slowResignActiveSeconds),
        SlowHandler(name: .sceneWillResignActive, code: .slowResignActive, limit: .slowResignActiveSeconds),
    ]

    /// The row of a callback, if it has one.
    static func row(of name: CallbackName) -> SlowHandler? { rows.first { $0.name == name } }
}

extension CallbackName {
    /// Whether a return from it shows something of the app's conduct, however quick it was.
    var isJudgedByReturning: Bool { self == .expirationHandler || self == .didReceiveMemoryWarning }
}

/// What handlers show of an app's conduct.
extension Device {
    /// A callback begins.
    mutating func auditCall(_ name: CallbackName, _ index: Int) {
        guard name == .didReceiveMemoryWarning else { return }
        let footprint = self[process: index].footprintBytes
        self[process: index].leaveTrace(.memoryWarning, at: lastSequence, amount: footprint)
    }

    /// A handler has returned.
    mutating func auditReturn(of handler: HandlerInFlight, _ index: Int) {
        guard let name = handler.name else { return }
        if name == .expirationHandler { auditExpiration(handler, index) }
        if name == .didReceiveMemoryWarning { auditMemoryWarning(index) }
        let took = now - handler.startedAt
        guard took > 0 else { return }
        if self[process: index].isComingUp {
            self[process: index].work.traces.append(ConductTrace(mark: .launchHandler, sequence: handler.callback))
        }
        if let row = SlowHandler.row(of: name), took > rulebook.milliseconds(row.limit) {
            // The record of the return is the last one.
            found(row.code, row.detail(took, rulebook), evidence: [handler.callback, lastSequence], index)
        }
    }

    /// The handler that the process ends in was too slow, or was what the watchdog killed it for.
    func slowFinding(atEndOf process: AppProcess, _ reason: TerminationReason) -> Finding? {
        guard let handler = process.runLoop.inFlight, let name = handler.name else { return nil }
        let isKilledForIt = reason == .appWatchdog
        if let row = SlowHandler.row(of: name) {
            let took = now - handler.startedAt
            guard isKilledForIt || took > rulebook.milliseconds(row.limit) else { return nil }
            return Finding(code: row.code, detail: row.detail(took, rulebook), evidence: [handler.callback])
        }
        guard process.isComingUp else { return nil }
        let took = now - process.launchedAt
        guard isKilledForIt || took > rulebook.milliseconds(.slowLaunchSeconds) else { return nil }
        return slowLaunch(took, process.work.traces, [handler.callback])
    }

    // MARK: Launches

    /// The launch methods have returned, those of the first scene included where one connects.
    mutating func auditLaunch(_ index: Int) {
        let process = self[process: index]
        self[process: index].takeTrace(.launchHandler)
        let took = now - process.launchedAt
        guard took > rulebook.milliseconds(.slowLaunchSeconds) else { return }
        found(slowLaunch(took, process.work.traces, []), index)
    }

    private func slowLaunch(_ took: Milliseconds, _ traces: [ConductTrace], _ others: [UInt64]) -> Finding {
        let advised = rulebook.milliseconds(.slowLaunchSeconds).secondsText + " s"
        return Finding(
            code: .slowLaunch,
            detail: "the launch methods took \(took.secondsText) s, more than \(advised)",
            evidence: traces.filter { $0.mark == .launchHandler }.map(\.sequence) + others
        )
    }

    // MARK: Expirations and memory warnings

    private mutating func auditExpiration(_ handler: HandlerInFlight, _ index: Int) {
        guard let task = self[process: index].work.tasks.first(where: { $0.expiredBy == handler.callback }) else {
            return
        }
        found(
            .expirationHandlerDoesNotEndTask,
            "the expiration handler of \(task.name) returned, and the task is open",
            evidence: [task.begunBy, handler.callback],
            index
        )
    }

    private mutating func auditMemoryWarning(_ index: Int) {
        guard let warning = self[process: index].takeTrace(.memoryWarning) else { return }
        let process = self[process: index]
        let hasGrown = warning.amount + process.purgedBytes > installed[index].manifest.footprintBytes
        guard process.footprintBytes >= warning.amount, hasGrown || isSizeable(warning.amount) else { return }
        found(
            .noResponseToMemoryWarning,
            "the app was warned, and freed none of its \(warning.amount) bytes",
            evidence: [warning.sequence],
            index
        )
    }

    /// Whether a footprint is one that an app could easily make smaller.
    func isSizeable(_ footprint: Int64) -> Bool {
        footprint > Int64(rulebook.count(.sizeableFootprintMegabytes)) * 1_000_000
    }
}

extension SlowHandler {
    fileprivate func detail(_ took: Milliseconds, _ rulebook: Rulebook) -> String {
        "\(name.rawValue) took \(took.secondsText) s, more than \(rulebook.milliseconds(limit).secondsText) s"
    }
}
