import LifecycleKernel
import TestKit
import Testing

/// The limits of what the system keeps for an app in the background.
@Suite struct BackgroundLimitTests {
    @Test("A transfer beyond the thousandth is refused until the end of one was delivered")
    func transfers() throws {
        var device = try TransferTests.device([])
        for _ in 0..<1_000 { try device.act(TransferTests.transfer("x", 60)) }
        let records = try device.act(TransferTests.transfer("y", 60))
        #expect(records.identifiedDecisions == ["y refused"])
        #expect(records.decisions == ["refused tooManyTransfers"])
        try device.wake(.finishTransfer("x"))
        #expect(try device.act(TransferTests.transfer("y", 60)).decisions == ["started"])
    }

    @Test("Transfers that have ended count until a busy main thread can be told")
    func transfersOfABusyApp() throws {
        var device = try TransferTests.device([])
        try device.install("a", .appDelegate, [.didReceiveMemoryWarning: [.act(.log(message: "slow"), takes: 5_000)]])
        try device.launch()
        for _ in 0..<1_000 { try device.act(TransferTests.transfer("x", 60)) }
        try device.advance(58)
        try device.send(.memoryWarning)
        #expect(try device.advance(3).identifiedDecisions.count { $0 == "x finished" } == 1_000)
        #expect(try device.act(TransferTests.transfer("y", 60)).decisions == ["refused tooManyTransfers"])
        #expect(try device.advance(3).callbacks.count { $0 == .urlSessionTaskDidComplete } == 1_000)
        #expect(try device.act(TransferTests.transfer("y", 60)).decisions == ["started"])
    }

    @Test("Transfers cancelled by a force quit count until their end is delivered")
    func cancelledTransfers() throws {
        var device = try TransferTests.device([])
        for _ in 0..<600 { try device.act(TransferTests.transfer("x", 60)) }
        try device.send(.app("a", .forceQuit))
        try device.launch()
        for _ in 0..<1_000 { #expect(try device.act(TransferTests.transfer("x", 60)).decisions == ["started"]) }
        #expect(try device.act(TransferTests.transfer("x", 60)).decisions == ["refused tooManyTransfers"])
    }

    @Test("A pattern permits at most a thousand launch handlers")
    func registeredTasks() throws {
        var device = try ContinuedProcessingTests.device(registers: [])
        for number in 0..<1_000 {
            try device.act(.registerTask(identifier: "a.export.\(number)", hasExpirationHandler: true))
        }
        let records = try device.act(.registerTask(identifier: "a.export.x", hasExpirationHandler: true))
        #expect(records.decisions == ["refused tooManyRegisteredTasks"])
    }

    // A second or two in a debug build, and minutes where what is held is searched for each of its handlers.
    @Test(
        "An app that holds a thousand wake-up assertions is not woken again until one ends",
        .timeLimit(.minutes(1))
    )
    func wakeAssertions() throws {
        var device = try TestDevice()
        try device.install(modes: ["remote-notification", "bluetooth-central"])
        try device.launch()
        try device.act(.scanBluetooth(restoreIdentifier: nil))
        for _ in 0..<1_000 { try device.push() }
        for event in [WakeEvent.performFetch, .significantLocationChange, .region("x"), .bluetooth, .voipPush()] {
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

    @Test("Background tasks do not count as wake-ups")
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
