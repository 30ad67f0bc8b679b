/// Bluetooth events, and the apps that they wake. Source: facts 6.1 (TN3115).
extension Device {
    mutating func startBluetooth(_ role: BluetoothService.Role, _ restoreIdentifier: String?, _ index: Int) {
        settleEnergy(index)
        installed[index].background.bluetooth = BluetoothService(role: role, restoreIdentifier: restoreIdentifier)
    }

    /// Something happens around an app's scan or its advertising. Source: facts 6.1 (TN3115).
    mutating func bluetoothEvent(_ index: Int) {
        guard let service = installed[index].background.bluetooth else {
            write(verdict(.bluetooth, .dropped, .notMonitoring), app: index)
            return
        }
        if let why = reasonToDropBluetooth(service, index) {
            write(verdict(.bluetooth, .dropped, why), app: index)
            return
        }
        let restores = !hasLaunched(index)
        let identifier = Value.Member.optional("restoreIdentifier", service.restoreIdentifier)
        wake(
            index,
            for: .bluetooth,
            holding: .bluetooth,
            lasting: rulebook.milliseconds(.bluetoothWakeSeconds),
            verdict: Verdict(subject: .bluetooth, decision: .delivered, why: nil, identifier: nil),
            first: restores ? .call(service.role.restoration, scene: 0, arguments: identifier) : nil,
            then: .call(service.role.event, scene: 0, arguments: [])
        )
    }

    private func reasonToDropBluetooth(_ service: BluetoothService, _ index: Int) -> Verdict.Why? {
        if !runs(index), !declares(service.role.mode, index) { return .missingBackgroundMode }
        guard !hasLaunched(index) else { return nil }
        if installed[index].isForceQuit { return .forceQuit }
        if service.restoreIdentifier == nil { return .processNotRunning }
        return mayLaunchInBackground ? nil : .beforeFirstUnlock
    }
}

/// What an app does with Bluetooth, beyond the life of its process.
struct BluetoothService: Hashable, Codable, Sendable {
    /// The two roles of Core Bluetooth.
    enum Role: String, Codable, Sendable {
        case central, peripheral

        var mode: BackgroundMode { self == .central ? .bluetoothCentral : .bluetoothPeripheral }
        var restoration: CallbackName {
            self == .central ? .centralManagerWillRestoreState : .peripheralManagerWillRestoreState
        }
        var event: CallbackName { self == .central ? .centralManagerDidDiscover : .peripheralManagerDidReceiveRead }
    }

    var role: Role
    /// With one the system relaunches the app for an event; without one it does not.
    var restoreIdentifier: String?
}
