import DeviceTokens
import LifecycleKernel

/// What inputs did.
public struct InputOutcome: Sendable {
    /// The device.
    public var device: DeviceID
    /// The sequence of the device's last record.
    public var sequence: SequenceNumber
    /// The device's time afterwards.
    public var time: Instant
    /// The records that the inputs caused, including the inputs. Records of deadlines before them are only in the
    /// timeline, so the outcome does not depend on whether a tick came first.
    public var records: [Record]
    /// The records as a JSON array, if they were encoded for the store and every client gets the same.
    package var recordText: [UInt8]?
    /// Every app installed, as it is afterwards.
    package var apps: [AppSummary]
    /// When the next deadline is due without further inputs; nil when there is none.
    public var nextDeadline: Instant?
    /// Why an advance stopped where it did; nil after other inputs.
    public var stopped: AdvanceStop?
    /// The callbacks that wait for the programs that play attached apps.
    package var callbacks: [CallbackInFlight] = []

    /// Replaces what the kernel says of device tokens by what a client sees.
    mutating func nameTokens() {
        callbacks = callbacks.map { $0.namingToken(on: device) }
        guard records.nameInstallations else { return }
        records = records.namingTokens(on: device.description)
        recordText = nil
    }
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

extension Held<InputOutcome> {
    /// About how many bytes what is held takes in memory.
    package var keptSize: Int { (value.recordText?.count ?? 0) + value.records.reduce(0) { $0 + $1.keptSize } }
}
