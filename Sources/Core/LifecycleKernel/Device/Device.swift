/// A simulated device: what is installed, what runs, what is on screen, and its time. A pure value.
///
/// Inputs and an instant go in, records come out: nothing here reads a clock, waits, or draws random numbers except
/// from the device's own generator. The same inputs at the same instants give the same records, however time is cut
/// into ticks.
///
/// It has two parts side by side. What is about one app is a method of `App`, which changes its app and the
/// `SystemState` in place. What concerns several apps is a method of `Device`: it checks and applies inputs, settles
/// deadlines, and orders the apps: who is in front, who ends, who is killed for memory.
public struct Device: Codable, Sendable {
    /// Every app, in the order of installation.
    var apps: [App] = []
    /// What the apps share.
    var system: SystemState

    /// How many apps may be installed on a device.
    package static let appsPerDevice = 10_000

    /// How many ended processes are kept on a device.
    package static let endedProcessesKept = EndedProcesses.limit

    /// Makes a device that is switched on, unlocked, and shows the home screen.
    public init(_ settings: DeviceSettings, at start: Instant) {
        system = SystemState(settings, at: start)
    }

    init(apps: [App], system: SystemState) {
        self.apps = apps
        self.system = system
    }

    /// The instant up to which every deadline has been handled.
    public var now: Instant { system.timeline.now }

    /// The sequence of the last record.
    public var lastSequence: SequenceNumber { system.timeline.lastSequence }

    /// How the clock runs. The kernel only keeps it.
    public var clock: ClockSettings { system.clock }

    /// The settings with which the device was created.
    package var initialSettings: DeviceSettings { system.initialSettings.value }

    /// The rules in force.
    package var rulebook: Rulebook { system.rulebook }

    /// The settings of the device now. Its profile and its clock may have changed since it was created.
    package var settings: DeviceSettings {
        var settings = system.initialSettings.value
        settings.profile = system.rulebook.profile
        settings.clock = system.clock
        return settings
    }

    /// Distinguishes the device from earlier ones of the same name, so that their device tokens differ; nil for the
    /// first.
    package var incarnation: UInt32? {
        get { system.incarnation }
        set { system.incarnation = newValue }
    }

    /// Hands over the records written since the last call.
    public mutating func takeRecords() -> [Record] { system.timeline.takeRecords() }

    /// Returns the index of an installed app.
    func index(of bundleID: BundleID) -> Int? { apps.index(of: bundleID) }
}

/// Searches of the list alone, since a search by a method of the device would copy the device for the call. They search
/// by index: a closure over the elements would copy each app.
extension [App] {
    /// Returns the index of an installed app.
    func index(of bundleID: BundleID) -> Int? {
        for index in indices where self[index].manifest.bundleID == bundleID { return index }
        return nil
    }

    /// The index of the app whose living process has this number.
    func index(ofProcess pid: ProcessID) -> Int? {
        for index in indices where self[index].hasProcess(withID: pid) { return index }
        return nil
    }
}

extension Device: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("apps", apps)
        f.field("system", system)
    }
}

/// The settings with which a device is created.
public struct DeviceSettings: Hashable, Codable, Sendable {
    /// Which kind of device it is.
    public var model: DeviceModel
    public var profile: RuleProfile
    /// Rules that differ from the profile.
    public var overrides: [RuleOverride]
    /// How its clock runs.
    public var clock: ClockSettings
    /// Memory of the device, in bytes.
    public var memoryBytes: ByteCount
    /// Whether it has a passcode, and so data protection.
    public var passcode: Bool
    /// The seed of the device's random numbers.
    public var seed: UInt64

    public init(
        model: DeviceModel = .iPhone,
        profile: RuleProfile = .ios18,
        overrides: [RuleOverride] = [],
        clock: ClockSettings = ClockSettings(mode: .manual),
        memoryBytes: ByteCount = 6_442_450_944,
        passcode: Bool = true,
        seed: UInt64 = 0
    ) {
        self.model = model
        self.profile = profile
        self.overrides = overrides
        self.clock = clock
        self.memoryBytes = memoryBytes
        self.passcode = passcode
        self.seed = seed
    }
}

/// The kinds of devices. An iPad shows several windows at once.
public enum DeviceModel: String, CaseIterable, Codable, Sendable {
    case iPhone, iPad
}

extension Device {
    /// Continues after records that a kernel of another version wrote. Their inputs are not applied again.
    ///
    /// Deadlines before the instant are handled at the next input or advance.
    ///
    /// - Parameters:
    ///   - sequence: The last record that was written.
    ///   - instant: When it was written.
    package mutating func resume(after sequence: SequenceNumber, at instant: Instant) {
        system.timeline.resume(after: sequence, at: instant)
    }
}

/// The version of the rules and of what follows from them.
package enum KernelVersion {
    /// The version of this kernel.
    ///
    /// The same inputs give the same records under the same version. It goes up with every change of what a device
    /// does.
    package static let current = "4"
}
