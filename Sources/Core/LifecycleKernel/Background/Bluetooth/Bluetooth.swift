// Core Bluetooth in the background: one scan or one advertising for an app.
//
// With the background mode an event wakes the app; with a restore identifier it also launches it. Without one, what the app
// does ends with its process. Source: facts 6.1 (TN3115).
//
// Callbacks: the restoration and the event of the central or peripheral manager. Records: `verdict` of `bluetooth`.

/// Bluetooth events, and the apps that they wake. Source: facts 6.1 (TN3115).
extension App {
    /// Delivers an event of an app's Bluetooth scan or advertising. Source: facts 6.1 (TN3115).
    mutating func receiveBluetoothEvent(in system: inout SystemState) -> AppEffect? {
        guard let service = background.bluetooth else {
            write(.verdict(.bluetooth, .dropped, .notMonitoring), in: &system)
            return nil
        }
        if let refusal = reasonToDropBluetooth(service, in: system) {
            write(.verdict(.bluetooth, .dropped, refusal), in: &system)
            return nil
        }
        guard installation.declares(service.role.mode) else {
            // In front no mode is needed, and none of its time in the background comes of it.
            write(.verdict(.bluetooth, .delivered, nil), in: &system)
            enqueue([.call(service.role.event, scene: 0)])
            return .runMainThread
        }
        let restores = !hasLaunched
        let identifier = CallbackArguments(Value.Member.optional("restoreIdentifier", service.restoreIdentifier))
        let wakeUp = WakeUp(
            reason: .bluetooth,
            assertion: .bluetooth,
            length: system.rulebook.bluetoothWakeSeconds,
            verdict: Verdict(subject: .bluetooth, decision: .delivered),
            first: restores ? .call(service.role.restoration, scene: 0, arguments: identifier) : nil,
            step: .call(service.role.event, scene: 0),
            options: service.restoreIdentifier.map { [Value.Member(service.role.launchOption, [.string($0)])] } ?? []
        )
        return .wake(wakeUp)
    }

    mutating func startBluetooth(
        _ role: BluetoothService.Role,
        _ restoreIdentifier: String?,
        in system: inout SystemState
    ) {
        settleEnergy(in: &system)
        background.bluetooth = BluetoothService(role: role, restoreIdentifier: restoreIdentifier)
    }

    private func reasonToDropBluetooth(_ service: BluetoothService, in system: SystemState) -> Refusal? {
        if !declares(service.role.mode), !(hasLaunched && isInFront(in: system)) {
            return .missing(service.role.mode)
        }
        let hasEnded = service.endedWithProcess
        guard !hasLaunched else { return hasEnded ? Refusal(.notMonitoring, "it ended with its process") : nil }
        if installation.isForceQuit { return .forceQuit }
        if hasEnded {
            return Refusal(.processNotRunning, "there was no restore identifier to launch the app again for")
        }
        return system.mayLaunchInBackground ? nil : Refusal(.beforeFirstUnlock)
    }

    /// What an app does without a restore identifier ends with its process. Source: facts 6.1 (TN3115).
    mutating func stopScanningWithProcess() {
        guard background.bluetooth?.restoreIdentifier == nil else { return }
        background.bluetooth?.endedWithProcess = true
    }

    /// Whether an app scans or advertises.
    var usesBluetooth: Bool {
        guard !background.isBlank, let service = background.bluetooth else {
            return false
        }
        return !service.endedWithProcess
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
    var endedWithProcess = false
}

extension BluetoothService: StateFields {
    func fields(_ f: inout FieldVisitor) {
        f.field("role", role)
        f.field("restoreIdentifier", restoreIdentifier)
        f.field("endedWithProcess", endedWithProcess)
    }
}
