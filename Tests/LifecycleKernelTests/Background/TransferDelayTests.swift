import LifecycleKernel
import TestKit
import Testing

/// The resume rate limiter: each time the system wakes an app for its transfers it doubles the delay of those that the app
/// begins in the background. Source: facts 10.3.
@Suite struct TransferDelayTests {
    /// An app that was woken for the session `x`, and has completed its events.
    static func woken(
        _ profile: RuleProfile = .ios18,
        _ overrides: [String: Value] = [:],
        completes: Bool = true
    ) throws -> TestDevice {
        var device = try TestDevice(profile, overrides)
        let done: [AppBehavior.Entry] = completes ? [.now(.completeURLSessionEvents())] : []
        try device.install(modes: ["location"], .appDelegate, [.urlSessionDidFinishEvents: done])
        try device.launch()
        try device.act(.monitorSignificantLocationChanges)
        try device.act(TransferTests.transfer("x", 60))
        try device.leaveAndSuspend()
        try #require(try device.advance(55).callbacks == TransferTests.wakeCallbacks)
        return device
    }

    /// Begins a transfer in the background, in a process that is woken for a moment.
    static func transfer(_ session: String, _ seconds: Double, _ device: inout TestDevice) throws -> [Record] {
        try device.wake(.significantLocationChange)
        let records = try device.act(TransferTests.transfer(session, seconds))
        try device.send(.app("a", .suspend))
        return records
    }

    @Test("One after the other, each waits twice as long as the one before")
    func doubles() throws {
        var device = try TestDevice()
        let next = AppBehavior.Entry.now(TransferTests.transfer("x", 10))
        try device.install(
            modes: [],
            .appDelegate,
            [.urlSessionDidFinishEvents: [next, .now(.completeURLSessionEvents())]]
        )
        try device.launch()
        try device.act(TransferTests.transfer("x", 60))
        try device.leaveAndSuspend()
        let start = device.kernel.now + 55_000
        try device.advance(3_600)
        let finished = device.history.filter { record in
            if case .verdict(let verdict) = record.body { verdict.decision == .finished } else { false }
        }
        let seconds = finished.map { ($0.time - start).count / 1_000 }
        #expect(seconds == [0, 70, 200, 450, 940, 1_910])
        #expect(Set(device.history.findings.map(\.code)) == [.transferDelayed])
    }

    @Test("A transfer begun in the background is held, and starts when the delay is over")
    func held() throws {
        var device = try Self.woken(completes: false)
        let records = try device.act(TransferTests.transfer("y", 1))
        #expect(records.decisions == ["held resumeRateLimiter"])
        #expect(records.verdicts.first?.detail?.contains("starts at 2026-01-01T00:02:00.000Z") == true)
        let because = device.kernel.explain("a", within: .standard)?.because ?? []
        #expect(because.last?.hasPrefix("1 of its transfers waits") == true)
        try device.act(.completeURLSessionEvents())
        #expect(try device.advance(59.999).verdicts.isEmpty)
        #expect(try device.advance(0.001).identifiedDecisions == ["y started"])
        #expect(try device.advance(1).identifiedDecisions == ["y finished"])
    }

    @Test("One begun in front, or once the delay is over, starts at once")
    func atOnce() throws {
        var front = try Self.woken()
        try front.launch()
        #expect(try front.act(TransferTests.transfer("y", 1)).decisions == ["started"])
        var late = try Self.woken()
        try late.advance(60)
        #expect(try Self.transfer("y", 1, &late).decisions == ["started"])
    }

    @Test("When the user opens the app, what waits starts, and the next delay is the first again")
    func opened() throws {
        var device = try Self.woken(completes: false)
        try device.act(TransferTests.transfer("y", 5))
        try device.act(.completeURLSessionEvents())
        #expect(try device.launch().identifiedDecisions == ["y started"])
        try device.send(.home)
        #expect(try device.advance(5).identifiedDecisions == ["y finished"])
        #expect(device.history.decisions.filter { $0.hasPrefix("held") }.count == 1)
    }

    @Test("A launch by the user starts what waits as well")
    func launched() throws {
        var device = try Self.woken(completes: false)
        try device.act(TransferTests.transfer("y", 5))
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.launch().identifiedDecisions == ["y started"])
    }

    @Test(
        "A delay that passes unused is forgotten, one that a transfer has waited for is doubled",
        arguments: [(59.0, "00:04:00"), (61.0, "00:03:01")]
    )
    func unused(pause: Double, start: String) throws {
        var device = try Self.woken()
        try device.advance(pause)
        // Begun within the delay it waits for its end, and the app is woken then; else at once.
        let begun = try Self.transfer("y", 0, &device)
        #expect(begun.decisions == (pause < 60 ? ["held resumeRateLimiter"] : ["started"]))
        try device.advance(1)
        let held = try Self.transfer("z", 0, &device)
        #expect(held.verdicts.first?.detail?.contains("starts at 2026-01-01T\(start).000Z") == true)
    }

    @Test("What ends while the app runs does not raise it")
    func running() throws {
        var device = try TestDevice()
        try device.install(modes: ["location"])
        try device.launch()
        try device.act(.startLocation)
        try device.send(.home)
        for _ in 0..<5 {
            #expect(try device.act(TransferTests.transfer("x", 10)).decisions == ["started"])
            #expect(try device.advance(10).callbacks == [.urlSessionTaskDidComplete])
        }
    }

    @Test("Without a network at the end of the delay it starts, and waits for one")
    func network() throws {
        var device = try Self.woken(completes: false)
        try device.act(TransferTests.transfer("y", 5))
        try device.act(.completeURLSessionEvents())
        try device.set(.setNetwork(.none))
        #expect(try device.advance(100).identifiedDecisions == ["y started"])
        try device.set(.setNetwork(.wifi))
        #expect(try device.advance(5).identifiedDecisions == ["y finished"])
    }

    @Test("A force quit cancels what waits, an event ends it", arguments: [false, true])
    func ends(byEvent: Bool) throws {
        var device = try Self.woken(completes: false)
        try device.act(TransferTests.transfer("y", 5))
        try device.act(.completeURLSessionEvents())
        if byEvent {
            #expect(try device.wake(.finishTransfer("y")).identifiedDecisions == ["y finished"])
        } else {
            #expect(try device.send(.app("a", .forceQuit)).identifiedDecisions == ["y cancelled"])
        }
        #expect(try device.advance(600).identifiedDecisions.isEmpty)
    }

    @Test("A rule turns it off, and the profile of the articles does not have it")
    func off() throws {
        for device in [try Self.woken(.ios18, ["firstTransferDelaySeconds": 0]), try Self.woken(.documents)] {
            var device = device
            #expect(try Self.transfer("y", 1, &device).decisions == ["started"])
        }
    }
}
