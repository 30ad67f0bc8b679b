// Core Bluetooth in the background. An app has at most one scan or one advertisement.
//
// With the background mode, an event wakes the app. With a restore identifier, an event also launches the app. Without
// one, the scan or advertisement ends with the process. Source: facts 6.1 (TN3115).
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
            // An app in front needs no mode, and gets no time in the background.
            write(.verdict(.bluetooth, .delivered, nil), in: &system)
            enqueue([.call(service.role.event)])
            return .runMainThread
        }
        if waits(.bluetooth, in: &system) { return nil }
        let restores = !hasLaunched
        let identifier = CallbackArguments(Value.Member.optional("restoreIdentifier", service.restoreIdentifier))
        let wakeUp = WakeUp(
            reason: .bluetooth,
            assertion: .bluetooth,
            length: system.rulebook.bluetoothWakeSeconds,
            verdict: Verdict(subject: .bluetooth, decision: .delivered),
            first: restores ? .call(service.role.restoration, arguments: identifier) : nil,
            step: .call(service.role.event),
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
        guard hasEnded else { return nil }
        return Refusal(.processNotRunning, "there was no restore identifier to launch the app again for")
    }

    /// Ends the scan or advertisement with the process, if it has no restore identifier. Source: facts 6.1 (TN3115).
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

/// An app's scan or advertisement, which may outlive its process.
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
    /// If it has one, the system launches the app for an event; otherwise it ends with the process.
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
