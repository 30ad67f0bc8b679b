/// The values of `UIBackgroundModes` that the model knows. Source: facts 6.1.
package enum BackgroundMode: String, CaseIterable, Sendable {
    case audio, location, voip, fetch, processing
    case bluetoothCentral = "bluetooth-central"
    case bluetoothPeripheral = "bluetooth-peripheral"
    case remoteNotification = "remote-notification"
    case nearbyInteraction = "nearby-interaction"
    case pushToTalk = "push-to-talk"
}

/// What has to be declared and switched on for an app to run in the background. Source: facts 1.1, 6.
extension App {
    /// Whether the app declares a background mode. Source: facts 6.1.
    func declares(_ mode: BackgroundMode) -> Bool { installation.declares(mode) }

    /// Whether background refresh is on, for the device and for the app.
    func isRefreshOn(in system: SystemState) -> Bool { installation.isRefreshOn(in: system) }

    /// Which switch of background refresh is off.
    func refreshSwitch(in system: SystemState) -> Sentence {
        system.conditions.isBackgroundRefreshOn
            ? "Background App Refresh is off for this app" : "Background App Refresh is off for the whole device"
    }
}
