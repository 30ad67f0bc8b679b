/// What all apps of a device share: its time, its rules, its screen, its conditions, its memory.
///
/// `Device` keeps it beside the apps, so that a method of an app can change it in place. Such a method can reach
/// everything here and its own app, but no other app.
struct SystemState: Codable, Sendable {
    /// The device's time, and the records that are written at it.
    var timeline: Timeline
    /// When the system started last.
    var bootedAt: Instant
    /// How the clock runs. The kernel only keeps it.
    var clock: ClockSettings
    /// The settings with which the device was created. Out of line, since they are read rarely.
    let initialSettings: Box<DeviceSettings>
    /// The rules in force.
    var rulebook: Rulebook
    var endedProcesses = EndedProcesses()
    var screen = Screen()
    var deadlines = DeadlineQueue()
    var conditions = Conditions()
    var memory: MemoryLedger
    var telephony = Telephony()
    /// The app that played audio last, to which the buttons of remote control go; nil for none.
    var nowPlaying: BundleID?
    var counters = Counters()
    /// The generator of everything that is random.
    var random: SplitMix64
    /// How long it has slept since it started; nil if it has not.
    var sleep: DeviceSleep?
    /// Distinguishes the device from earlier ones of the same name, so that their device tokens differ; nil for the
    /// first. The kernel only keeps it.
    var incarnation: UInt32?

    /// The state of a system that starts now, for the first time.
    init(_ settings: DeviceSettings, at start: Instant) {
        timeline = Timeline(at: start)
        bootedAt = start
        clock = settings.clock
        var settings = settings
        settings.memoryBytes = settings.memoryBytes.ofProcess
        initialSettings = Box(settings)
        rulebook = Rulebook(settings.profile, overrides: settings.overrides)
        memory = MemoryLedger(deviceBytes: settings.memoryBytes)
        random = SplitMix64(seed: settings.seed)
    }
}

extension SystemState: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("timeline", timeline)
        f.ignore("bootedAt")  // Reports read it.
        f.ignore("clock")  // No input of a search changes it.
        f.ignore("initialSettings")  // No input changes them.
        f.field("rulebook", rulebook)
        f.ignore("endedProcesses")  // For reports.
        f.field("screen", screen)
        f.field("deadlines", deadlines)
        f.field("conditions", conditions)
        f.field("memory", memory)
        f.field("telephony", telephony)
        f.field("nowPlaying", nowPlaying)
        f.ignore("counters")  // They only determine the next numbers.
        if f.options.drawsRandomNumbers {
            f.field("random", Int64(bitPattern: random.state))
        } else {
            f.ignore("random")
        }
        f.ignore("sleep")  // Uptime timers already count by the time until they are due.
        f.ignore("incarnation")  // Only tokens depend on it.
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

/// The numbers that a device gives out; none is given twice.
struct Counters: Codable, Sendable {
    /// The number of the process launched last.
    private(set) var lastPID: ProcessID
    /// The number of the transfer started last.
    private(set) var lastTransfer: UInt32
    /// How often apps have entered or left the screen.
    private(set) var lastVisit: UInt64

    init(lastPID: ProcessID = 100, lastTransfer: UInt32 = 0, lastVisit: UInt64 = 0) {
        self.lastPID = lastPID
        self.lastTransfer = lastTransfer
        self.lastVisit = lastVisit
    }

    /// A number for the next process.
    mutating func nextPID() -> ProcessID {
        lastPID = lastPID.next
        return lastPID
    }

    /// A number for the next transfer.
    mutating func nextTransfer() -> UInt32 {
        lastTransfer += 1
        return lastTransfer
    }

    /// Counts one more use of the screen: the app with the higher number used it later.
    mutating func nextVisit() -> UInt64 {
        lastVisit += 1
        return lastVisit
    }
}
