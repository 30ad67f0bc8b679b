/// How the device looks to people and programs outside.
extension Device {
    /// Every app installed, in the order of installation.
    public var apps: [AppStatus] { installed.indices.map(status(ofAppAt:)) }

    /// The same in short.
    public var appSummaries: [AppSummary] {
        installed.indices.map { index in
            AppSummary(
                bundleID: installed[index].manifest.bundleID,
                state: state(of: index),
                pid: hasLaunched(index) ? pid(of: index) : nil
            )
        }
    }

    /// One app; nil when it is not installed.
    public func app(_ bundleID: BundleID) -> AppStatus? { index(of: bundleID).map(status(ofAppAt:)) }

    /// Every process, living or ended, by number; ended ones as far as they are kept.
    public var processes: [ProcessStatus] {
        let living = installed.indices.filter { installed[$0].process != nil }.map(status(ofProcessAt:))
        return (ended.map(\.status) + living).sorted { $0.pid < $1.pid }
    }

    /// One process; nil when there is none with this number, or it is no longer kept.
    public func process(_ pid: ProcessID) -> ProcessStatus? {
        if let index = index(ofProcess: pid) { return status(ofProcessAt: index) }
        return ended.first { $0.pid == pid }?.status
    }

    /// Whether the device is locked.
    public var isLocked: Bool { screen.isLocked }

    /// Whether the device is switched on.
    public var isOn: Bool { screen.isOn }

    /// The apps with a window on screen, in the order in which the windows came; empty while the device is locked or
    /// a call has the screen.
    public var appsInFront: [BundleID] {
        guard !screen.isCovered else { return [] }
        var apps: [BundleID] = []
        for window in screen.windows where !apps.contains(window.bundleID) { apps.append(window.bundleID) }
        return apps
    }

    /// How many apps are in a state, at the index of the state in `ProcessState.allCases`.
    public var stateCounts: SIMD8<Int32> {
        var counts = SIMD8<Int32>.zero
        for index in installed.indices { counts[state(of: index).ordinal] += 1 }
        return counts
    }

    /// Whether a condition is met by the device as it is, or by one of the records.
    public func meets(_ condition: Condition, records: some Sequence<Record>) -> Bool {
        switch condition {
        case .app(let bundleID, let state):
            guard let index = index(of: bundleID) else { return false }
            // A process that has ended leaves an app that does not run.
            return self.state(of: index) == (state == .terminated ? .notRunning : state)
        case .record(let pattern): return records.contains { pattern.matches($0) }
        case .all(let conditions): return conditions.allSatisfy { meets($0, records: records) }
        case .any(let conditions): return conditions.contains { meets($0, records: records) }
        }
    }

    func status(ofAppAt index: Int) -> AppStatus {
        AppStatus(
            manifest: installed[index].manifest,
            lifecycle: installed[index].lifecycle,
            state: state(of: index),
            pid: hasLaunched(index) ? pid(of: index) : nil,
            launchCount: installed[index].launchCount,
            unsavedChanges: installed[index].process == nil ? 0 : self[process: index].unsavedChanges,
            forceQuit: installed[index].isForceQuit,
            lastExit: installed[index].past.lastExit,
            behaviorNeverCalled: installed[index].behaviorNeverCalled
        )
    }

    private func status(ofProcessAt index: Int) -> ProcessStatus {
        let process = self[process: index]
        return ProcessStatus(
            pid: process.pid,
            bundleID: installed[index].manifest.bundleID,
            state: process.state,
            launchReason: process.launchReason,
            startedAt: process.startedAt,
            endedAt: nil,
            footprintBytes: process.footprintBytes,
            jetsamPriority: jetsamPriority(of: index),
            scenes: process.scenes.filter { $0.number != 0 }.map { SceneStatus(number: $0.number, state: $0.state) },
            assertions: process.assertions.map { status(of: $0, index) },
            deactivationReasons: whyNotActive(index).names,
            callbackInFlight: process.runLoop.inFlight.flatMap(\.status),
            backgroundTimeRemaining: taskTimeLeft(index),
            exit: nil
        )
    }

    private func status(of assertion: Assertion, _ index: Int) -> AssertionStatus {
        let process = self[process: index]
        return AssertionStatus(
            kind: assertion.kind,
            name: process.task(assertion.number)?.name,
            remaining: assertion.kind == .backgroundTask ? taskTimeLeft(index) : assertion.endsAt.map { $0 - now }
        )
    }

    /// What is left of the background task allowance; nil in the foreground and without a task.
    private func taskTimeLeft(_ index: Int) -> Milliseconds? {
        let process = self[process: index]
        guard process.state == .background, !process.work.tasks.isEmpty else { return nil }
        return max(0, taskAllowance(index) - process.taskClock.used(at: now))
    }

    private func whyNotActive(_ index: Int) -> DeactivationReasons {
        let process = self[process: index]
        let isShown = isInFront(index)
        let reasons: DeactivationReasons = isShown ? deactivationReasons(of: index) : .notOnScreen
        return process.isLaunching ? reasons.union(.launching) : reasons
    }
}

extension EndedProcess {
    fileprivate var status: ProcessStatus {
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
    fileprivate var status: PendingCallback? {
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

extension ProcessState {
    /// The place of the state in `allCases`.
    package var ordinal: Int {
        switch self {
        case .notRunning: 0
        case .inactive: 1
        case .active: 2
        case .background: 3
        case .suspended: 4
        case .terminated: 5
        }
    }
}
