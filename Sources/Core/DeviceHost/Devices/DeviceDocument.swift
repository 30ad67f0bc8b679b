import LifecycleKernel

/// A device as it is now.
public struct DeviceDocument: Sendable {
    /// Its id.
    public var id: DeviceID
    /// The settings it was created with, with the present profile and clock.
    public var settings: DeviceSettings
    /// Its clock.
    public var clock: ClockReading
    /// Its labels, in the order of their names.
    public var labels: [Label]
    /// How long it is kept without requests, in milliseconds of real time; nil for ever.
    public var expiresAfter: Milliseconds?
    /// Whether it is locked.
    public var isLocked: Bool
    /// Whether files that are protected while it is locked can be read and written.
    public var isProtectedDataAvailable: Bool
    /// Whether files that are protected until the first unlock can be read and written.
    public var isUnlockedSinceBoot: Bool
    /// Whether it is switched on.
    public var isOn: Bool
    /// The apps with a window on screen, in the order in which the windows came.
    public var appsInFront: [BundleID]
    /// What lies over the screen.
    package var overlays: [ScreenOverlay]
    /// The apps installed, in the order of installation.
    package var apps: [AppSummary]
    /// The apps with handlers whose declared behaviour never runs, and which these are.
    public var behaviorNeverCalled: [(bundleID: BundleID, handlers: [CallbackName])]
    /// The sequence of its last record.
    public var sequence: SequenceNumber
    /// The sequence of the oldest record that is kept, or of the next one to be written when none is kept.
    public var oldestSequence: SequenceNumber
}

/// What a device's clock shows.
public struct ClockReading: Hashable, Sendable {
    /// How it runs.
    public var settings: ClockSettings
    /// What it shows.
    public var now: Instant
    /// When the next deadline is due without further inputs; nil when there is none.
    public var nextDeadline: Instant?
    /// Whether the device is behind its clock: more was due than is settled at once, or the store cannot be written.
    /// What is read then is the device as it was at `now`; it goes on with the next request or tick.
    public var isBehind = false
}

/// Something read from a device, and the sequence and time that it reflects.
public struct Reading<Value: Sendable>: Sendable {
    /// The device.
    public var device: DeviceID
    /// The sequence of the device's last record.
    public var sequence: SequenceNumber
    /// What the device's clock showed.
    public var time: Instant
    /// What was read.
    public var value: Value
}

/// One page of the list of devices.
public struct DevicePage: Sendable {
    /// The devices, in the order of their ids.
    public var devices: [DeviceDocument]
    /// Where the next page begins; nil at the end.
    public var next: String?
}
