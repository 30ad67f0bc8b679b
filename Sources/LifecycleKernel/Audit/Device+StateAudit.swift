/// What changes of state show of an app's conduct.
extension Device {
    /// A process was launched; its record is the last one.
    mutating func auditLaunchRequest(_ index: Int) {
        let launch = lastSequence
        if !self[process: index].wasLaunchedToScreen { noteStay(at: launch, index) }
        auditHandlersNeverCalled(at: launch, index)
        guard rulebook.profile == .ios26, installed[index].lifecycle == .appDelegate else { return }
        found(
            .sceneLifecycleNotAdopted,
            "the process does not adopt the scene life cycle",
            evidence: [launch],
            index
        )
    }

    /// Code in methods that the app's life cycle never calls: it changes with the system that the app runs on.
    private mutating func auditHandlersNeverCalled(at launch: UInt64, _ index: Int) {
        guard installed[index].manifest.driver == .simulated else { return }
        let names = installed[index].handlersOfOtherLifecycle
        guard !names.isEmpty else { return }
        let lifecycle =
            switch installed[index].lifecycle {
            case .appDelegate: "the app delegate's life cycle"
            case .scenes: "the scene life cycle"
            }
        found(
            .delegateMethodNeverCalled,
            "never called, as the app has \(lifecycle): \(names.map(\.rawValue).joined(separator: ", "))",
            evidence: [launch],
            index
        )
    }

    /// A process went from one state to another.
    ///
    /// - Parameter record: The record that tells it.
    mutating func auditChange(from: ProcessState, to: ProcessState, at record: UInt64, _ index: Int) {
        switch (from, to) {
        case (.active, .inactive): auditDeactivation(at: record, index)
        case (.inactive, .active): auditActivation(at: record, index)
        case (.inactive, .background): noteStay(at: record, index)
        case (.background, .suspended): auditSuspension(at: record, index)
        default: break
        }
    }

    /// The app is in the background from now on: what it declares could be of use.
    private mutating func noteStay(at record: UInt64, _ index: Int) {
        guard !installed[index].manifest.infoPlist.backgroundModes.isEmpty else { return }
        let finding = Finding(code: .backgroundModeUnused, detail: "", evidence: [record])
        installed[index].auditLog.add(finding, at: record, time: now)
    }

    private mutating func auditDeactivation(at record: UInt64, _ index: Int) {
        guard !self[process: index].work.isBlank else { return }
        let working = self[process: index].work.activities.filter(\.activity.stopsWhenInactive)
        guard !working.isEmpty else { return }
        found(
            .workWhileInactive,
            "the app was deactivated while these went on: \(working.map(\.name).joined(separator: ", "))",
            evidence: working.map(\.startedBy) + [record],
            index
        )
    }

    private mutating func auditActivation(at record: UInt64, _ index: Int) {
        guard !self[process: index].work.isBlank, !self[process: index].work.traces.isEmpty else { return }
        self[process: index].takeTrace(.freedMemory)
        guard let frozen = self[process: index].takeTrace(.frozenGame),
            let game = self[process: index].work.activities.first(where: { $0.activity == .game })
        else { return }
        found(
            .gameResumedByItself,
            "the game \(game.name) stood still while the app was suspended, and went on when it became active",
            evidence: [game.startedBy, frozen.sequence, record],
            index
        )
    }

    private mutating func auditSuspension(at record: UInt64, _ index: Int) {
        let unsavedChanges = self[process: index].unsavedChanges
        if unsavedChanges > 0 {
            found(
                .dataAtRisk,
                "the process was suspended with \(unsaved(unsavedChanges))",
                evidence: [self[process: index].trace(.unsavedChanges)?.sequence ?? 0, record],
                index
            )
        }
        if !self[process: index].work.isBlank { auditSuspensionOfWork(at: record, index) }
        let footprint = self[process: index].footprintBytes
        if !self[process: index].wasWokenInBackground, isSizeable(footprint),
            self[process: index].trace(.freedMemory) == nil
        {
            found(
                .keptMemoryInBackground,
                "the app left the screen and kept \(footprint) bytes",
                evidence: [record],
                index
            )
        }
    }

    private mutating func auditSuspensionOfWork(at record: UInt64, _ index: Int) {
        // The system suspended it all the same; what would have been its end is no less wrong.
        if self[process: index].work.holdsFileLock { found(fileLockHeld(self[process: index], [record]), index) }
        let timers = self[process: index].work.activities.filter { $0.activity == .timer }
        if !timers.isEmpty {
            found(
                .relianceOnTimerWhileSuspended,
                "suspended with timers that stand still: \(timers.map(\.name).joined(separator: ", "))",
                evidence: timers.map(\.startedBy) + [record],
                index
            )
        }
        if self[process: index].work.activities.contains(where: { $0.activity == .game }) {
            self[process: index].leaveTrace(.frozenGame, at: record)
        }
    }

    /// That a process is suspended with a lock on a file.
    func fileLockHeld(_ process: AppProcess, _ evidence: [UInt64] = []) -> Finding {
        Finding(
            code: .fileLockHeldAtSuspend,
            detail: "the process held a lock on a file in a shared container when it was to be suspended",
            evidence: [process.trace(.fileLock)?.sequence ?? 0] + evidence
        )
    }

    // MARK: Ends

    /// What the end of a process shows, after its `exit` record, which is the last one.
    ///
    /// - Parameter finding: What the process is ended for, where that is its own fault.
    mutating func auditEnd(of process: AppProcess, _ reason: TerminationReason, _ finding: Finding?, _ index: Int) {
        let exit = lastSequence
        if process.unsavedChanges > 0 {
            // With scenes a process is in the background until its first scene is there: it never left the screen either.
            let isComingToFront = process.isComingUp && process.wasLaunchedToScreen
            let inFront = isComingToFront || process.state == .active || process.state == .inactive
            installed[index].auditLog.noteLoss(inFront: inFront)
            found(
                .dataLoss,
                "the process ended with \(unsaved(process.unsavedChanges))",
                evidence: [process.trace(.unsavedChanges)?.sequence ?? 0, exit],
                index
            )
        }
        for finding in [finding, slowFinding(atEndOf: process, reason)].compactMap(\.self) {
            found(finding.code, finding.detail, evidence: finding.evidence + [exit], index)
        }
    }

    private func unsaved(_ count: Int) -> String { "\(count) unsaved \(count == 1 ? "change" : "changes")" }

    /// That background tasks are still open when they must not be.
    func backgroundTasksLeaked(_ index: Int) -> Finding {
        let tasks = self[process: index].work.tasks
        // Their number has a limit of its own; the first few show enough.
        let shown = tasks.prefix(Self.tasksInEvidence)
        return Finding(
            code: .backgroundTaskLeaked,
            detail: "\(tasks.count) background \(tasks.count == 1 ? "task was" : "tasks were") never ended, first "
                + (tasks.first?.name ?? ""),
            evidence: shown.map(\.begunBy)
        )
    }

    /// How many open tasks a finding points to.
    private static let tasksInEvidence = 16

    /// That the handler for which an assertion was held did not complete in time.
    func completionMissing(_ assertion: Assertion, _ evidence: [UInt64] = []) -> Finding {
        Finding(
            code: .completionHandlerMissing,
            detail: "\(assertion.kind.rawValue) was not completed in time; in the background that ends the app",
            evidence: [assertion.acquiredBy] + evidence
        )
    }
}

extension Activity {
    /// Whether the app has to stop it when it is deactivated. Source: `applicationWillResignActive(_:)`.
    fileprivate var stopsWhenInactive: Bool {
        switch self {
        case .timer, .animation, .game, .rendering: true
        case .video, .request, .queue: false
        }
    }
}
