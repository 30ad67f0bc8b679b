import LifecycleKernel
import TestKit
import Testing

/// What the code of an extension does while a notification is with it, and not because a handler returns.
@Suite struct ServiceActionTests {
    @Test("Its code does something of its own, in its own process", arguments: [Driver.attached, .simulated])
    func performs(driver: Driver) throws {
        var device = try TestDevice(.ios18)
        try device.install(driver: driver, didReceive: [.act(.work(cpu: 1), takes: 10_000)])
        try device.alert()
        let pid = try #require(device.service?.pid)
        let records = try device.serve(.log(message: "fetching"))
        #expect(records.map(\.pid) == [nil, pid])
        #expect(records.last?.appExtension == .notificationService)
        try device.serve(.allocate(bytes: .mebibytes(10)))
        #expect(device.service?.footprintBytes == .mebibytes(16))
        try device.serve(.free(bytes: .mebibytes(4)))
        #expect(device.service?.footprintBytes == .mebibytes(12))
        #expect(device.state() == .notRunning)
    }

    @Test(
        "What ends it leaves its app alone, and the notification is shown as it came",
        arguments: [
            (Action.crash(.breakpoint), TerminationReason.breakpoint), (.exit, .normal),
            (.allocate(bytes: .mebibytes(19)), .memoryResourceLimit),
        ]
    )
    func ends(action: Action, reason: TerminationReason) throws {
        var device = try AttachedServiceTests.device()
        try device.launch()
        let records = try device.serve(action)
        #expect(records.exit?.reason == reason)
        #expect(records.exit?.callbackInFlight?.name == "didReceive(_:withContentHandler:)")
        #expect(records.verdicts.map(\.decision) == [.failed, .delivered])
        #expect(device.process("a")?.exit == nil)
    }

    @Test("One that hangs in a handler that takes time never gets to the rest of it")
    func hangs() throws {
        var device = try TestDevice(.ios18)
        try device.install(didReceive: [.act(.work(cpu: 1), takes: 10_000), .returns([:])])
        try device.alert()
        try device.serve(.hang)
        #expect(try device.advance(29.999).verdicts == [])
        #expect(try device.advance(0.001).verdicts.map(\.decision) == [.expired, .shown])
    }

    @Test("With a lock on a shared file it is ended instead of suspended, after its notification is shown")
    func fileLock() throws {
        var device = try AttachedServiceTests.device()
        try device.serve(.holdFileLock)
        let records = try device.completeService([], returns: [:])
        #expect(records.verdicts.map(\.decision) == [.completed, .shown])
        #expect(records.exit?.reason == .suspendedWithLockedFile)
        #expect(records.exit?.state == .background)
        #expect(device.codes() == [.fileLockHeldAtSuspend])
        #expect(device.kernel.nextDeadline == nil)
        try device.alert("second")
        try device.serve(.holdFileLock)
        #expect(try device.completeService([.releaseFileLock], returns: [:]).states == [.suspended])
    }

    @Test("With a lock it is not suspended while its notification is shown, so short memory does not end it")
    func fileLockUnderPressure() throws {
        var device = try TestDevice(.ios18)
        try device.install(
            didReceive: [.now(.holdFileLock), .returns([:])],
            handlers: [.willPresentNotification: [.now(.allocate(bytes: .mebibytes(400)))]]
        )
        try device.launch()
        // 938 MiB are free. The level is a warning below 614 MiB, at which only suspended processes are ended.
        try device.send(.allocateSystemMemory(.mebibytes(3_584)))
        let records = try device.alert()
        #expect(records.contains { if case .memory(.warning, _) = $0.body { true } else { false } })
        #expect(records.exit?.reason == .suspendedWithLockedFile)
        #expect(records.exit?.state == .background)
        #expect(device.codes().contains(.fileLockHeldAtSuspend))
    }

    @Test("A lock is held while another notification waits")
    func fileLockBetween() throws {
        var device = try AttachedServiceTests.device()
        try device.alert("second")
        #expect(try device.completeService([.holdFileLock], returns: [:]).exit == nil)
        #expect(try device.completeService([], returns: [:]).exit?.reason == .suspendedWithLockedFile)
    }

    @Test("Without a process that runs it does nothing, and some things it never does")
    func refusals() throws {
        var device = try TestDevice(.ios18)
        try device.install(driver: .attached, didReceive: [])
        #expect(throws: Rejection.self) { try device.serve(.log(message: "x"), as: "none") }
        var rejection = try #require(throws: Rejection.self) { try device.serve(.log(message: "x")) }
        #expect(rejection.code == .processNotRunning)
        try device.alert()
        try device.completeService([], returns: [:])
        rejection = try #require(throws: Rejection.self) { try device.serve(.log(message: "x")) }
        #expect(rejection.code == .processSuspended)
        rejection = try #require(throws: Rejection.self) {
            try device.serve(.beginBackgroundTask(name: "", endsAfter: nil, hasExpirationHandler: false))
        }
        #expect(rejection.code == .invalidValue && rejection.field == "action")
    }
}
