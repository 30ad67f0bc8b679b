import LifecycleKernel
import Testing

/// Who is warned of memory running short, when, and how often.
@Suite struct MemoryWarningTests {
    /// One app in front, one with a task in the background, one suspended.
    static func stage() throws -> Stage {
        var stage = try Stage()
        for app in ["suspended", "task", "front"] { try stage.install(app, megabytes: 100) }
        try stage.launch("suspended")
        try stage.launch("task")
        try stage.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true), "task")
        try stage.launch("front")
        try stage.advance(5)
        return stage
    }

    @Test("Below the warning line suspended apps are killed; is that enough, no one is warned")
    func enough() throws {
        var stage = try Self.stage()
        let records = try stage.squeeze(to: Stage.warningLine - 1)
        #expect(records.killed == ["suspended"])
        #expect(records.warned.isEmpty)
        #expect(records.memoryLevels == [.warning, .normal])
    }

    @Test("On the line it is not below it")
    func onTheLine() throws {
        var stage = try Self.stage()
        #expect(try stage.squeeze(to: Stage.warningLine).count == 1)
        #expect(try stage.send(.allocateSystemMemory(1)).memoryLevels == [.warning, .normal])
    }

    @Test("Is it not enough, every running app is warned, after the kills")
    func notEnough() throws {
        var stage = try Self.stage()
        let records = try stage.squeeze(to: Stage.warningLine - Stage.megabyte * 100 - 1)
        #expect(records.killed == ["suspended"])
        #expect(records.warned == ["task", "front"])
        #expect(records.notifications == [.didReceiveMemoryWarning, .didReceiveMemoryWarning])
        let lastKill = records.lastIndex { $0.kind == .exit }
        let firstWarning = records.firstIndex { $0.kind == .callback }
        #expect(try #require(lastKill) < (try #require(firstWarning)))
    }

    @Test("Scene apps are warned through the app delegate alone")
    func scenes() throws {
        var stage = try Stage()
        try stage.install("a", .scenes)
        try stage.launch()
        let records = try stage.squeeze(to: Stage.warningLine - 1)
        #expect(records.callbacks == [.didReceiveMemoryWarning])
        #expect(records.notifications == [.didReceiveMemoryWarning])
    }

    @Test("A process rests for 25 seconds, each one by itself")
    func rest() throws {
        var stage = try Stage()
        try stage.install("playing", megabytes: 10, modes: ["audio"])
        try stage.install("front", megabytes: 10)
        try stage.install("late", megabytes: 1)
        try stage.launch("playing")
        try stage.act(.playAudio, "playing")
        try stage.launch("front")
        #expect(try stage.squeeze(to: Stage.criticalLine + Stage.megabyte * 90).warned == ["playing", "front"])
        try stage.advance(10)
        #expect(try stage.launch("late").warned == ["late"])
        try stage.advance(14.999)
        #expect(try stage.send(.allocateSystemMemory(1)).warned.isEmpty)
        try stage.advance(0.001)
        #expect(try stage.send(.allocateSystemMemory(1)).warned == ["playing"])
        try stage.advance(10)
        #expect(try stage.send(.allocateSystemMemory(1)).warned == ["late"])
    }

    @Test("No one is warned again unless the ledger changes")
    func neverByItself() throws {
        var stage = try Stage()
        try stage.install("a", megabytes: 100)
        try stage.launch("a")
        #expect(try stage.squeeze(to: Stage.warningLine - 1).warned == ["a"])
        #expect(stage.device.nextDeadline == nil)
        #expect(try stage.advance(3_600).warned.isEmpty)
        #expect(try stage.send(.allocateSystemMemory(1)).warned == ["a"])
    }

    @Test("What an app gives back in its handler ends the shortage")
    func givesBack() throws {
        var stage = try Stage()
        try stage.install("a", megabytes: 100, [.didReceiveMemoryWarning: [.now(.free(bytes: Stage.megabyte * 50))]])
        try stage.launch("a")
        #expect(try stage.squeeze(to: Stage.warningLine - 1).memoryLevels == [.warning, .normal])
        #expect(stage.available == Stage.warningLine - 1 + Stage.megabyte * 50)
    }

    @Test(
        "A level is recorded when it changes, with what is available, before the kills and after",
        arguments: [
            (Stage.criticalLine - 1, [MemoryLevel.critical, .warning]), (Stage.criticalLine, [.warning]),
            (Stage.criticalLine - Stage.megabyte * 600, [.critical, .normal]),
        ]
    )
    func levels(left: ByteCount, expected: [MemoryLevel]) throws {
        var stage = try Stage()
        try stage.install("first", megabytes: 100)
        try stage.install("large", megabytes: 1_000)
        try stage.install("front", megabytes: 100)
        // An app that keeps running in the background goes first, and gives back little or much.
        let app = expected.last == .normal ? "large" : "first"
        try stage.launch(app)
        try stage.act(.beginBackgroundTask(name: "x", endsAfter: nil, hasExpirationHandler: true), app)
        try stage.launch("front")
        let records = try stage.squeeze(to: left)
        #expect(records.memoryLevels == expected)
        let amounts = records.compactMap { if case .memory(_, let bytes) = $0.body { bytes } else { nil } }
        #expect(amounts.first == left)
        #expect(amounts.last == stage.available)
        #expect(try stage.send(.freeSystemMemory(1)).memoryLevels.isEmpty)
    }

    // MARK: The Simulator's menu

    @Test("The Simulator's warning goes to every running app, kills no one, and counts for no rest")
    func simulated() throws {
        var stage = try Self.stage()
        for _ in 0..<2 {
            let records = try stage.send(.memoryWarning)
            #expect(records.warned == ["task", "front"])
            #expect(records.killed.isEmpty)
            #expect(records.memoryLevels == [.warning])
        }
        #expect(stage.state("suspended") == .suspended)
        #expect(
            try stage.squeeze(to: Stage.warningLine - Stage.megabyte * 100 - 1).warned == ["task", "front"]
        )
    }
}
