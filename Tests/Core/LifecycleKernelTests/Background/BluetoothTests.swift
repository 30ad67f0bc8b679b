import LifecycleKernel
import TestKit
import Testing

/// Core Bluetooth in the background, with state restoration and without it.
@Suite struct BluetoothTests {
    /// The two roles: the mode, the action of the app, and the callbacks at a relaunch and for an event.
    static let roles: [(mode: String, start: Action, restoration: CallbackName, event: CallbackName)] = [
        (
            "bluetooth-central", .scanBluetooth(restoreIdentifier: "r"), .centralManagerWillRestoreState,
            .centralManagerDidDiscover
        ),
        (
            "bluetooth-peripheral", .advertiseBluetooth(restoreIdentifier: "r"), .peripheralManagerWillRestoreState,
            .peripheralManagerDidReceiveRead
        ),
    ]

    static func device(_ modes: [String], _ start: Action) throws -> TestDevice {
        var device = try TestDevice()
        try device.install(modes: modes)
        try device.launch()
        try device.act(start)
        return device
    }

    @Test("A relaunched app restores its state before the callback of the event", arguments: 0..<2)
    func restores(role: Int) throws {
        let role = Self.roles[role]
        var device = try Self.device([role.mode], role.start)
        try device.leaveAndSuspend()
        try device.send(.app("a", .terminate(.jetsam)))
        let records = try device.wake(.bluetooth)
        #expect(records.callbacks == [.willFinishLaunching, .didFinishLaunching, role.restoration, role.event])
        let restored = records.compactMap { record in
            if case .callback(let call) = record.body, call.name == role.restoration { call.arguments } else { nil }
        }
        #expect(restored == [[Value.Member("restoreIdentifier", "r")]])
        #expect(try device.advance(10).states == [.suspended])
        #expect(try device.wake(.bluetooth).callbacks == [role.event])
    }

    @Test("The mode of one role does not permit the other", arguments: 0..<2)
    func wrongMode(role: Int) throws {
        var device = try Self.device([Self.roles[1 - role].mode], Self.roles[role].start)
        try device.leaveAndSuspend()
        #expect(try device.wake(.bluetooth).decisions == ["dropped missingBackgroundMode"])
    }

    @Test(
        "An app in front needs no mode and no assertion; in the background without the mode it gets no events",
        arguments: 0..<2
    )
    func running(role: Int) throws {
        var device = try Self.device([], Self.roles[role].start)
        let records = try device.wake(.bluetooth)
        #expect(records.callbacks == [Self.roles[role].event])
        #expect(records.decisions == ["delivered"])
        #expect(records.assertions.isEmpty)
        try device.send(.home)
        #expect(device.state() == .background)
        let dropped = try device.wake(.bluetooth)
        #expect(dropped.decisions == ["dropped missingBackgroundMode"])
        #expect(dropped.verdicts.first?.detail?.description.contains(Self.roles[role].mode) == true)
        #expect(try device.advance(5).states == [.suspended])
    }

    @Test("Without a restoration identifier, scanning ends with the process and does not start again", arguments: 0..<2)
    func noIdentifier(role: Int) throws {
        let start: Action =
            role == 0 ? .scanBluetooth(restoreIdentifier: nil) : .advertiseBluetooth(restoreIdentifier: nil)
        var device = try Self.device([Self.roles[role].mode], start)
        try device.send(.app("a", .crash(.abort, message: nil)))
        #expect(try device.wake(.bluetooth).decisions == ["dropped processNotRunning"])
        try device.launch()
        #expect(try device.wake(.bluetooth).decisions == ["dropped notMonitoring"])
        try device.act(start)
        #expect(try device.wake(.bluetooth).decisions == ["delivered"])
    }

    @Test("The restore identifiers are in the options of both launch methods", arguments: 0..<2)
    func launchOptions(role: Int) throws {
        var device = try Self.device([Self.roles[role].mode], Self.roles[role].start)
        try device.send(.app("a", .terminate(.jetsam)))
        let records = try device.wake(.bluetooth)
        let key = role == 0 ? "bluetoothCentrals" : "bluetoothPeripherals"
        #expect(records.launchOptions == [[Value.Member(key, ["r"])], [Value.Member(key, ["r"])]])
        try device.advance(10)
        #expect(try device.wake(.bluetooth).launchOptions.isEmpty)
    }

    @Test("An app that does not use Bluetooth gets no events of it")
    func notMonitoring() throws {
        var device = try Self.device(["bluetooth-central"], .stopAudio)
        #expect(try device.wake(.bluetooth).decisions == ["dropped notMonitoring"])
    }
}
