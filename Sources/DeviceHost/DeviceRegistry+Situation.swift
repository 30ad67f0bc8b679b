import LifecycleKernel

/// A device as the person who holds it sees it: what is on the screen, and the conditions.
package struct DeviceSituation: Sendable {
    /// What it was made with, with the present profile and clock.
    package var settings: DeviceSettings
    /// What its clock shows.
    package var now: Instant
    /// The sequence of its last record.
    package var sequence: SequenceNumber
    /// Whether it is switched on.
    package var isOn: Bool
    /// Whether it is locked.
    package var isLocked: Bool
    /// The apps with a window on screen, in the order in which the windows came.
    package var appsInFront: [BundleID]
    /// What lies over the windows.
    package var overlays: DeactivationReasons
    /// The conditions.
    package var conditions: Conditions
    /// The apps installed, in the order of installation.
    package var apps: [AppSummary]
}

extension DeviceRegistry {
    /// What is on the screen of a device, and its conditions.
    ///
    /// - Throws: `unknownDevice`.
    package func situation(of id: DeviceID) async throws(HostError) -> DeviceSituation {
        try await read(id) { hosted in
            DeviceSituation(
                settings: hosted.device.settings,
                now: hosted.device.now,
                sequence: hosted.device.lastSequence,
                isOn: hosted.device.isOn,
                isLocked: hosted.device.isLocked,
                appsInFront: hosted.device.appsInFront,
                overlays: hosted.device.overlays,
                conditions: hosted.device.conditions,
                apps: hosted.device.appSummaries
            )
        }.value
    }
}
