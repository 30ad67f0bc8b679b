import LifecycleKernel
import Testing

/// The limits of what the system keeps of an app's doings in the background.
@Suite struct BackgroundLimitTests {
    @Test("A transfer beyond the thousandth is refused, until one has ended and was told")
    func transfers() throws {
        var stage = try TransferTests.stage([])
        for _ in 0..<1_000 { try stage.act(TransferTests.transfer("x", 60)) }
        let records = try stage.act(TransferTests.transfer("y", 60))
        #expect(records.identifiedDecisions == ["y refused"])
        #expect(records.decisions == ["refused tooManyTransfers"])
        try stage.wake(.finishTransfer("x"))
        #expect(try stage.act(TransferTests.transfer("y", 60)).decisions == ["started"])
    }

    @Test("What a force quit cancelled counts until it was told")
    func cancelledTransfers() throws {
        var stage = try TransferTests.stage([])
        for _ in 0..<600 { try stage.act(TransferTests.transfer("x", 60)) }
        try stage.send(.app("a", .forceQuit))
        try stage.launch()
        for _ in 0..<1_000 { #expect(try stage.act(TransferTests.transfer("x", 60)).decisions == ["started"]) }
        #expect(try stage.act(TransferTests.transfer("x", 60)).decisions == ["refused tooManyTransfers"])
    }

    @Test("A pattern permits a thousand launch handlers, and no more")
    func registeredTasks() throws {
        var stage = try ContinuedProcessingTests.stage(registers: [])
        for number in 0..<1_000 {
            try stage.act(.registerTask(identifier: "a.export.\(number)", hasExpirationHandler: true))
        }
        let records = try stage.act(.registerTask(identifier: "a.export.x", hasExpirationHandler: true))
        #expect(records.decisions == ["refused tooManyRegisteredTasks"])
    }

    @Test("An app that is woken a thousand times at one instant can be woken for no more, until something ends")
    func wakeAssertions() throws {
        var stage = try Stage()
        try stage.install(modes: ["remote-notification", "bluetooth-central"])
        try stage.launch()
        try stage.act(.scanBluetooth(restoreIdentifier: nil))
        for _ in 0..<1_000 { try stage.push() }
        for event in [WakeEvent.performFetch, .significantLocationChange, .region("x"), .bluetooth, .voipPush] {
            #expect(stage.refusal(of: .wake("a", event)) == .limitReached)
        }
        #expect(stage.refusal(of: .push(.silent())) == .limitReached)
        var alert = RemoteNotification.silent()
        alert.payload = ["aps": ["alert": "hello"]]
        #expect(stage.refusal(of: .push(alert)) == nil)
        #expect(stage.refusal(of: .wake("a", .locationUpdate)) == nil)
        try stage.act(.completeFetch(.newData))
        #expect(stage.refusal(of: .push(.silent())) == nil)
    }

    @Test("Background tasks do not count as wakes")
    func backgroundTasks() throws {
        var stage = try Stage()
        try stage.install(modes: ["remote-notification"])
        try stage.launch()
        for number in 0..<999 {
            try stage.act(.beginBackgroundTask(name: "\(number)", endsAfter: nil, hasExpirationHandler: true))
        }
        try stage.push()
        #expect(stage.refusal(of: .push(.silent())) == nil)
    }
}
