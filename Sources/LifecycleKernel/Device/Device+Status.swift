/// How the device looks to people and programs outside.
extension Device {
    /// How many apps are installed.
    package var appCount: Int { apps.count }

    /// Every app installed, in the order of installation.
    package var appStatuses: [AppStatus] { apps.indices.map { apps[$0].status(in: system) } }

    /// The same in short.
    package var appSummaries: [AppSummary] {
        apps.indices.map { index in
            AppSummary(
                bundleID: apps[index].manifest.bundleID,
                state: apps[index].state,
                pid: apps[index].hasLaunched ? apps[index].pid : nil
            )
        }
    }

    /// One app; nil when it is not installed.
    package func app(_ bundleID: BundleID) -> AppStatus? { index(of: bundleID).map { apps[$0].status(in: system) } }

    /// Every process, living or ended, by number; ended ones as far as they are kept.
    package var processes: [ProcessStatus] {
        let living = apps.indices.filter { apps[$0].hasProcess }.map { apps[$0].processStatus(in: system) }
        let services = apps.compactMap { $0.serviceStatus(in: system) }
        return (system.endedProcesses.processes.map(\.status) + living + services).sorted { $0.pid < $1.pid }
    }

    /// One process; nil when there is none with this number, or it is no longer kept.
    package func process(_ pid: ProcessID) -> ProcessStatus? {
        if let index = index(ofProcess: pid) { return apps[index].processStatus(in: system) }
        if let index = index(ofServiceProcess: pid) { return apps[index].serviceStatus(in: system) }
        return system.endedProcesses.processes.first { $0.pid == pid }?.status
    }

    /// Whether the device is locked.
    package var isLocked: Bool { system.screen.isLocked }

    /// Whether the device is switched on.
    package var isOn: Bool { system.screen.isOn }

    /// The apps with a window on screen, in the order in which the windows came; empty while the device is locked or
    /// a call has the screen.
    package var appsInFront: [BundleID] {
        guard !system.screen.isCovered else { return [] }
        var apps: [BundleID] = []
        for window in system.screen.windows where !apps.contains(window.bundleID) { apps.append(window.bundleID) }
        return apps
    }

    /// The conditions of the device.
    package var conditions: Conditions { system.conditions }

    /// What lies over the windows.
    package var overlays: DeactivationReasons { system.screen.overlays }

    /// The app on the display of a car.
    package var appInCar: BundleID? {
        system.screen.otherDisplays.first { $0.role == .carTemplateApplication }?.window.bundleID
    }

    /// How many apps are in each state.
    package var stateCounts: StateCounts {
        var counts = StateCounts.zero
        for index in apps.indices { counts.count(apps[index].state) }
        return counts
    }

    /// Whether a condition is met by the device as it is, or by one of the records.
    package func meets(_ condition: Condition, records: some Sequence<Record>) -> Bool {
        switch condition {
        case .app(let bundleID, let state):
            guard let index = index(of: bundleID) else { return false }
            // A process that has ended leaves an app that does not run.
            return apps[index].state == (state == .terminated ? .notRunning : state)
        case .record(let pattern): return records.contains { pattern.matches($0) }
        case .all(let conditions): return conditions.allSatisfy { meets($0, records: records) }
        case .any(let conditions): return conditions.contains { meets($0, records: records) }
        }
    }
}

extension ProcessState {
    /// The index of the state in `allCases`.
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
