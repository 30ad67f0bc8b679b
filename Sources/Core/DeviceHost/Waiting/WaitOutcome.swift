import LifecycleKernel

/// The outcome of a wait.
package struct WaitOutcome: Sendable {
    /// The device.
    package var device: DeviceID
    /// How the wait ended.
    package var end: WaitEnd
    /// The sequence of the device's last record when it ended.
    package var sequence: SequenceNumber
    /// The device's time when it ended.
    package var time: Instant
    /// The record by which a condition on records was met.
    package var record: Record?
    /// If the condition was not met: up to five recent records that have most of the fields of a pattern, the best
    /// first.
    package var nearest: [Record]
    /// The apps that the condition names, as they were when it ended.
    package var apps: [AppSummary]

    /// Whether the condition was met.
    package var met: Bool { end == .met }
}

/// How a wait ends.
package enum WaitEnd: Hashable, Sendable {
    /// The condition was met.
    case met
    /// The timeout has passed.
    case timeout
    /// The server is being shut down.
    case shutdown
    /// The task that waited was cancelled.
    case cancelled
}
