import TestKit
import Testing

@testable import LifecycleKernel

/// The energy that processes use, by state.
@Suite struct EnergyTests {
    @Test("Each state has the time that the process spent in it, and reading it changes nothing")
    func timeByState() throws {
        var device = try TestDevice()
        try device.install()
        #expect(try device.energy().states.isEmpty)
        try device.launch()
        try device.advance(7)
        try device.send(.home)
        try device.advance(2)
        #expect(try device.times() == [.active: 7_000, .background: 2_000])
        #expect(try device.times() == [.active: 7_000, .background: 2_000])
        try device.advance(100)
        #expect(try device.times() == [.active: 7_000, .background: 5_000, .suspended: 97_000])
        let report = try device.energy()
        #expect(report.totalTime == 109_000)
        #expect(report.foregroundTime == 7_000)
        #expect(report.backgroundTime == 5_000)
        #expect(report.time == device.kernel.now)
    }

    @Test("The sums of an app include processes that ended; each process has its own")
    func sumsOutliveProcesses() throws {
        var device = try TestDevice()
        try device.install()
        for _ in 0..<Device.endedProcessesKept + 6 {
            try device.launch()
            try device.act(.work(cpu: 10))
            try device.advance(1)
            try device.send(.app("a", .crash(.abort, message: nil)))
            try device.advance(5)
        }
        try device.launch()
        let report = try device.energy()
        #expect(report.states[.active].time == 70_000)
        #expect(report.total.cpu == 700)
        #expect(report.processes.count == Device.endedProcessesKept + 1)
        #expect(report.processes.first?.states == [StateEnergy(state: .active, time: 1_000, use: .cpu(10))])
        #expect(report.processes.last?.endedAt == nil)
        #expect(device.kernel.energy(of: "b") == nil)
    }

    // MARK: Processor

    @Test("A slow handler uses the processor while it runs, and is counted once")
    func handlersWork() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.applicationDidEnterBackground: [.act(.save(count: nil), takes: 3_000)]])
        try device.launch()
        try device.send(.home)
        for (seconds, expected) in [(1.0, 1_000), (1, 2_000), (1, 3_000), (20, 3_000)] as [(Double, Milliseconds)] {
            try device.advance(seconds)
            #expect(try device.energy().states[.background].use.cpu == expected)
        }
        #expect(try device.energy().total.cpu == 3_000)
    }

    @Test("Work on the main thread is counted once, by its CPU time, however long it takes")
    func statedWork() throws {
        var device = try TestDevice()
        let work: [AppBehavior.Entry] = [
            .act(.work(cpu: 1_000), takes: 4_000), .act(.work(cpu: 3_000), takes: 2_000), .now(.work(cpu: 500)),
        ]
        try device.install("a", .appDelegate, [.applicationDidEnterBackground: work])
        try device.launch()
        try device.send(.home)
        for (seconds, expected) in [(3, 1_000), (2, 2_000), (1, 4_500)] as [(Double, Milliseconds)] {
            try device.advance(seconds)
            #expect(try device.energy().total.cpu == expected)
        }
    }

    @Test("A handler whose process is killed counts until then")
    func handlersThatAreKilled() throws {
        var device = try TestDevice()
        try device.install(
            "a",
            .appDelegate,
            [.applicationDidEnterBackground: [.act(.save(count: nil), takes: 60_000)]]
        )
        try device.launch()
        try device.send(.home)
        try device.advance(30)
        #expect(device.process() == nil)
        #expect(try device.energy().total.cpu == 10_000)
    }

    @Test("A handler during which the main thread is made to hang counts until then")
    func hangFromOutside() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, [.applicationDidBecomeActive: [.act(.save(count: nil), takes: 60_000)]])
        try device.launch()
        try device.advance(2)
        try device.act(.hang)
        try device.advance(2)
        #expect(try device.energy().total.cpu == 2_000)
    }

    @Test("A handler that crashes or hangs counts until then", arguments: [Action.hang, .crash(.abort)])
    func handlersThatDoNotReturn(_ end: Action) throws {
        var device = try TestDevice()
        try device.install(
            "a",
            .appDelegate,
            [.applicationDidBecomeActive: [.act(end, takes: 4_000), .act(.log(message: "never"), takes: 9_000)]]
        )
        try device.launch()
        try device.advance(30)
        #expect(try device.energy().total.cpu == 4_000)
    }

    @Test("The time that an attached app takes for a callback is not CPU time")
    func attachedAppsSayWhatTheyWork() throws {
        var device = try TestDevice()
        try device.install("a", .appDelegate, driver: .attached)
        try device.launch()
        try device.advance(5)
        try device.complete("a", [.work(cpu: 250)])
        #expect(try device.energy().total.cpu == 250)
    }

    static let activities: [(Activity, Milliseconds, Milliseconds)] = [
        (.timer, 100, 50), (.animation, 1_500, 0), (.video, 2_000, 0), (.game, 8_000, 0), (.request, 200, 100),
        (.queue, 5_000, 2_500),
    ]

    @Test("An activity uses its share of a core; one that draws, only on screen", arguments: activities)
    func activitiesWork(_ activity: Activity, inFront: Milliseconds, inBackground: Milliseconds) throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        try device.act(.startActivity(name: "x", activity))
        try device.advance(10)
        try device.send(.home)
        try device.advance(60)
        let report = try device.energy()
        #expect(report.states[.active].use.cpu == inFront)
        #expect(report.states[.background].use.cpu == inBackground)
        #expect(report.states[.suspended].use == EnergyUse())
    }

    @Test("Rendering uses the processor while it is on screen, until it is stopped")
    func renderingWorks() throws {
        var device = try TestDevice(.ios18, ["renderingProcessorShare": .number(0.25), "processorCores": 1])
        try device.install()
        try device.launch()
        for name in ["x", "y", "z", "z"] { try device.act(.startActivity(name: name, .rendering)) }
        try device.advance(4)
        #expect(try device.energy().total.cpu == 3_000)
        for name in ["u", "v", "w"] { try device.act(.startActivity(name: name, .rendering)) }
        try device.advance(4)
        #expect(try device.energy().total.cpu == 7_000, "no process takes more than all cores")
        for name in ["u", "v", "w", "x", "y", "z"] { try device.act(.stopActivity(name: name)) }
        try device.advance(4)
        #expect(try device.energy().total.cpu == 7_000)
    }

    // MARK: Wake-ups, network and hardware

    @Test("Each time the system wakes an app counts as a wake-up, by reason; a launch by the user does not")
    func wakeUps() throws {
        var device = try TestDevice()
        try device.install(
            modes: ["remote-notification", "fetch"],
            .appDelegate,
            [
                .didReceiveRemoteNotification: [.now(.completeFetch(.newData))],
                .performFetch: [.now(.completeFetch(.noData))],
            ]
        )
        try device.wake(.performFetch)
        try device.advance(60)
        for _ in 0..<2 {
            try device.push()
            try device.advance(60)
        }
        try device.launch()
        try device.push()
        try device.send(.home)
        try device.push()
        let report = try device.energy()
        #expect(
            report.states[.background].use.wakeUps == [
                EnergyUse.WakeUpCount(reason: .backgroundFetch, count: 1),
                EnergyUse.WakeUpCount(reason: .remoteNotification, count: 2),
            ]
        )
        #expect(report.total.wakeUpCount == 3)
    }

    @Test("Network traffic costs energy by the byte")
    func requestsCost() throws {
        var device = try TestDevice(.ios18, ["iPhoneScreenMilliwatts": 0, "networkMillijoulesPerMegabyte": 3_000])
        try device.install()
        try device.launch()
        let before = try device.energy()
        try device.act(.startTransfer(identifier: "x", bytes: 2_000_000, lasting: 1_000))
        try device.advance(1)
        let report = try device.energy()
        // Two million bytes at three joules a million.
        let price = report.model.microjoules(of: report.states) - before.model.microjoules(of: before.states)
        #expect(price == 6_000_000)
    }

    @Test("The bytes of a transfer count when it has finished, in the app's state at that time")
    func networkBytes() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        for (name, seconds) in [("front", 1), ("background", 4), ("asleep", 60), ("gone", 200)] {
            let length = Milliseconds(seconds * 1_000)
            try device.act(.startTransfer(identifier: name, bytes: ByteCount(seconds), lasting: length))
        }
        try device.advance(2)
        #expect(try device.energy().states[.active].use.networkBytes == 1)
        try device.send(.home)
        try device.advance(100)
        try #require(device.process() == nil, "woken for the session, it did not complete its events")
        try device.advance(100)
        let states = try device.energy().states
        #expect(states[.background].use.networkBytes == 4)
        #expect(states[.suspended].use.networkBytes == 60)
        #expect(states[.notRunning].use.networkBytes == 200)
        #expect(states[.notRunning].time == 0)
    }

    @Test("Audio counts while it plays, location and Bluetooth while they are on, by state")
    func holders() throws {
        var device = try TestDevice()
        try device.install(modes: ["audio", "location"])
        try device.launch()
        try device.act(.playAudio)
        try device.act(.startLocation())
        try device.act(.scanBluetooth(restoreIdentifier: nil))
        try device.advance(1)
        try device.send(.home)
        try device.advance(10)
        try device.send(.incomingCall(.banner))
        try device.advance(20)
        try device.send(.declineCall)
        try device.advance(40)
        try device.act(.stopLocation)
        try device.advance(80)
        try device.act(.stopAudio)
        try device.advance(160)
        let report = try device.energy()
        #expect(report.states[.active].use.audio == 1_000)
        #expect(report.backgroundAudioTime == 130_000)
        #expect(report.backgroundLocationTime == 70_000)
        #expect(report.total.bluetooth == 1_000 + report.backgroundTime)
        #expect(report.states[.suspended].use == EnergyUse())
    }

    // MARK: The estimate

    @Test("The estimate is the sum of power over time and of costs per use")
    func estimate() throws {
        var device = try TestDevice(
            .ios18,
            ["iPhoneScreenMilliwatts": 100, "processorMilliwatts": 1_000, "iPhoneBatteryMilliwattHours": 1]
        )
        try device.install()
        try device.launch()
        try device.act(.work(cpu: 2_000))
        try device.advance(10)
        let report = try device.energy()
        #expect(report.model.microjoules(of: report.states) == 100 * 10_000 + 1_000 * 2_000)
        #expect(report.model.batteryMicrojoules == 3_600_000)
    }

    @Test("An iPad has another battery and another screen")
    func iPad() throws {
        var phone = try TestDevice()
        var pad = try TestDevice(model: .iPad)
        let row = StateEnergy(state: .active, time: 1_000)
        let (small, large) = (try phone.energyOfNewApp().model, try pad.energyOfNewApp().model)
        #expect(small.batteryMicrojoules < large.batteryMicrojoules)
        #expect(small.microjoules(of: row) < large.microjoules(of: row))
    }

    @Test("Sums stop at the largest number instead of overflowing")
    func nothingOverflows() throws {
        var device = try TestDevice(.ios18, ["processorMilliwatts": 1_000_000, "iPhoneScreenMilliwatts": 1_000_000])
        try device.install()
        try device.launch()
        try device.act(.startActivity(name: "x", .game))
        for _ in 0..<9 { try device.act(.work(cpu: Milliseconds(.max / 4))) }
        try device.apply(.advance(.to(.latest)))
        let report = try device.energy()
        #expect(report.total.cpuMicroseconds == .max)
        #expect(report.model.microjoules(of: report.states) == .max)
        #expect(report.totalTime == Instant.latest - Instant.manualStart)
    }
}

extension TestDevice {
    /// The energy of an app.
    fileprivate func energy(_ app: BundleID = "a") throws -> EnergyReport {
        try #require(kernel.energy(of: app))
    }

    /// The time in each state that occurred.
    fileprivate func times() throws -> [ProcessState: Milliseconds] {
        Dictionary(uniqueKeysWithValues: try energy().states.map { ($0.state, $0.time) })
    }

    fileprivate mutating func energyOfNewApp() throws -> EnergyReport {
        try install()
        return try energy()
    }
}

extension EnergyUse {
    fileprivate static func cpu(_ time: Milliseconds) -> EnergyUse {
        var use = EnergyUse()
        use.cpuMicroseconds = time.count * 1_000
        return use
    }
}
