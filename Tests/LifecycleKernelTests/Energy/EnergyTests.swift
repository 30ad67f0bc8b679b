import Testing

@testable import LifecycleKernel

/// What processes use, by state.
@Suite struct EnergyTests {
    @Test("Each state has the time that the process spent in it, and reading it changes nothing")
    func timeByState() throws {
        var stage = try Stage()
        try stage.install()
        #expect(try stage.energy().states.isEmpty)
        try stage.launch()
        try stage.advance(7)
        try stage.send(.home)
        try stage.advance(2)
        #expect(try stage.times() == [.active: 7_000, .background: 2_000])
        #expect(try stage.times() == [.active: 7_000, .background: 2_000])
        try stage.advance(100)
        #expect(try stage.times() == [.active: 7_000, .background: 5_000, .suspended: 97_000])
        let report = try stage.energy()
        #expect(report.totalTime == 109_000)
        #expect(report.foregroundTime == 7_000)
        #expect(report.backgroundTime == 5_000)
        #expect(report.time == stage.device.now)
    }

    @Test("The sums of an app outlive its processes; each process keeps its own")
    func sumsOutliveProcesses() throws {
        var stage = try Stage()
        try stage.install()
        for _ in 0..<Device.endedProcessesKept + 6 {
            try stage.launch()
            try stage.act(.work(cpu: 10))
            try stage.advance(1)
            try stage.send(.app("a", .crash(.abort, message: nil)))
            try stage.advance(5)
        }
        try stage.launch()
        let report = try stage.energy()
        #expect(report.states[.active].time == 70_000)
        #expect(report.total.cpu == 700)
        #expect(report.processes.count == Device.endedProcessesKept + 1)
        #expect(report.processes.first?.states == [StateEnergy(state: .active, time: 1_000, use: .cpu(10))])
        #expect(report.processes.last?.endedAt == nil)
        #expect(stage.device.energy(of: "b") == nil)
    }

    // MARK: Processor

    @Test("A handler that takes time uses the processor, while it runs and after, once")
    func handlersWork() throws {
        var stage = try Stage()
        try stage.install("a", .appDelegate, [.applicationDidEnterBackground: [.act(.save(count: nil), takes: 3_000)]])
        try stage.launch()
        try stage.send(.home)
        for (seconds, expected) in [(1.0, 1_000), (1, 2_000), (1, 3_000), (20, 3_000)] as [(Double, Milliseconds)] {
            try stage.advance(seconds)
            #expect(try stage.energy().states[.background].use.cpu == expected)
        }
        #expect(try stage.energy().total.cpu == 3_000)
    }

    @Test("Work that keeps the main thread is counted once: by what it says, however long it takes")
    func workSaysItself() throws {
        var stage = try Stage()
        let work: [AppBehavior.Entry] = [
            .act(.work(cpu: 1_000), takes: 4_000), .act(.work(cpu: 3_000), takes: 2_000), .now(.work(cpu: 500)),
        ]
        try stage.install("a", .appDelegate, [.applicationDidEnterBackground: work])
        try stage.launch()
        try stage.send(.home)
        for (seconds, expected) in [(3, 1_000), (2, 2_000), (1, 4_500)] as [(Double, Milliseconds)] {
            try stage.advance(seconds)
            #expect(try stage.energy().total.cpu == expected)
        }
    }

    @Test("A handler that is killed has worked until then")
    func handlersThatAreKilled() throws {
        var stage = try Stage()
        try stage.install("a", .appDelegate, [.applicationDidEnterBackground: [.act(.save(count: nil), takes: 60_000)]])
        try stage.launch()
        try stage.send(.home)
        try stage.advance(30)
        #expect(stage.process() == nil)
        #expect(try stage.energy().total.cpu == 10_000)
    }

    @Test("A main thread that hangs from outside has worked until then")
    func hangFromOutside() throws {
        var stage = try Stage()
        try stage.install("a", .appDelegate, [.applicationDidBecomeActive: [.act(.save(count: nil), takes: 60_000)]])
        try stage.launch()
        try stage.advance(2)
        try stage.act(.hang)
        try stage.advance(2)
        #expect(try stage.energy().total.cpu == 2_000)
    }

    @Test("A handler that dies, or hangs, has worked until then", arguments: [Action.hang, .crash(.abort)])
    func handlersThatDoNotReturn(_ end: Action) throws {
        var stage = try Stage()
        try stage.install(
            "a",
            .appDelegate,
            [.applicationDidBecomeActive: [.act(end, takes: 4_000), .act(.log(message: "never"), takes: 9_000)]]
        )
        try stage.launch()
        try stage.advance(30)
        #expect(try stage.energy().total.cpu == 4_000)
    }

    @Test("How long a harness takes to play an attached app says nothing about a processor")
    func attachedAppsSayWhatTheyWork() throws {
        var stage = try Stage()
        try stage.install("a", .appDelegate, driver: .attached)
        try stage.launch()
        try stage.advance(5)
        try stage.complete("a", [.work(cpu: 250)])
        #expect(try stage.energy().total.cpu == 250)
    }

    static let activities: [(Activity, Milliseconds, Milliseconds)] = [
        (.timer, 100, 50), (.animation, 1_500, 0), (.video, 2_000, 0), (.game, 8_000, 0), (.request, 200, 100),
        (.queue, 5_000, 2_500),
    ]

    @Test("An activity has its share of a core; one that draws only on screen", arguments: activities)
    func activitiesWork(_ activity: Activity, inFront: Milliseconds, inBackground: Milliseconds) throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        try stage.act(.startActivity(name: "x", activity))
        try stage.advance(10)
        try stage.send(.home)
        try stage.advance(60)
        let report = try stage.energy()
        #expect(report.states[.active].use.cpu == inFront)
        #expect(report.states[.background].use.cpu == inBackground)
        #expect(report.states[.suspended].use == EnergyUse())
    }

    @Test("Rendering works while it is on screen, until it is stopped, or counted anew")
    func renderingWorks() throws {
        var stage = try Stage(.ios18, ["renderingProcessorShare": .number(0.25), "processorCores": 1])
        try stage.install()
        try stage.launch()
        for name in ["x", "y", "z", "z"] { try stage.act(.startActivity(name: name, .rendering)) }
        try stage.advance(4)
        #expect(try stage.energy().total.cpu == 3_000)
        for name in ["u", "v", "w"] { try stage.act(.startActivity(name: name, .rendering)) }
        try stage.advance(4)
        #expect(try stage.energy().total.cpu == 7_000, "no process takes more than all cores")
        for name in ["u", "v", "w", "x", "y", "z"] { try stage.act(.stopActivity(name: name)) }
        try stage.advance(4)
        #expect(try stage.energy().total.cpu == 7_000)
    }

    // MARK: What the system does for an app

    @Test("Each time the system wakes an app is a wake-up, by reason; what the user does is none")
    func wakeUps() throws {
        var stage = try Stage()
        try stage.install(
            modes: ["remote-notification", "fetch"],
            .appDelegate,
            [
                .didReceiveRemoteNotification: [.now(.completeFetch(.newData))],
                .performFetch: [.now(.completeFetch(.noData))],
            ]
        )
        try stage.wake(.performFetch)
        try stage.advance(60)
        for _ in 0..<2 {
            try stage.push()
            try stage.advance(60)
        }
        try stage.launch()
        try stage.push()
        try stage.send(.home)
        try stage.push()
        let report = try stage.energy()
        #expect(
            report.states[.background].use.wakeUps == [
                EnergyUse.WakeUpCount(reason: .backgroundFetch, count: 1),
                EnergyUse.WakeUpCount(reason: .remoteNotification, count: 2),
            ]
        )
        #expect(report.total.wakeUpCount == 3)
    }

    @Test("What goes through the network has its price, by the byte")
    func requestsCost() throws {
        var stage = try Stage(.ios18, ["iPhoneScreenMilliwatts": 0, "networkMillijoulesPerMegabyte": 3_000])
        try stage.install()
        try stage.launch()
        let before = try stage.energy()
        try stage.act(.startTransfer(identifier: "x", bytes: 2_000_000, lasting: 1_000))
        try stage.advance(1)
        let report = try stage.energy()
        // Two million bytes at three joules a million.
        let price = report.model.microjoules(of: report.states) - before.model.microjoules(of: before.states)
        #expect(price == 6_000_000)
    }

    @Test("A transfer's bytes count when it has finished, in the state that the app is in then")
    func networkBytes() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        for (name, seconds) in [("front", 1), ("background", 4), ("asleep", 60), ("gone", 200)] {
            let length = Milliseconds(seconds * 1_000)
            try stage.act(.startTransfer(identifier: name, bytes: ByteCount(seconds), lasting: length))
        }
        try stage.advance(2)
        #expect(try stage.energy().states[.active].use.networkBytes == 1)
        try stage.send(.home)
        try stage.advance(100)
        try #require(stage.process() == nil, "woken for the session, it did not complete its events")
        try stage.advance(100)
        let states = try stage.energy().states
        #expect(states[.background].use.networkBytes == 4)
        #expect(states[.suspended].use.networkBytes == 60)
        #expect(states[.notRunning].use.networkBytes == 200)
        #expect(states[.notRunning].time == 0)
    }

    @Test("Audio counts while it is heard, location and Bluetooth while they are on, by state")
    func holders() throws {
        var stage = try Stage()
        try stage.install(modes: ["audio", "location"])
        try stage.launch()
        try stage.act(.playAudio)
        try stage.act(.startLocation)
        try stage.act(.scanBluetooth(restoreIdentifier: nil))
        try stage.advance(1)
        try stage.send(.home)
        try stage.advance(10)
        try stage.send(.incomingCall(.banner))
        try stage.advance(20)
        try stage.send(.declineCall)
        try stage.advance(40)
        try stage.act(.stopLocation)
        try stage.advance(80)
        try stage.act(.stopAudio)
        try stage.advance(160)
        let report = try stage.energy()
        #expect(report.states[.active].use.audio == 1_000)
        #expect(report.backgroundAudioTime == 130_000)
        #expect(report.backgroundLocationTime == 70_000)
        #expect(report.total.bluetooth == 1_000 + report.backgroundTime)
        #expect(report.states[.suspended].use == EnergyUse())
    }

    // MARK: The estimate

    @Test("The estimate is the sum of powers and prices")
    func estimate() throws {
        var stage = try Stage(
            .ios18,
            ["iPhoneScreenMilliwatts": 100, "processorMilliwatts": 1_000, "iPhoneBatteryMilliwattHours": 1]
        )
        try stage.install()
        try stage.launch()
        try stage.act(.work(cpu: 2_000))
        try stage.advance(10)
        let report = try stage.energy()
        #expect(report.model.microjoules(of: report.states) == 100 * 10_000 + 1_000 * 2_000)
        #expect(report.model.batteryMicrojoules == 3_600_000)
    }

    @Test("An iPad has its own battery and its own screen")
    func iPad() throws {
        var phone = try Stage()
        var pad = try Stage(model: .iPad)
        let row = StateEnergy(state: .active, time: 1_000)
        let (small, large) = (try phone.energyOfNewApp().model, try pad.energyOfNewApp().model)
        #expect(small.batteryMicrojoules < large.batteryMicrojoules)
        #expect(small.microjoules(of: row) < large.microjoules(of: row))
    }

    @Test("No amount is too much: sums stop at the largest number")
    func nothingOverflows() throws {
        var stage = try Stage(.ios18, ["processorMilliwatts": 1_000_000, "iPhoneScreenMilliwatts": 1_000_000])
        try stage.install()
        try stage.launch()
        try stage.act(.startActivity(name: "x", .game))
        for _ in 0..<9 { try stage.act(.work(cpu: Milliseconds(.max / 4))) }
        try stage.apply(.advance(.to(.latest)))
        let report = try stage.energy()
        #expect(report.total.cpuMicroseconds == .max)
        #expect(report.model.microjoules(of: report.states) == .max)
        #expect(report.totalTime == Instant.latest - Instant.manualStart)
    }
}

extension Stage {
    /// What an app has used.
    fileprivate func energy(_ app: BundleID = "a") throws -> EnergyReport {
        try #require(device.energy(of: app))
    }

    /// The time of each state that there was.
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
