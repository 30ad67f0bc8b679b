/// A simulated device: what is installed, what runs, what is on screen, and its time. A pure value.
///
/// Inputs and an instant go in, records come out: nothing here reads a clock, draws from chance that it does not hold,
/// or waits. The same inputs at the same instants give the same records, however time is cut into ticks.
///
/// Its mechanisms are extensions, each in the folder of what it is about. Here: `+Inputs` checks and applies, `+Time`
/// settles deadlines, `+Screen` says who is in front. In `Process`: `+Launching` begins processes, `+Reconciliation`
/// brings them to where the screen wants them, `+RunLoop` carries out what a main thread does. In `Background`:
/// `+Assertions` holds processes, `+Waking` wakes them, `+Scheduler` decides. In `Termination`: `+Ending`. One file for
/// each family of events says what an event does.
public struct Device: Codable, Sendable {
    /// The instant up to which everything has happened.
    public internal(set) var now: Instant
    /// When the system started last.
    var bootedAt: Instant
    /// The sequence of the last record.
    public internal(set) var lastSequence: UInt64 = 0
    /// How the clock runs. The kernel only keeps it.
    public internal(set) var clock: ClockSettings
    /// What the device was made with, its profile and its clock as they were then.
    public let madeWith: DeviceSettings
    /// The rules in force.
    public internal(set) var rulebook: Rulebook
    /// Every app, in the order of installation.
    var installed: [InstalledApp] = []
    /// Processes that have ended, oldest first, as many as `Device.endedProcessesKept`.
    var ended: [EndedProcess] = []
    var screen = Screen()
    var deadlines = DeadlineQueue()
    var conditions = Conditions()
    /// Memory that the system and everything else but the apps take, in bytes.
    var systemMemory: Int64
    /// The level recorded last.
    var memoryLevel = MemoryLevel.normal
    /// Whether the ledger is being looked at: what that itself changes is looked at there.
    var isSettlingMemory = false
    /// Processes that have been warned and have not come to hear it.
    var warned: [ProcessID] = []
    /// Whether something that is no call has the speaker.
    var isSpeakerTaken = false
    /// The process that reported the call.
    var callOwner: ProcessID?
    /// Counts the transfers of the device.
    var lastTransfer: UInt32 = 0
    /// Counts the visits to the screen.
    var lastVisit: UInt64 = 0
    /// What chance is drawn from next.
    var chance: UInt64
    /// The number of the process launched last.
    var lastPID: ProcessID = 100
    /// What the next records are caused by.
    var cause: UInt64 = 0
    /// The record of the last input; nil before the first, and in states of the kernel's first version.
    var lastInput: UInt64?
    private var outbox = Outbox()

    /// How many apps may be installed on a device.
    public static let appsPerDevice = 10_000

    /// How many ended processes are remembered on a device.
    public static let endedProcessesKept = 64

    /// Makes a device that is switched on, unlocked, and shows the home screen.
    public init(_ settings: DeviceSettings, at start: Instant) {
        self.madeWith = settings
        self.rulebook = Rulebook(settings.profile, overrides: settings.overrides)
        self.systemMemory = settings.memoryBytes / 4
        self.chance = settings.seed
        self.now = start
        self.bootedAt = start
        self.clock = settings.clock
    }

    /// What the device was made with, its profile and its clock as they are now.
    public var settings: DeviceSettings {
        var settings = madeWith
        settings.profile = rulebook.profile
        settings.clock = clock
        return settings
    }

    /// Hands over the records written since the last call.
    public mutating func takeRecords() -> [Record] { outbox.take() }

    /// The records written since they were last taken.
    var recordsWritten: [Record] { outbox.records }

    /// Writes a record.
    ///
    /// - Parameter index: The place in `installed` of the app that it is about.
    mutating func write(_ body: consuming Record.Body, app index: Int? = nil, scene: SceneNumber? = nil) {
        // Not `index.map(...)`: a closure over the device copies it for every record.
        guard let index else { return write(body, about: nil, pid: nil, scene: scene) }
        write(body, about: installed[index].manifest.bundleID, pid: pid(of: index), scene: scene)
    }

    /// Writes a record about an app that need not be installed.
    @inline(__always)
    mutating func write(
        _ body: consuming Record.Body,
        about bundleID: BundleID?,
        pid: ProcessID?,
        scene: SceneNumber? = nil
    ) {
        lastSequence += 1
        outbox.append(
            Record(
                sequence: lastSequence,
                time: now,
                cause: cause,
                bundleID: bundleID,
                pid: pid,
                scene: scene,
                body: body
            )
        )
    }

    /// The living process of an app; only where one is known to live.
    subscript(process index: Int) -> AppProcess {
        // Inlined, so that who reads one field copies one field.
        @inline(__always) get { installed[index].livingProcess }
        @inline(__always) _modify { yield &installed[index].livingProcess }
    }

    /// The place in `installed` of an app.
    ///
    /// Here and below, places are looked through one by one: a closure over the elements would copy each of them.
    @inline(__always)
    func index(of bundleID: BundleID) -> Int? {
        for index in installed.indices where installed[index].manifest.bundleID == bundleID { return index }
        return nil
    }

    /// The place in `installed` of the app whose living process has this number.
    @inline(__always)
    func index(ofProcess pid: ProcessID) -> Int? {
        for index in installed.indices where lives(pid, at: index) { return index }
        return nil
    }

    // `installed[index].process?.pid` and the like would copy the whole process to read one field of it. And where a
    // method that changes the device asks one that does not, the other is handed a copy of it; so small questions that
    // are asked often are inlined, here and elsewhere.

    /// The living process of an app.
    func pid(of index: Int) -> ProcessID? { installed[index].process == nil ? nil : self[process: index].pid }

    /// The state of an app. One that is only prewarmed does not run for anybody but the system.
    func state(of index: Int) -> ProcessState { hasLaunched(index) ? self[process: index].state : .notRunning }

    /// Whether a process lives that has come to the app's code, or is about to.
    @inline(__always)
    func hasLaunched(_ index: Int) -> Bool { installed[index].process != nil && !self[process: index].isPrewarmed }

    /// Whether the process still lives.
    @inline(__always)
    func lives(_ pid: ProcessID, at index: Int) -> Bool {
        installed[index].process != nil && self[process: index].pid == pid
    }

    /// Whether the app has a process whose code can run now.
    @inline(__always)
    func runs(_ index: Int) -> Bool { installed[index].process != nil && self[process: index].state != .suspended }

    /// Whether the app has a process that is asked to end.
    @inline(__always)
    func isEnding(_ index: Int) -> Bool { installed[index].process != nil && self[process: index].ending != nil }
}
