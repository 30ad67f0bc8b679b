import LifecycleKernel
import StateCoding
import TestKit
import Testing

/// Whatever numbers an input has, nothing traps, and the state that it makes is one that a device can be made of.
@Suite struct ExtremeNumbersTests {
    static let numbers: [Int64] = [.min, -1, 0, 1, .max]

    /// Everything that an app's code does with a number.
    static func actions(_ number: Int64) -> [Action] {
        let length = Milliseconds(number)
        let scene = SceneID(rawValue: Int32(clamping: number))
        return [
            .beginBackgroundTask(name: "t", endsAfter: length, hasExpirationHandler: false),
            .endBackgroundTask(name: nil, number: AssertionID(rawValue: UInt32(clamping: number))),
            .work(cpu: length), .edit(count: Int(number), scene: scene), .save(count: Int(number)),
            .allocate(bytes: ByteCount(number)), .free(bytes: ByteCount(number)),
            .requestSceneSession(scene: scene, userActivity: nil), .destroySceneSession(scene: scene),
            .setMinimumBackgroundFetchInterval(length),
            .completeFetch(.newData, callback: SequenceNumber(rawValue: UInt64(clamping: number))),
            .submitTaskRequest(TaskRequest(identifier: "t", kind: .appRefresh, earliestBeginAfter: length)),
            .reportProgress(fraction: Int(number)),
            .startTransfer(identifier: "s", bytes: ByteCount(number), lasting: length),
            .startRequest(identifier: "r", bytes: ByteCount(number), lasting: length),
            .setAlarm(.after(length)), .setAlarm(.at(Instant(milliseconds: number))),
        ]
    }

    /// Every event with a number.
    static func events(_ number: Int64) -> [Event] {
        let scene = SceneID(rawValue: Int32(clamping: number))
        let expiry = Instant(milliseconds: number)
        return [
            .device(.allocateSystemMemory(ByteCount(number))), .device(.freeSystemMemory(ByteCount(number))),
            .device(.condition(.setBattery(level: Int(number), isCharging: nil))),
            .scene("a", .activate(scene, placement: .splitView)), .scene("a", .close(scene)),
            .scene("a", .disconnect(scene)), .scene("a", .background(scene)), .app("a", .coverView(scene)),
            .push(RemoteNotification(bundleID: "a", payload: ["aps": ["alert": "x"]], priority: Int(number))),
            .push(
                RemoteNotification(
                    bundleID: "a",
                    payload: ["aps": ["content-available": 1]],
                    pushType: .background,
                    expiresAt: expiry
                )
            ),
            .wake("a", .systemWake(SystemWake(.systemWake, limit: Milliseconds(number)))),
        ]
    }

    @Test("An action", arguments: numbers, [true, false])
    func actions(number: Int64, jetsam: Bool) throws {
        for action in Self.actions(number) {
            var device = try Self.device(jetsam: jetsam)
            try device.act(action)
            if device.process() != nil { try device.act(action) }
            try Self.live(&device)
        }
    }

    @Test("An event", arguments: numbers, [true, false])
    func events(number: Int64, jetsam: Bool) throws {
        for event in Self.events(number) {
            var device = try Self.device(jetsam: jetsam)
            _ = try? device.send(event)
            try Self.live(&device)
        }
    }

    @Test("A device, an app and its behavior", arguments: numbers)
    func settings(number: Int64) throws {
        var device = TestDevice(DeviceSettings(memoryBytes: ByteCount(number), seed: UInt64(bitPattern: number)))
        let entry = AppBehavior.Entry.act(.save(count: nil), takes: Milliseconds(number))
        try device.install(
            AppManifest(
                bundleID: "a",
                footprintBytes: ByteCount(number),
                purgeableBytes: ByteCount(number),
                behavior: AppBehavior([.didFinishLaunching: [entry]])
            )
        )
        try device.launch()
        try Self.live(&device)
    }

    @Test("An instant is held within what can be written", arguments: [Int64.min, .max])
    func instants(number: Int64) throws {
        let instant = Instant(milliseconds: number)
        #expect(instant.description == (number < 0 ? "0001-01-01T00:00:00.000Z" : "9999-12-31T23:59:59.999Z"))
        var device = try Self.device(jetsam: true)
        _ = try? device.apply(.advance(.to(instant)))
        try Self.live(&device)
    }

    private static func device(jetsam: Bool) throws -> TestDevice {
        var device = try TestDevice(.ios18, ["jetsamEnabled": .bool(jetsam)], model: .iPad)
        try device.install(nil, .scenes, multipleScenes: true, infoPlist: InfoPlist(backgroundModes: ["fetch"]))
        try device.launch()
        return device
    }

    /// Lets the app leave and come back, and time pass; the state of the device can be read at any time.
    private static func live(_ device: inout TestDevice) throws {
        for _ in 0..<2 {
            #expect(throws: Never.self) { try Device(encodedState: device.kernel.encodedState()) }
            _ = try? device.send(.home)
            _ = try? device.advance(3_600)
            _ = try? device.launch()
        }
    }
}
