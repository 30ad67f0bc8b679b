/// How the device looks to people and programs outside.
extension App {
    func status(in system: SystemState) -> AppStatus {
        AppStatus(
            manifest: manifest,
            lifecycle: lifecycle,
            installation: installation.sequence,
            state: state,
            pid: hasLaunched ? pid : nil,
            launchCount: launchCount,
            unsavedChanges: !hasProcess ? 0 : process.unsavedChanges,
            forceQuit: installation.isForceQuit,
            lastExit: history.lastExit,
            liveActivities: liveActivityStatuses,
            locationSessions: locationSessionStatuses,
            monitorsLocation: !background.isBlank && background.monitorsLocation,
            behaviorNeverCalled: behaviorNeverCalled(under: system.rulebook)
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
            scenes: process.scenes.filter { $0.number != 0 }.map { scene in
                SceneStatus(
                    number: scene.number,
                    otherRole: otherRole(ofSession: scene.number),
                    state: scene.state,
                    delegateClass: delegateClass(ofScene: scene.number)
                )
            },
            assertions: process.assertions.held.map { status(of: $0, in: system) },
            deactivationReasons: inactiveReasons(in: system).names,
            callbackInFlight: process.runLoop.inFlight.flatMap(pendingCallback),
            backgroundTimeRemaining: taskTimeLeft(in: system),
            exit: nil
        )
    }

    func status(of assertion: Assertion, in system: SystemState) -> AssertionStatus {
        let process = self.process
        return AssertionStatus(
            kind: assertion.kind,
            number: assertion.taskNumber,
            name: process.task(assertion.id)?.name,
            remaining: assertion.kind == .backgroundTask
                ? taskTimeLeft(in: system) : assertion.endsAt.map { $0 - system.now }
        )
    }

    /// What is left of the background task allowance; nil unless the process runs in the background.
    private func taskTimeLeft(in system: SystemState) -> Milliseconds? {
        let process = self.process
        guard process.state == .background else { return nil }
        return process.assertions.taskClock.left(of: taskAllowance(in: system), at: system.now)
    }

    /// The callback in flight as a pending one; nil when code outside of any callback blocks the main thread.
    private func pendingCallback(_ handler: HandlerInFlight) -> PendingCallback? {
        guard let called = handler.called else { return nil }
        return PendingCallback(
            sequence: handler.callback,
            called: called,
            applicationState: process.state,
            scene: handler.scene == 0 ? nil : handler.scene,
            delegateClass: handler.scene == 0 ? nil : delegateClass(ofScene: handler.scene),
            startedAt: handler.startedAt,
            deadline: handler.deadline,
            arguments: handler.arguments
        )
    }

    private func inactiveReasons(in system: SystemState) -> DeactivationReasons {
        let process = self.process
        let isShown = isInFront(in: system)
        // Nothing of the device's screen deactivates an app in a car.
        let isDeactivated = isShown && process.state != .active
        let reasons: DeactivationReasons =
            isShown ? (isDeactivated ? deactivationReasons(in: system) : []) : .notOnScreen
        return process.isRunningLaunchMethods ? reasons.union(.launching) : reasons
    }
}

extension EndedProcess {
    var status: ProcessStatus {
        ProcessStatus(
            pid: pid,
            bundleID: bundleID,
            appExtension: appExtension,
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
    /// What has been called; nil when code outside of any callback blocks the main thread.
    fileprivate var called: PendingCallback.Called? {
        name.map { .callback($0) } ?? notification.map { .notification($0) }
    }
}
