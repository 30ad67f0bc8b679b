import LifecycleKernel

/// What inputs did.
public struct InputOutcome: Sendable {
    /// The device.
    public var device: DeviceID
    /// The sequence of the device's last record.
    public var sequence: UInt64
    /// The device's time afterwards.
    public var time: Instant
    /// What the inputs caused, themselves included. What was due before them is in the timeline only: whether a tick or
    /// the input found it makes no difference to this answer.
    public var records: [Record]
    /// The records as a JSON array, where the journal has them so.
    package var recordText: [UInt8]?
    /// Every app installed, as it is afterwards.
    public var apps: [AppSummary]
    /// When something will happen if nothing comes in before; nil when nothing is due.
    public var nextDeadline: Instant?
    /// Why an advance stopped where it did; nil after other inputs.
    public var stopped: AdvanceStop?
}

/// What an installation did.
package struct InstallOutcome: Sendable {
    /// What the input did.
    package var outcome: InputOutcome
    /// The app afterwards.
    package var app: AppStatus
    /// Whether the app was not installed before.
    package var isNew: Bool
}
