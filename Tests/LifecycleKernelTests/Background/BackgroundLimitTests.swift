import LifecycleKernel
import TestKit
import Testing

/// The limits of what the system keeps of an app's doings in the background.
@Suite struct BackgroundLimitTests {
    @Test("A transfer beyond the thousandth is refused, until one has ended and was told")
    func transfers() throws {
        var device = try TransferTests.device([])
        for _ in 0..<1_000 { try device.act(TransferTests.transfer("x", 60)) }
        let records = try device.act(TransferTests.transfer("y", 60))
        #expect(records.identifiedDecisions == ["y refused"])
        #expect(records.decisions == ["refused tooManyTransfers"])
        try device.wake(.finishTransfer("x"))
        #expect(try device.act(TransferTests.transfer("y", 60)).decisions == ["started"])
    }

    @Test("What a force quit cancelled counts until it was told")
    func cancelledTransfers() throws {
        var device = try TransferTests.device([])
        for _ in 0..<600 { try device.act(TransferTests.transfer("x", 60)) }
        try device.send(.app("a", .forceQuit))
        try device.launch()
        for _ in 0..<1_000 { #expect(try device.act(TransferTests.transfer("x", 60)).decisions == ["started"]) }
        #expect(try device.act(TransferTests.transfer("x", 60)).decisions == ["refused tooManyTransfers"])
    }

    @Test("A pattern permits a thousand launch handlers, and no more")
    func registeredTasks() throws {
        var device = try ContinuedProcessingTests.device(registers: [])
        for number in 0..<1_000 {
            try device.act(.registerTask(identifier: "a.export.\(number)", hasExpirationHandler: true))
        }
        let records = try device.act(.registerTask(identifier: "a.export.x", hasExpirationHandler: true))
        #expect(records.decisions == ["refused tooManyRegisteredTasks"])
    }

    @Test("An app that is woken a thousand times at one instant can be woken for no more, until something ends")
    func wakeAssertions() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification", "bluetooth-central"])
        try device.launch()
        try device.act(.scanBluetooth(restoreIdentifier: nil))
        for _ in 0..<1_000 { try device.push() }
        for event in [WakeEvent.performFetch, .significantLocationChange, .region("x"), .bluetooth, .voipPush] {
            #expect(device.refusal(of: .wake("a", event)) == .limitReached)
        }
        #expect(device.refusal(of: .push(.silent())) == .limitReached)
        var alert = RemoteNotification.silent()
        alert.payload = ["aps": ["alert": "hello"]]
        #expect(device.refusal(of: .push(alert)) == nil)
        #expect(device.refusal(of: .wake("a", .locationUpdate)) == nil)
        try device.act(.completeFetch(.newData))
        #expect(device.refusal(of: .push(.silent())) == nil)
    }

    @Test("Background tasks do not count as wakes")
    func backgroundTasks() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification"])
        try device.launch()
        for number in 0..<999 {
            try device.act(.beginBackgroundTask(name: "\(number)", endsAfter: nil, hasExpirationHandler: true))
        }
        try device.push()
        #expect(device.refusal(of: .push(.silent())) == nil)
    }
}
