import LifecycleKernel
import Simulation
import TestKit
import Testing
import WireFormat

/// Advances that stop while a callback waits for the program that plays an attached app.
@Suite struct StopAtCallbacksTests {
    /// An attached app in the background with an open task, and no callback in flight. Its task is warned after 25 s.
    private func deviceWithTask(_ handlers: [CallbackName: [AppBehavior.Entry]] = [:]) throws -> TestDevice {
        var device = try TestDevice()
        try device.install(driver: .attached, handlers)
        try device.launch()
        try completeAll(&device)
        try device.act(.beginBackgroundTask(name: "upload", endsAfter: nil, hasExpirationHandler: true))
        try device.send(.home)
        try completeAll(&device)
        return device
    }

    private func completeAll(_ device: inout TestDevice) throws {
        while try !device.kernel.processesInCallback(of: "a").isEmpty { try device.complete() }
    }

    @Test(
        "An advance stops when a callback comes into flight, and continues after its completion",
        arguments: [
            .by(40_000), .before(40_000), .to(.manualStart + 40_000), .untilIdle(limit: 40_000),
            .until(.app("a", .notRunning), limit: 40_000),
        ] as [Advance.Extent]
    )
    func stops(extent: Advance.Extent) throws {
        var device = try deviceWithTask().kernel
        let advance = Advance(extent, stopsAtCallbacks: true)
        #expect(try device.apply(.advance(advance), at: device.now, limit: 1_000) == .callback)
        #expect(device.now == .manualStart + 25_000)
        let callback = try #require(try device.processesInCallback(of: "a").first?.callbackInFlight)
        #expect(callback.called == .callback(.expirationHandler))

        // No time passes before the completion, however often it is asked for.
        let rest = advance.rest(from: .manualStart, to: device.now)
        #expect(rest.stopsAtCallbacks)
        #expect(try device.apply(.advance(rest), at: device.now, limit: 1_000) == .callback)
        #expect(device.now == .manualStart + 25_000)

        let completion = Completion(callback: callback.sequence, actions: [.endBackgroundTask(name: "upload")])
        try device.apply(.completion("a", completion), at: device.now, limit: 1_000)
        let stop = try device.apply(.advance(rest), at: device.now, limit: 1_000)
        #expect(stop != .callback)
        #expect(device.app("a")?.state == .suspended)
        #expect(device.app("a")?.lastExit == nil)
    }

    @Test("Without it time goes on, and the process is ended")
    func withoutStopping() throws {
        var device = try deviceWithTask()
        try device.advance(40)
        #expect(device.kernel.app("a")?.lastExit?.reason == .backgroundTaskAssertionTimeout)
    }

    @Test("Time passes in the handler that takes it, until its process ends, for which the program is not to blame")
    func duringHandler() throws {
        var device = try deviceWithTask().kernel
        let minute = Advance(.by(60_000), stopsAtCallbacks: true)
        #expect(try device.apply(.advance(minute), at: device.now, limit: 1_000) == .callback)
        let callback = try #require(try device.processesInCallback(of: "a").first?.callbackInFlight?.sequence)
        let busy = Advance(.by(1_000), stopsAtCallbacks: true, during: [callback])
        #expect(try device.apply(.advance(busy), at: device.now, limit: 1_000) == .reached)
        #expect(device.now == .manualStart + 26_000)
        #expect(try device.processesInCallback(of: "a").first?.callbackInFlight?.sequence == callback)

        let long = minute.rest(from: .manualStart, to: device.now)
        let tooLong = Advance(long.extent, stopsAtCallbacks: true, during: [callback])
        #expect(tooLong.rest(from: device.now, to: device.now).during == [callback])
        #expect(try device.apply(.advance(tooLong), at: device.now, limit: 1_000) == .processEnded)
        let exit = try #require(device.app("a")?.lastExit)
        #expect(exit.reason == .backgroundTaskAssertionTimeout)
        #expect(exit.callbackInFlight == nil)
        let findings = try #require(device.audit(of: "a")).findings
        #expect(!findings.isEmpty && findings.allSatisfy { $0.callbackInFlight == nil })
        #expect(device.now < .manualStart + 60_000)

        let rejection = #expect(throws: Rejection.self) {
            try device.apply(.advance(busy), at: device.now, limit: 1_000)
        }
        #expect(rejection?.code == .unknownCallback)
        #expect(rejection?.field == "during")
    }

    @Test("While a handler takes time, the callbacks of another app stop the clock")
    func duringHandlerOfAnother() throws {
        var first = try deviceWithTask()
        try first.advance(20)
        try first.install("b", driver: .attached)
        try first.launch("b")
        let callback = try #require(first.process("b")?.callbackInFlight?.sequence)
        var device = first.kernel
        #expect(device.appsInCallbacks == ["b"])
        let busy = Advance(.by(10_000), stopsAtCallbacks: true, during: [callback])
        #expect(try device.apply(.advance(busy), at: device.now, limit: 1_000) == .callback)
        #expect(device.now == .manualStart + 25_000)
        #expect(device.appsInCallbacks == ["a", "b"])
    }

    @Test("A condition that is met when a callback comes into flight counts first")
    func condition() throws {
        var device = try deviceWithTask().kernel
        let warned = Condition.record(["kind": "callback", "name": "expirationHandler"])
        let advance = Advance(.until(warned, limit: 60_000), stopsAtCallbacks: true)
        #expect(try device.apply(.advance(advance), at: device.now, limit: 1_000) == .condition)
    }

    @Test("Limits of an advance that stops at callbacks are those of every other one")
    func limits() throws {
        var device = try deviceWithTask().kernel
        let advance = Input.advance(Advance(.by(40_000), stopsAtCallbacks: true))
        #expect(try device.apply(advance, at: device.now, limit: 0) == .limit)
        #expect(try device.apply(advance, at: device.now, within: AdvanceLimits(deadlines: 9, records: 1)) == .records)
        #expect(try device.apply(advance, at: device.now, limit: 9) == .callback)
    }

    @Test("A callback that is played, and one that never returns, do not stop it")
    func others() throws {
        let slow = AppBehavior.Entry.act(.endBackgroundTask(name: "upload"), takes: 1_000)
        var played = try deviceWithTask([.expirationHandler: [slow]]).kernel
        let advance = Input.advance(Advance(.by(25_500), stopsAtCallbacks: true))
        #expect(try played.apply(advance, at: played.now, limit: 9) == .reached)
        #expect(played.processes.first?.callbackInFlight != nil)
        #expect(try played.processesInCallback(of: "a").isEmpty)

        var device = try deviceWithTask()
        try device.act(.hang)
        var hanging = device.kernel
        #expect(try hanging.apply(advance, at: hanging.now, limit: 9) == .reached)
    }

    @Test("Only an attached app is asked for callbacks")
    func refusals() throws {
        var device = try TestDevice()
        try device.install()
        try device.launch()
        let rejection = #expect(throws: Rejection.self) { _ = try device.kernel.processesInCallback(of: "a") }
        #expect(rejection?.code == .notPossibleNow)
        #expect(rejection?.detail.description == "the server completes the callbacks of a: its driver is simulated")
        #expect(throws: Rejection.self) { _ = try device.kernel.processesInCallback(of: "b") }
    }

    @Test("In random lives no time passes while a callback waits", arguments: 0..<4)
    func randomLives(block: Int) throws {
        var stops = 0
        for seed in stride(from: UInt64(1 + block), through: 200, by: 4) {
            var random = SplitMix64(seed: seed)
            var device = Device(random.deviceSettings(), at: .manualStart)
            for _ in 0..<60 {
                var input = random.input(for: device)
                guard case .advance(var advance) = input else {
                    _ = try? device.apply(input, at: device.now, limit: 100_000)
                    continue
                }
                advance.stopsAtCallbacks = true
                input = .advance(advance)
                let start = device.now
                let stop = try device.apply(input, at: start, limit: 100_000)
                let waiting = device.appSummaries.flatMap { app in
                    ((try? device.processesInCallback(of: app.bundleID)) ?? []).compactMap(\.callbackInFlight)
                }
                #expect((stop == .callback) == !waiting.isEmpty, "seed \(seed)")
                for callback in waiting { #expect(device.now == max(start, callback.startedAt), "seed \(seed)") }
                if stop == .callback { stops += 1 }
            }
        }
        #expect(stops > 0, "some lives have to stop, or nothing is tested")
    }
}
