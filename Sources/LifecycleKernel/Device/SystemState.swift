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

/// The numbers that a device gives out; none is given twice.
struct Counters: Sendable {
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

    /// Counts one more use of the screen: who has the higher number used it later.
    mutating func nextVisit() -> UInt64 {
        lastVisit += 1
        return lastVisit
    }
}

/// Who has the speaker of a device besides its apps, and which process has reported the call, with video or without. The
/// call itself is part of the screen, which it may cover.
struct Telephony: Sendable {
    /// Whether something that is no call interrupts audio.
    private(set) var isInterrupted: Bool
    /// The process that reported the call.
    private(set) var callOwner: ProcessID?
    /// Whether it was reported as one with video.
    private(set) var callHasVideo: Bool

    init(isInterrupted: Bool = false, callOwner: ProcessID? = nil, callHasVideo: Bool = false) {
        self.isInterrupted = isInterrupted
        self.callOwner = callOwner
        self.callHasVideo = callHasVideo
    }

    /// Something that is no call begins or ends to interrupt audio.
    mutating func setInterrupted(_ isInterrupted: Bool) { self.isInterrupted = isInterrupted }

    mutating func beginCall(of pid: ProcessID, hasVideo: Bool) {
        callOwner = pid
        callHasVideo = hasVideo
    }

    /// The call is over, or its process is gone.
    mutating func endCall() {
        callOwner = nil
        callHasVideo = false
    }
}

/// The processes of a device that have ended, oldest first, as many as are remembered.
struct EndedProcesses: Sendable {
    private(set) var processes: [EndedProcess]
    /// Whether a process has ended since the last call of `takeNewExit()`.
    private(set) var hasNewExit = false

    /// How many are remembered.
    static let limit = 64

    init(_ processes: [EndedProcess] = []) { self.processes = processes }

    /// Remembers one more; the oldest is forgotten when there are too many.
    mutating func append(_ process: EndedProcess) {
        if processes.count >= Self.limit { processes.removeFirst(processes.count - Self.limit + 1) }
        processes.append(process)
        hasNewExit = true
    }

    /// Whether a process has ended since the last call.
    mutating func takeNewExit() -> Bool {
        defer { hasNewExit = false }
        return hasNewExit
    }

    /// Forgets what reports of an app are written from.
    mutating func forgetCircumstances(of bundleID: BundleID) {
        for index in processes.indices where processes[index].bundleID == bundleID {
            processes[index].circumstances = nil
        }
    }
}
