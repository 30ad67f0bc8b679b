import Testing

@testable import LifecycleKernel

/// Every list has a limit, and an answer when it is reached.
@Suite struct LimitTests {
    @Test("What waits for a blocked main thread has an end, and the process can still be ended")
    func blockedMainThread() throws {
        var stage = try Stage(.ios18, ["watchdogsEnabled": false])
        try stage.install()
        try stage.launch()
        try stage.act(.hang)
        for step in 0..<RunLoop.waitingLimit {
            try stage.send(.condition(.rotate(step.isMultiple(of: 2) ? .landscapeLeft : .portrait)))
        }
        for event in [Event.device(.condition(.changeTime)), .device(.home), .input("a", .touch(target: "window"))] {
            #expect(stage.refusal(of: event) == .limitReached)
        }
        #expect(try stage.send(.app("a", .terminate(.jetsam))).exit != nil)
        #expect(stage.refusal(of: .device(.condition(.changeTime))) == nil)
    }

    @Test("An app is opened with so many things that it has not been told of")
    func payloads() throws {
        var stage = try Stage(.ios18, ["watchdogsEnabled": false])
        try stage.install(driver: .attached)
        try stage.launch()
        let url = Event.openURL("a://x", sourceApplication: nil, bundleID: "a")
        for _ in 0..<App.payloadsPerProcess { try stage.send(url) }
        #expect(stage.refusal(of: url) == .limitReached)
    }

    @Test("Activities beyond the limit are refused with a verdict")
    func activities() throws {
        var stage = try Stage()
        try stage.install()
        try stage.launch()
        for number in 0..<App.activitiesPerProcess {
            #expect(try stage.act(.startActivity(name: "\(number)", .timer)).verdicts.isEmpty)
        }
        let verdict = try #require(try stage.act(.startActivity(name: "x", .timer)).verdicts.first)
        #expect(verdict.subject == .activity)
        #expect(verdict.decision == .refused)
        #expect(verdict.reason == .tooManyActivities)
        #expect(verdict.identifier == "x")
        #expect(try stage.act(.startActivity(name: "0", .video)).verdicts.isEmpty)
    }

    @Test("Many inputs at one instant keep nobody's main thread from becoming idle")
    func manyInputsAtOnce() throws {
        var stage = try Stage()
        try stage.install()
        for _ in 0..<3_000 {
            try stage.launch()
            try stage.send(.home)
        }
        #expect(stage.history.exit == nil)
        #expect(stage.state() == .background)
    }
}
