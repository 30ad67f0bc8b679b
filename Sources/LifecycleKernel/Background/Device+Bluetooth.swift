/// Bluetooth events, and the apps that they wake. Source: facts 6.1 (TN3115).
extension Device {
    mutating func startBluetooth(_ role: BluetoothService.Role, _ restoreIdentifier: String?, _ index: Int) {
        settleEnergy(index)
        installed[index].bluetooth = BluetoothService(role: role, restoreIdentifier: restoreIdentifier)
    }

    /// Something happens around an app's scan or its advertising. Source: facts 6.1 (TN3115).
    mutating func bluetoothEvent(_ index: Int) {
        guard let service = installed[index].bluetooth else {
            write(verdict(.bluetooth, .dropped, .notMonitoring), app: index)
            return
        }
        if let why = reasonToDropBluetooth(service, index) {
            write(verdict(.bluetooth, .dropped, why), app: index)
            return
        }
        let restores = !installed[index].hasLaunched
        let restoration: [Step] =
            restores
            ? [
                .call(
                    service.role.restoration,
                    scene: 0,
                    arguments: Value.Member.optional("restoreIdentifier", service.restoreIdentifier)
                )
            ] : []
        wake(
            index,
            for: .bluetooth,
            holding: .bluetooth,
            lasting: rulebook.milliseconds(.bluetoothWakeSeconds),
            verdict: Verdict(subject: .bluetooth, decision: .delivered, why: nil, identifier: nil),
            then: restoration + [.call(service.role.event, scene: 0, arguments: [])]
        )
    }

    private func reasonToDropBluetooth(_ service: BluetoothService, _ index: Int) -> Verdict.Why? {
        let isRunning = (installed[index].process?.state ?? .suspended) != .suspended
        if !isRunning, !declares(service.role.mode, index) { return .missingBackgroundMode }
        guard !installed[index].hasLaunched else { return nil }
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
