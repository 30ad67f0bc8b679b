// The sleep of a device, and its uptime clock, which stands still meanwhile.
//
// A locked device sleeps while nothing keeps it awake: no code runs, no call is in progress, and no charger is connected.
// The device is awake whenever code runs, so an app notices the sleep only by a timer that was set before its process was
// suspended (`setAlarm`). What the system does by itself, such as launching tasks, follows the wall clock and wakes the device.
// Source: facts 8.

/// How long a device has slept since it started.
struct DeviceSleep: Hashable, Codable, Sendable {
    /// How long it has slept, without the present sleep.
    private var before: Milliseconds = 0
    /// Since when it sleeps; nil while it is awake.
    private var since: Instant?

    /// How long it has slept in all.
    func total(at now: Instant) -> Milliseconds { before + (since.map { now - $0 } ?? 0) }

    /// Puts it to sleep, or wakes it.
    mutating func set(isAsleep: Bool, at now: Instant) {
        guard isAsleep != (since != nil) else { return }
        before = total(at: now)
        since = isAsleep ? now : nil
    }
}

extension SystemState {
    /// How long the device has slept since it started.
    var slept: Milliseconds { sleep?.total(at: now) ?? 0 }

    /// How long the device has been awake since it started, as `ProcessInfo.systemUptime` says.
    var uptime: Milliseconds { now - bootedAt - slept }

    /// Whether the device sleeps while no code runs.
    fileprivate var maySleep: Bool {
        screen.isLocked && screen.isOn && screen.call == nil && !conditions.isCharging && rulebook.deviceSleeps
    }
}

extension Device {
    /// Puts the device to sleep, or wakes it. Called after each input and deadline.
    mutating func updateSleep() {
        let isAsleep = system.maySleep && !apps.indices.contains { apps[$0].runsCode }
        guard isAsleep || system.sleep != nil else { return }
        var sleep = system.sleep ?? DeviceSleep()
        sleep.set(isAsleep: isAsleep, at: system.now)
        system.sleep = sleep
    }
}

extension App {
    /// Whether its process or that of its extension runs.
    fileprivate var runsCode: Bool { runs || serviceProcess.map { $0.state != .suspended } ?? false }
}
