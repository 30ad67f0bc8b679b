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
        if let refusal = reasonToDropBluetooth(service, index) {
            write(verdict(.bluetooth, .dropped, refusal), app: index)
            return
        }
        guard declares(service.role.mode, index) else {
            // In front no mode is needed, and none of its time in the background comes of it.
            write(verdict(.bluetooth, .delivered, nil), app: index)
            enqueue([.call(service.role.event, scene: 0, arguments: [])], index)
            pump(index)
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
            then: .call(service.role.event, scene: 0, arguments: []),
            options: service.restoreIdentifier.map { [Value.Member(service.role.launchOption, [.string($0)])] } ?? []
        )
    }

    private func reasonToDropBluetooth(_ service: BluetoothService, _ index: Int) -> Refusal? {
        if !declares(service.role.mode, index), !(hasLaunched(index) && isInFront(index)) {
            return .missing(service.role.mode)
        }
        let hasEnded = service.endedWithProcess == true
        guard !hasLaunched(index) else { return hasEnded ? Refusal(.notMonitoring, "it ended with its process") : nil }
        if installed[index].isForceQuit { return .forceQuit }
        if hasEnded {
            return Refusal(.processNotRunning, "there was no restore identifier to launch the app again for")
        }
        return mayLaunchInBackground ? nil : Refusal(.beforeFirstUnlock)
    }

    /// What an app does without a restore identifier ends with its process. Source: facts 6.1 (TN3115).
    mutating func stopScanningWithProcess(_ index: Int) {
        guard installed[index].background.bluetooth?.restoreIdentifier == nil else { return }
        installed[index].background.bluetooth?.endedWithProcess = true
    }

    /// Whether an app scans or advertises.
    @inline(__always)
    func usesBluetooth(_ index: Int) -> Bool {
        guard !installed[index].background.isBlank, let service = installed[index].background.bluetooth else {
            return false
        }
        return service.endedWithProcess != true
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
        /// The key of the launch options that holds the restore identifiers. Source: facts 1.1.
        var launchOption: String { self == .central ? "bluetoothCentrals" : "bluetoothPeripherals" }
        var event: CallbackName { self == .central ? .centralManagerDidDiscover : .peripheralManagerDidReceiveRead }
    }

    var role: Role
    /// With one the system relaunches the app for an event; without one it ends with its process.
    var restoreIdentifier: String?
    /// Whether it has ended with its process.
    var endedWithProcess: Bool?
}
