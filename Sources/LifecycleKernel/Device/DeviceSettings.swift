/// What a device is made with.
public struct DeviceSettings: Hashable, Codable, Sendable {
    /// Which kind of device it is.
    public var model: DeviceModel
    /// The rule profile.
    public var profile: RuleProfile
    /// Rules that differ from the profile.
    public var overrides: [RuleOverride]
    /// How its clock runs.
    public var clock: ClockSettings
    /// Memory of the device, in bytes.
    public var memoryBytes: ByteCount
    /// Whether it has a passcode, and so data protection.
    public var passcode: Bool
    /// What chance is drawn from.
    public var seed: UInt64

    /// Makes settings.
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
