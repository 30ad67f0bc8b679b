/// How the device looks to people and programs outside.
extension App {
    func status() -> AppStatus {
        AppStatus(
            manifest: manifest,
            lifecycle: lifecycle,
            state: state,
            pid: hasLaunched ? pid : nil,
            launchCount: launchCount,
            unsavedChanges: !hasProcess ? 0 : process.unsavedChanges,
            forceQuit: installation.isForceQuit,
            lastExit: history.lastExit,
            behaviorNeverCalled: behaviorNeverCalled
        )
    }

    func processStatus(in system: SystemState) -> ProcessStatus {
        let process = self.process
        return ProcessStatus(
            pid: process.pid,
            bundleID: manifest.bundleID,
            state: process.state,
            launchReason: process.launchReason,
            startedAt: process.startedAt,
            endedAt: nil,
            footprintBytes: process.footprintBytes,
            jetsamPriority: jetsamPriority(in: system),
            scenes: process.scenes.filter { $0.number != 0 }.map { SceneStatus(number: $0.number, state: $0.state) },
            assertions: process.assertions.held.map { status(of: $0, in: system) },
            deactivationReasons: inactiveReasons(in: system).names,
            callbackInFlight: process.runLoop.inFlight.flatMap(\.status),
            backgroundTimeRemaining: taskTimeLeft(in: system),
            exit: nil
        )
    }

    func status(of assertion: Assertion, in system: SystemState) -> AssertionStatus {
        let process = self.process
        return AssertionStatus(
            kind: assertion.kind,
            name: process.task(assertion.id)?.name,
            remaining: assertion.kind == .backgroundTask
                ? taskTimeLeft(in: system) : assertion.endsAt.map { $0 - system.now }
        )
    }

    /// What is left of the background task allowance; nil in the foreground and without a task.
    private func taskTimeLeft(in system: SystemState) -> Milliseconds? {
        let process = self.process
        guard process.state == .background, !process.work.tasks.isEmpty else { return nil }
        return process.assertions.taskClock.left(of: taskAllowance(in: system), at: system.now)
    }

    private func inactiveReasons(in system: SystemState) -> DeactivationReasons {
        let process = self.process
        let isShown = isInFront(in: system)
        let reasons: DeactivationReasons = isShown ? deactivationReasons(in: system) : .notOnScreen
        return process.isRunningLaunchMethods ? reasons.union(.launching) : reasons
    }
}

extension EndedProcess {
    var status: ProcessStatus {
        ProcessStatus(
            pid: pid,
            bundleID: bundleID,
            state: .terminated,
            launchReason: launchReason,
            startedAt: startedAt,
            endedAt: endedAt,
            footprintBytes: footprintBytes,
            jetsamPriority: nil,
            scenes: [],
            assertions: [],
            deactivationReasons: [],
            callbackInFlight: nil,
            backgroundTimeRemaining: nil,
            exit: exit
        )
    }
}

extension HandlerInFlight {
    /// The callback as a pending one; nil when code outside of any callback blocks the main thread.
    var status: PendingCallback? {
        guard let name else { return nil }
        return PendingCallback(
            sequence: callback,
            name: name,
            scene: scene == 0 ? nil : scene,
            startedAt: startedAt,
            deadline: deadline,
            arguments: arguments
        )
    }
}
