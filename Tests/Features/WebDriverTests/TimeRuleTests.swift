import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import WebDriver

@Suite("A command that waits takes time of the device") struct TimeRuleTests {
    private static let background = #"{"seconds": 30}"#

    @Test("A manual clock is moved, and the command answers at once") func manual() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            let before = try await driver.core.registry.clock(of: DriverClient.phone).value.now
            let answer = try await driver.script(session, "mobile: backgroundApp", Self.background)
            #expect(answer.status == 200)
            #expect(try await driver.core.registry.clock(of: DriverClient.phone).value.now - before == 30_000)
            #expect(try await driver.state() == .active)
        }
    }

    @Test("A running clock gets there by itself; meanwhile the session answers", arguments: [1.0, 10.0])
    func running(rate: Double) async throws {
        let clock = ClockSettings(mode: rate == 1 ? .realtime : .scaled, rate: rate)
        try await DriverClient.run(clock: clock) { driver in
            let session = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            async let answer = driver.script(session, "mobile: backgroundApp", Self.background)
            await until { driver.wall.sleeperCount > 0 }
            #expect(try await driver.script(session, "mobile: isLocked").value == false)
            #expect(try await driver.state() != .active)
            driver.wall.advance(by: .seconds(30 / rate - 0.5))
            #expect(try await driver.state() != .active)
            driver.wall.advance(by: .seconds(1))
            #expect(try await answer.status == 200)
            #expect(try await driver.state() == .active)
        }
    }

    @Test("A wait sees that the clock was moved meanwhile") func moved() async throws {
        try await DriverClient.run(clock: ClockSettings(mode: .realtime)) { driver in
            let session = try await driver.open()
            async let answer = driver.script(session, "mobile: lock", #"{"seconds": 60}"#)
            await until { driver.wall.sleeperCount > 0 }
            _ = try await driver.core.registry.advance(DriverClient.phone, .by(60_000))
            #expect(try await answer.status == 200)
            #expect(try await !driver.core.registry.device(DriverClient.phone).isLocked)
        }
    }

    @Test("A paused clock is refused: it would never end") func paused() async throws {
        try await DriverClient.run(clock: ClockSettings(mode: .realtime, paused: true)) { driver in
            let session = try await driver.open()
            let answer = try await driver.script(session, "mobile: expectNotification", #"{"name": "x"}"#)
            #expect(answer.error == "invalid element state")
            #expect(answer.message.contains("the clock is paused"))
        }
    }

    @Test("More than an hour of real time is refused, and takes none on a manual clock") func tooLong() async throws {
        let arguments = #"{"seconds": 3700}"#
        try await DriverClient.run(clock: ClockSettings(mode: .realtime)) { driver in
            let answer = try await driver.script(driver.open(), "mobile: lock", arguments)
            #expect(answer.error == "invalid argument")
            #expect(answer.message.contains("manual"))
        }
        try await DriverClient.run { driver in
            let answer = try await driver.script(driver.open(), "mobile: lock", arguments)
            #expect(answer.status == 200)
        }
    }

    @Test("A notification that does not come is a timeout, and the clock stands at the end of it")
    func timeout() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open()
            let before = try await driver.core.registry.clock(of: DriverClient.phone).value.now
            let arguments = #"{"name": "Nothing", "timeoutSeconds": 7}"#
            let answer = try await driver.script(session, "mobile: expectNotification", arguments)
            #expect((answer.status, answer.error) == (408, "timeout"))
            #expect(try await driver.core.registry.clock(of: DriverClient.phone).value.now - before == 7_000)
        }
    }

    /// Makes Notes an app whose timer is due again after this time whenever it fires, and starts it.
    private static func startTimer(_ driver: DriverClient, _ session: String, every seconds: Int) async throws {
        let manifest = #"""
            {"app": {"bundleID": "com.example.notes", "infoPlist": {"UIBackgroundModes": ["audio"]}, "behavior": {
                "alarmHandler": [{"action": "setAlarm", "afterSeconds": \#(seconds)}]}}}
            """#
        _ = try await driver.script(session, "mobile: installApp", manifest)
        _ = try await driver.script(session, "mobile: launchApp", #"{"bundleId": "com.example.notes"}"#)
        for action in [#""setAlarm", "afterSeconds": 1"#, #""playAudio""#] {
            let answer = try await driver.script(
                session,
                "greenroom: action",
                #"{"bundleID": "com.example.notes", "action": \#(action)}"#
            )
            #expect(answer.status == 200, "\(answer.message)")
        }
    }

    @Test(
        "A command does not wait for ever for a manual clock that an app keeps from going on",
        arguments: [("mobile: lock", #"{"seconds": 5}"#), ("mobile: expectNotification", #"{"name": "x"}"#)]
    ) func stuckClock(script: String, arguments: String) async throws {
        var limits = HostLimits()
        limits.recordsPerAdvance = 50
        try await DriverClient.run(limits: limits) { driver in
            let session = try await driver.open()
            try await Self.startTimer(driver, session, every: 0)
            let answer = try await driver.script(session, script, arguments)
            #expect((answer.status, answer.error) == (500, "unknown error"))
            #expect(answer.message.hasPrefix("limit-reached"))
        }
    }

    @Test("A wait is a timeout, however many records were written and are gone meanwhile") func evicted() async throws {
        var limits = HostLimits()
        limits.recordsPerDevice = 100
        try await DriverClient.run(limits: limits) { driver in
            let session = try await driver.open()
            try await Self.startTimer(driver, session, every: 1)
            let arguments = #"{"name": "x", "timeoutSeconds": 600}"#
            #expect(try await driver.script(session, "mobile: expectNotification", arguments).error == "timeout")
        }
    }

    @Test("So is one that takes real time", .timeLimit(.minutes(1))) func evictedInRealTime() async throws {
        var limits = HostLimits()
        limits.recordsPerDevice = 100
        try await DriverClient.run(limits: limits, clock: ClockSettings(mode: .realtime)) { driver in
            let session = try await driver.open()
            try await Self.startTimer(driver, session, every: 1)
            let arguments = #"{"name": "x", "timeoutSeconds": 600}"#
            async let answer = driver.script(session, "mobile: expectNotification", arguments)
            // A wait of ten minutes is several of the host's.
            for _ in 0..<10 {
                await until { driver.wall.sleeperCount > 0 }
                driver.wall.advance(by: .seconds(61))
            }
            #expect(try await answer.error == "timeout")
        }
    }

    @Test("greenroom: wait answers as the interface does, met or not") func wait() async throws {
        try await DriverClient.run { driver in
            let session = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            _ = try await driver.script(session, "mobile: backgroundApp")
            let suspended = #"{"until": {"app": {"bundleID": "com.example.notes", "state": "suspended"}}}"#
            let met = try await driver.script(session, "greenroom: wait", suspended)
            #expect(met.value["met"] == true)
            let active =
                #"{"until": {"app": {"bundleID": "com.example.notes", "state": "active"}}, "timeoutSeconds": 3}"#
            let unmet = try await driver.script(session, "greenroom: wait", active)
            #expect(unmet.error == "timeout")
            #expect(unmet.value["data"]?["met"] == false)
        }
    }

    @Test(
        "A wait that is refused is refused before anything is done",
        arguments: ["mobile: lock", "mobile: backgroundApp"],
        [ClockSettings(mode: .realtime), ClockSettings(mode: .realtime, paused: true)]
    ) func refused(script: String, clock: ClockSettings) async throws {
        try await DriverClient.run(clock: clock) { driver in
            let session = try await driver.open(#", "appium:bundleId": "com.example.notes""#)
            let before = try await driver.core.registry.device(DriverClient.phone).sequence
            let answer = try await driver.script(session, script, #"{"seconds": 3601}"#)
            #expect(answer.error == (clock.paused ? "invalid element state" : "invalid argument"))
            #expect(try await driver.core.registry.device(DriverClient.phone).sequence == before)
            #expect(try await driver.state() == .active)
        }
    }

    @Test("greenroom: wait takes as long as any command that waits", arguments: ["301", #""7200""#, "86400"])
    func longWait(seconds: String) async throws {
        let arguments =
            #"{"until": {"app": {"bundleID": "com.example.mail", "state": "active"}}, "timeoutSeconds": \#(seconds)}"#
        try await DriverClient.run { driver in
            let session = try await driver.open()
            let before = try await driver.core.registry.clock(of: DriverClient.phone).value.now
            #expect(try await driver.script(session, "greenroom: wait", arguments).error == "timeout")
            let length = try await driver.core.registry.clock(of: DriverClient.phone).value.now - before
            #expect("\(length.count / 1_000)" == seconds.filter(\.isNumber))
        }
    }

    @Test("greenroom: wait is refused beyond an hour of real time, and for a time that is none")
    func badWait() async throws {
        try await DriverClient.run(clock: ClockSettings(mode: .realtime)) { driver in
            let session = try await driver.open()
            for seconds in ["3601", "-1", #""soon""#] {
                let arguments =
                    #"{"until": {"app": {"bundleID": "com.example.mail", "state": "active"}}, "timeoutSeconds": \#(seconds)}"#
                #expect(try await driver.script(session, "greenroom: wait", arguments).error == "invalid argument")
            }
        }
    }
}
