import LifecycleKernel
import StateCoding
import TestKit
import Testing

/// What is held ends with its time, and one notification takes the place of another.
@Suite struct HeldPushExpiryTests {
    private static func push(
        _ id: String?,
        expiresAfter length: Milliseconds? = nil,
        apnsID: String? = nil,
        isStorable: Bool = true,
        on device: TestDevice
    ) -> Event {
        .push(
            RemoteNotification(
                bundleID: "a",
                payload: ["aps": ["alert": "hello"]],
                collapseID: id,
                expiresAt: length.map { device.kernel.now + $0 },
                apnsID: apnsID,
                isStorable: isStorable
            )
        )
    }

    @Test("What is delivered in time leaves no deadline behind", arguments: APNsStoreTests.Cut.allCases)
    func noDeadlineLeft(cut: APNsStoreTests.Cut) throws {
        var device = try HeldPushTests.suspended()
        let before = device.kernel.nextDeadline
        try cut.begin(&device)
        try device.send(Self.push("n", expiresAfter: 86_400_000, on: device))
        #expect(device.kernel.nextDeadline == device.kernel.now + 86_400_000)
        #expect(try cut.end(&device).identifiedDecisions == ["n shown"])
        #expect(device.kernel.nextDeadline == before)
    }

    @Test("A push that moves from Apple's servers to the device expires there")
    func expiresOnDevice() throws {
        var device = try HeldPushTests.suspended()
        try device.set(.setLowPowerMode(true))
        try device.set(.setNetwork(.none))
        try device.send(.push(.silent("n", expiresAt: device.kernel.now + 10_000)))
        #expect(try device.set(.setNetwork(.wifi)).decisions == ["held lowPowerMode"])
        #expect(try device.advance(9.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["dropped expired"])
        #expect(try device.set(.setLowPowerMode(false)).verdicts.isEmpty)
    }

    @Test("A rule says how long Apple's servers keep what does not expire before", arguments: [5, 20])
    func storeLimit(seconds: Int64) throws {
        var device = try TestDevice(.ios18, ["pushStoreLimitSeconds": 10])
        try device.install("a")
        try device.set(.setNetwork(.none))
        try device.send(Self.push(nil, expiresAfter: Milliseconds(seconds * 1_000), on: device))
        let end = Double(min(seconds, 10))
        #expect(try device.advance(end - 0.001).verdicts.isEmpty)
        #expect(try device.advance(0.001).decisions == ["dropped expired"])
    }

    @Test("A rule says how many they keep, and a background push still takes the place of no alert")
    func severalStored() throws {
        var device = try TestDevice(.ios18, ["pushesStoredPerApp": 2])
        try device.install("a", modes: ["remote-notification"])
        try device.set(.setNetwork(.none))
        for id in ["one", "two"] { try device.send(Self.push(id, on: device)) }
        #expect(try device.push("silent").decisions == ["dropped alertStored"])
        #expect(try device.send(Self.push("three", on: device)).identifiedDecisions == ["one replaced", "three held"])
        #expect(try device.send(Self.push("two", on: device)).decisions == ["replaced collapsed", "held noNetwork"])
        #expect(try device.set(.setNetwork(.wifi)).identifiedDecisions == ["three shown", "two shown"])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("One that is not to be kept is tried once", arguments: APNsStoreTests.Cut.allCases)
    func notStorable(cut: APNsStoreTests.Cut) throws {
        var device = try HeldPushTests.suspended()
        #expect(try device.send(Self.push(nil, isStorable: false, on: device)).decisions == ["shown"])
        try cut.begin(&device)
        #expect(try device.send(Self.push(nil, isStorable: false, on: device)).decisions == ["dropped \(cut.reason)"])
        #expect(try cut.end(&device).verdicts.isEmpty)
    }

    @Test("Of the notifications that are shown the last 32 can be replaced")
    func shownLimit() throws {
        var device = try HeldPushTests.suspended()
        for number in 0...32 { try device.send(Self.push("n\(number)", on: device)) }
        #expect(try device.send(Self.push("n0", on: device)).decisions == ["shown"])
        #expect(try device.send(Self.push("n2", on: device)).decisions == ["replaced collapsed", "shown"])
    }

    @Test("A tap on a notification takes it away, by its apns-id too")
    func tapped() throws {
        var device = try HeldPushTests.suspended()
        try device.send(Self.push("score", apnsID: "x", on: device))
        try device.send(.app("a", .tapNotification(notificationID: "x", actionIdentifier: nil)))
        try device.send(.home)
        #expect(try device.send(Self.push("score", on: device)).decisions == ["shown"])
    }

    @Test("A silent push on the device makes way for an alert of its collapse id")
    func heldOnDevice() throws {
        var device = try HeldPushTests.suspended()
        try device.set(.setLowPowerMode(true))
        try device.push("n")
        #expect(try device.send(Self.push("n", on: device)).decisions == ["replaced collapsed", "shown"])
    }

    @Test("Verdicts carry the apns-id, those of the extension too")
    func apnsID() throws {
        var device = try NotificationServiceTests.device()
        let aps: Value = ["aps": ["alert": "hi", "mutable-content": 1]]
        let records = try device.send(.push(RemoteNotification(bundleID: "a", payload: aps, apnsID: "x")))
        #expect(records.verdicts.map(\.apnsID) == ["x", "x"])
    }

    @Test("A device that is restored knows what expires, and what is shown")
    func state() throws {
        var device = try HeldPushTests.suspended()
        try device.send(Self.push("shown", apnsID: "x", on: device))
        try device.set(.setNetwork(.none))
        try device.send(Self.push("n", expiresAfter: 5_000, on: device))
        var kernel = device.kernel
        _ = kernel.takeRecords()
        var restored = try Device(encodedState: kernel.encodedState())
        try restored.apply(.advance(.by(5_000)), at: restored.now, limit: 1_000)
        let records = try device.advance(5)
        #expect(records.decisions == ["dropped expired"])
        #expect(restored.takeRecords() == records)
    }
}
