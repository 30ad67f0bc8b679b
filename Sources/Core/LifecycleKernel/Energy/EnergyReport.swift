/// What an app has used since it was installed, in all its processes, and what its battery estimate is made of.
package struct EnergyReport: Sendable {
    package var bundleID: BundleID
    /// The instant up to which everything is counted.
    package var time: Instant
    /// What all its processes used, by state, including processes that are no longer kept. `notRunning` has what the
    /// system did for the app while it had no process.
    package var states: [StateEnergy]
    /// What each process used: first the ended processes that are still kept, then the running one.
    package var processes: [ProcessEnergy]
    /// What the estimate is made of.
    package var model: EnergyModel

    /// How long it was on screen or on the display of a car, active or not:
    /// `MXAppRunTimeMetric.cumulativeForegroundTime`.
    package var foregroundTime: Milliseconds { states[.active].time + states[.inactive].time }
    /// How long it ran in the background: `MXAppRunTimeMetric.cumulativeBackgroundTime`.
    package var backgroundTime: Milliseconds { states[.background].time }
    /// How long its audio was heard while it was in the background: `MXAppRunTimeMetric.cumulativeBackgroundAudioTime`.
    package var backgroundAudioTime: Milliseconds { states[.background].use.audio }
    /// How long location updates were on while it was in the background:
    /// `MXAppRunTimeMetric.cumulativeBackgroundLocationTime`.
    package var backgroundLocationTime: Milliseconds { states[.background].use.location }

    /// Everything used, in every state.
    package var total: EnergyUse { states.reduce(into: EnergyUse()) { $0 += $1.use } }
    /// How long its processes have lived.
    package var totalTime: Milliseconds { states.reduce(.zero) { $0 + $1.time } }
}

package struct ProcessEnergy: Hashable, Sendable {
    /// The process's number.
    package var pid: ProcessID
    package var startedAt: Instant
    /// When it ended; nil while it exists.
    package var endedAt: Instant?
    /// By state. The times add up to its life.
    package var states: [StateEnergy]
}

/// A simple model of what drains a battery: each thing that an app uses has a power, or an energy per use, and these
/// add up.
///
/// It counts the screen while the app is on it (the display of a car has its own power), processor time, wake-ups,
/// bytes, and what is switched on for the app. A suspended process costs nothing. The figures are rules, so a device
/// may override them; none of them is Apple's.
package struct EnergyModel: Sendable {
    /// The kind of device, which decides on the battery and the screen.
    package let device: DeviceModel
    /// The rules that the figures are taken from.
    package let rulebook: Rulebook

    init(_ device: DeviceModel, _ rulebook: Rulebook) {
        self.device = device
        self.rulebook = rulebook
    }

    /// The energy of a full battery, in microjoules; 0 for a device that was created without a battery.
    package var batteryMicrojoules: Int64 {
        // A milliwatt-hour is 3.6 joules.
        Int64(device == .iPhone ? rulebook.iPhoneBatteryMilliwattHours : rulebook.iPadBatteryMilliwattHours).times(
            3_600_000
        )
    }

    /// What was drawn from the battery, in microjoules: milliwatts times milliseconds.
    package func microjoules(of row: StateEnergy) -> Int64 {
        let use = row.use
        let isOnScreen = row.state == .active || row.state == .inactive
        let screen = Int64(device == .iPhone ? rulebook.iPhoneScreenMilliwatts : rulebook.iPadScreenMilliwatts)
        let parts = [
            isOnScreen ? (row.time - use.carDisplay).count.times(screen) : 0,
            use.cpuMicroseconds.times(Int64(rulebook.processorMilliwatts)) / 1_000,
            use.wakeUpCount.times(Int64(rulebook.wakeUpMillijoules)).times(1_000),
            use.networkBytes.count.times(Int64(rulebook.networkMillijoulesPerMegabyte)) / 1_000,
            use.audio.count.times(Int64(rulebook.audioMilliwatts)),
            use.location.count.times(Int64(rulebook.locationMilliwatts)),
            use.bluetooth.count.times(Int64(rulebook.bluetoothMilliwatts)),
        ]
        return parts.reduce(0) { $0.adding($1) }
    }

    /// What all of it drew.
    package func microjoules(of rows: [StateEnergy]) -> Int64 {
        rows.reduce(0) { $0.adding(microjoules(of: $1)) }
    }

}
