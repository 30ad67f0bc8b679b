import LifecycleKernel
import TestKit
import Testing

/// The limit on the processor in the background: 48 s within 60 s. Source: facts 10.3.
@Suite struct ProcessorLimitTests {
    /// An app that may follow the location and work all the time, in front.
    static func device(
        _ profile: RuleProfile = .ios18,
        share: Value = 1,
        _ overrides: [String: Value] = [:],
        modes: [String] = ["location"],
        _ handlers: [CallbackName: [AppBehavior.Entry]] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice(profile, overrides.merging(["queueProcessorShare": share]) { $1 })
        try device.install(modes: modes, tasks: modes.contains("processing") ? ["t"] : nil, .appDelegate, handlers)
        try device.launch()
        try device.act(.startLocation())
        return device
    }

    static let queue = Action.startActivity(name: "q", .queue)

    @Test("It ends a process in the background that is busy, and none in front")
    func ends() throws {
        var device = try Self.device()
        try device.act(Self.queue)
        #expect(try device.advance(300).exit == nil)
        try device.send(.home)
        #expect(try device.advance(47.999).exit == nil)
        let records = try device.advance(0.001)
        let exit = try #require(records.exit)
        #expect(exit.reason == .cpuResourceLimit)
        #expect(exit.report == .processor)
        #expect(exit.state == .background)
        #expect(
            exit.explanation
                == "48 seconds cpu time over 48 seconds (100% cpu average), exceeding limit of 80% cpu over 60 seconds"
        )
        #expect(records.findings.map(\.code) == [.excessiveProcessorUse])
    }

    /// Shares of a core that are kept up, and when they reach the limit; nil for never.
    static let shares: [(share: Value, seconds: Double?)] = [
        (.number(0.79), nil), (.number(0.8), nil), (.number(0.81), 59.26), (.number(0.9), 53.334), (1, 48),
    ]

    @Test("Only more than the share of the limit reaches it", arguments: shares)
    func share(row: (share: Value, seconds: Double?)) throws {
        var device = try Self.device(share: row.share)
        try device.act(Self.queue)
        try device.send(.home)
        guard let seconds = row.seconds else {
            #expect(try device.advance(3_600).exit == nil)
            return
        }
        #expect(try device.advance(seconds - 0.001).exit == nil)
        #expect(try device.advance(0.001).exit?.reason == .cpuResourceLimit)
    }

    @Test("A process that rests in time begins anew in the next window")
    func windows() throws {
        var device = try Self.device()
        try device.send(.home)
        for _ in 0..<10 {
            try device.act(Self.queue)
            try device.advance(47)
            try device.act(.stopActivity(name: "q"))
            try device.advance(13)
        }
        #expect(device.history.exit == nil)
        try device.act(Self.queue)
        #expect(try device.advance(48).exit?.reason == .cpuResourceLimit)
    }

    @Test("A window that is half used is looked at together with the next")
    func nextWindow() throws {
        var device = try Self.device(share: .number(0.9))
        try device.send(.home)
        try device.act(.work(cpu: 1))
        try device.advance(40)
        try device.act(Self.queue)
        // 20 s of this window, and from its end as long as 48 s take.
        #expect(try device.advance(20 + 53.333).exit == nil)
        #expect(try device.advance(0.001).exit?.reason == .cpuResourceLimit)
    }

    @Test("What the app's code says that it works counts when it is done")
    func work() throws {
        var device = try Self.device()
        try device.send(.home)
        try device.act(.work(cpu: 47_999))
        try device.advance(59)
        #expect(device.kernel.nextDeadline == nil)
        try device.act(.work(cpu: 1))
        #expect(device.kernel.nextDeadline == device.kernel.now)
        #expect(try device.advance(0).exit?.reason == .cpuResourceLimit)
    }

    @Test("Returning to the screen and being suspended begin a new window", arguments: [false, true])
    func leaves(suspended: Bool) throws {
        var device = try Self.device()
        try device.act(.monitorSignificantLocationChanges)
        try device.send(.home)
        try device.act(.work(cpu: 40_000))
        if suspended {
            try device.advance(5)
            try device.send(.app("a", .suspend))
            try device.send(.wake("a", .significantLocationChange))
        } else {
            try device.launch()
            try device.send(.home)
        }
        try #require(device.state() == .background)
        try device.act(.work(cpu: 47_000))
        #expect(try device.advance(0).exit == nil)
        try device.act(.work(cpu: 1_000))
        #expect(try device.advance(0).exit?.reason == .cpuResourceLimit)
    }

    @Test("A processing task on external power is exempt, and nothing else is", arguments: [false, true])
    func exempt(power: Bool) throws {
        let request = TaskRequest(identifier: "t", kind: .processing, requiresExternalPower: power)
        var device = try Self.device(
            modes: ["location", "processing"],
            [
                .didFinishLaunching: [.now(.registerTask(identifier: "t", hasExpirationHandler: true))],
                .launchHandler: [.now(Self.queue)],
            ]
        )
        try device.act(.submitTaskRequest(request))
        try device.send(.home)
        try device.set(.setBattery(level: nil, isCharging: true))
        try device.set(.setIdle(true))
        #expect(try device.advance(47.9).exit == nil)
        #expect(try device.advance(60).exit?.reason == (power ? nil : .cpuResourceLimit))
        guard power else { return }
        try device.act(.completeTask(success: true))
        #expect(try device.advance(47.9).exit == nil)
        #expect(try device.advance(0.1).exit?.reason == .cpuResourceLimit)
    }

    @Test("A rule turns it off, and the profile of the articles does not have it")
    func off() throws {
        for device in [
            try Self.device(.ios18, ["backgroundProcessorLimitSeconds": 0]), try Self.device(.documents),
        ] {
            var device = device
            try device.act(Self.queue)
            try device.send(.home)
            #expect(try device.advance(600).exit == nil)
        }
    }

    @Test("An explanation says how much is used, and when it will end the process")
    func explained() throws {
        var device = try Self.device()
        try device.act(Self.queue)
        try device.send(.home)
        try device.advance(12.5)
        let explanation = try #require(device.kernel.explain("a", within: .standard))
        #expect(
            explanation.because.map(\.description).contains(
                "in the background it has used 12.5 s of the 48 s of processor time that it may use within 60 s"
            )
        )
        #expect(explanation.next.exit?.reason == .cpuResourceLimit)
        #expect(explanation.next.first?.time == device.kernel.now + 35_500)
    }
}
