/// What all apps of a device share: its time, its rules, its screen, its conditions, its memory.
///
/// It stands beside the apps in `Device`, so that a method of an app changes it in place. A method that takes it can
/// reach everything here and its own app, and no other app.
struct SystemState: Sendable {
    /// The device's time, and the records that are written at it.
    var timeline: Timeline
    /// When the system started last.
    var bootedAt: Instant
    /// How the clock runs. The kernel only keeps it.
    var clock: ClockSettings
    /// What the device was made with, its profile and its clock as they were then.
    let initialSettings: DeviceSettings
    /// The rules in force.
    var rulebook: Rulebook
    /// Processes that have ended.
    var endedProcesses = EndedProcesses()
    var screen = Screen()
    var deadlines = DeadlineQueue()
    var conditions = Conditions()
    var memory: MemoryLedger
    var telephony = Telephony()
    var counters = Counters()
    /// The generator of everything that is random.
    var random: SplitMix64

    /// The state of a system that starts now, for the first time.
    init(_ settings: DeviceSettings, at start: Instant) {
        timeline = Timeline(at: start)
        bootedAt = start
        clock = settings.clock
        var settings = settings
        settings.memoryBytes = settings.memoryBytes.ofProcess
        initialSettings = settings
        rulebook = Rulebook(settings.profile, overrides: settings.overrides)
        memory = MemoryLedger(deviceBytes: settings.memoryBytes)
        random = SplitMix64(seed: settings.seed)
    }
}

extension SystemState {
    /// The instant up to which every deadline has been handled.
    var now: Instant { timeline.now }

    /// The sequence of the last record.
    var lastSequence: SequenceNumber { timeline.lastSequence }

    /// The record that causes what is written now.
    var cause: SequenceNumber { timeline.cause }

    /// The record of the last input; nil before the first.
    var lastInput: SequenceNumber? { timeline.lastInput }

    /// Writes a record of the device.
    mutating func write(_ body: consuming Record.Body) { timeline.write(body, about: nil, pid: nil) }

    /// Writes a record about an app that need not be installed.
    mutating func write(_ body: consuming Record.Body, about bundleID: BundleID?, pid: ProcessID?) {
        timeline.write(body, about: bundleID, pid: pid)
    }
}
