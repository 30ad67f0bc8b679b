import LifecycleKernel

/// What a device is created with.
public struct NewDevice: Sendable {
    /// Its id; nil for a generated one.
    public var id: DeviceID?
    /// What the kernel's device is made with.
    public var settings: DeviceSettings
    /// What its clock shows at first; unless given, manual clocks start at `Instant.manualStart` and others now.
    public var startsAt: Instant?
    /// Its labels, each name once.
    public var labels: [Label]
    /// How long it is kept without requests, in milliseconds of real time; nil for ever.
    public var expiresAfter: Milliseconds?
    /// The apps to install at once.
    public var apps: [AppManifest]

    /// Makes a description of a device.
    public init(
        id: DeviceID? = nil,
        settings: DeviceSettings = DeviceSettings(clock: ClockSettings(mode: .realtime)),
        startsAt: Instant? = nil,
        labels: [Label] = [],
        expiresAfter: Milliseconds? = nil,
        apps: [AppManifest] = []
    ) {
        self.id = id
        self.settings = settings
        self.startsAt = startsAt
        self.labels = labels
        self.expiresAfter = expiresAfter
        self.apps = apps
    }
}
