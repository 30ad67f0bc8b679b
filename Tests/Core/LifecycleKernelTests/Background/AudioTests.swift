import LifecycleKernel
import TestKit
import Testing

/// Audio in the background, and what interrupts it.
@Suite struct AudioTests {
    /// An app that plays audio, with the home screen in front.
    static func playing(_ modes: [String] = ["audio"], _ lifecycle: AppLifecycle = .appDelegate) throws -> TestDevice {
        var device = try TestDevice()
        try device.install(modes: modes, lifecycle)
        try device.install("b")
        try device.launch()
        try device.act(.playAudio)
        try device.send(.home)
        return device
    }

    @Test("With the mode, audio keeps the app running until it stops", arguments: AppLifecycle.allCases)
    func keepsRunning(lifecycle: AppLifecycle) throws {
        var device = try Self.playing(["audio"], lifecycle)
        try device.advance(36_000)
        #expect(device.state() == .background)
        #expect(device.held() == [.audio])
        #expect(device.process()?.jetsamPriority == 120)
        #expect(device.kernel.nextDeadline == nil)
        #expect(try device.act(.stopAudio).states == [.suspended])
    }

    @Test("Without the mode, audio does not keep the app running")
    func withoutMode() throws {
        var device = try Self.playing([])
        #expect(try device.advance(5).states == [.suspended])
    }

    @Test("Playing twice acquires one assertion, and one stop releases it")
    func twice() throws {
        var device = try Self.playing()
        try device.act(.playAudio)
        #expect(device.held() == [.transition, .audio] || device.held() == [.audio, .transition])
        try device.advance(5)
        try device.act(.stopAudio)
        #expect(device.state() == .suspended)
    }

    @Test(
        "After a suspension by the system the audio continues when the app is woken, while it is held for the wake-up",
        arguments: [true, false]
    )
    func woken(isInterrupted: Bool) throws {
        var device = try Self.playing(["audio", "remote-notification"])
        try device.send(.app("a", .suspend))
        if isInterrupted { try device.send(.interruptAudio) }
        try device.push()
        try device.act(.completeFetch(.newData))
        #expect(device.held() == [isInterrupted ? .audioInterruption : .audio])
        if isInterrupted { try device.send(.resumeAudio) }
        #expect(device.held() == [.audio])
    }

    @Test("After a suspension by the system, playing again acquires the assertion again")
    func afterSuspension() throws {
        var device = try Self.playing()
        try device.send(.app("a", .suspend))
        try device.launch()
        try device.act(.playAudio)
        try device.send(.home)
        try device.advance(60)
        #expect(device.held() == [.audio])
    }

    /// An event that interrupts audio, and the event that ends the interruption.
    enum Interruption: String, CaseIterable, Sendable {
        case fullScreenDeclined, bannerDeclined, answered, speaker

        var begins: DeviceEvent {
            switch self {
            case .fullScreenDeclined, .answered: .incomingCall(.fullScreen)
            case .bannerDeclined: .incomingCall(.banner)
            case .speaker: .interruptAudio
            }
        }

        func end(_ device: inout TestDevice) throws -> [Record] {
            switch self {
            case .fullScreenDeclined, .bannerDeclined: return try device.send(.declineCall)
            case .answered:
                #expect(try device.send(.answerCall).of("a").notifications.isEmpty)
                return try device.send(.endCall)
            case .speaker: return try device.send(.resumeAudio)
            }
        }
    }

    @Test(
        "An interruption notifies the app when it begins and ends, and holds the process meanwhile",
        arguments: Interruption.allCases
    )
    func interrupted(interruption: Interruption) throws {
        var device = try Self.playing()
        try device.advance(60)
        let begin = try device.send(interruption.begins)
        #expect(begin.of("a").notifications == [.audioInterruption])
        #expect(begin.of("a").assertions == ["audioInterruption acquired", "audio released"])
        try device.advance(600)
        #expect(device.held() == [.audioInterruption])
        #expect(device.process()?.jetsamPriority == 40)
        let end = try interruption.end(&device).of("a")
        #expect(end.notifications == [.audioInterruption])
        #expect(end.assertions == ["audio acquired", "audioInterruption released"])
        #expect(device.state() == .background)
    }

    /// The arguments of the interruptions that an app was notified of.
    private static func interruptions(_ records: [Record]) -> [Value] {
        records.of("a").compactMap { record in
            guard case .notification(.audioInterruption, let arguments) = record.body else { return nil }
            return .object(arguments)
        }
    }

    @Test("A notification says whether the interruption has begun or ended", arguments: AppLifecycle.allCases)
    func types(lifecycle: AppLifecycle) throws {
        var device = try Self.playing(["audio"], lifecycle)
        #expect(Self.interruptions(try device.send(.interruptAudio)) == [["type": "began"]])
        #expect(Self.interruptions(try device.send(.resumeAudio)) == [["type": "ended"]])
    }

    @Test(
        "By a rule an app that was suspended while it played has stopped, and is notified once",
        arguments: [true, false]
    )
    func suspensionInterrupts(isOn: Bool) throws {
        var device = try TestDevice(.ios18, ["suspensionInterruptsAudio": .bool(isOn)])
        try device.install(modes: ["audio", "remote-notification"], .scenes)
        try device.launch()
        try device.act(.playAudio)
        try device.send(.home)
        try device.send(.app("a", .suspend))
        let woken = try device.push()
        #expect(Self.interruptions(woken) == (isOn ? [["type": "began", "wasSuspended": true]] : []))
        #expect(device.held().contains(.audio) != isOn)
        try device.act(.completeFetch(.newData))
        #expect(device.state() == (isOn ? .suspended : .background))
        #expect(Self.interruptions(try device.launch()).isEmpty)
    }

    @Test("With two interruptions the app is notified when the first begins and when the last ends")
    func nested() throws {
        var device = try Self.playing()
        #expect(try device.send(.interruptAudio).notifications == [.audioInterruption])
        #expect(try device.send(.incomingCall(.banner)).notifications.isEmpty)
        #expect(try device.send(.resumeAudio).notifications.isEmpty)
        #expect(try device.send(.declineCall).notifications == [.audioInterruption])
    }

    @Test("An app that stops playing while interrupted is suspended, and not notified of the end")
    func stopsMeanwhile() throws {
        var device = try Self.playing()
        try device.advance(60)
        try device.send(.interruptAudio)
        #expect(try device.act(.stopAudio).states == [.suspended])
        #expect(try device.send(.resumeAudio).of("a").isEmpty)
    }

    @Test("An app that does not play is not notified")
    func silent() throws {
        var device = try Self.playing()
        try device.launch("b")
        #expect(try device.send(.interruptAudio).of("b").isEmpty)
    }

    @Test("Audio that begins during a call starts when the call ends")
    func beginsMeanwhile() throws {
        var device = try Self.playing()
        try device.act(.stopAudio)
        try device.send(.incomingCall(.banner))
        #expect(try device.act(.playAudio).assertions.isEmpty)
        #expect(try device.send(.declineCall).assertions == ["audio acquired"])
    }

    @Test("An interruption cannot begin twice, or end when there is none")
    func refusals() throws {
        var device = try Self.playing()
        #expect(device.refusal(of: .device(.resumeAudio)) == .notPossibleNow)
        try device.send(.interruptAudio)
        #expect(device.refusal(of: .device(.interruptAudio)) == .notPossibleNow)
    }
}

/// Changes of the route that audio takes.
@Suite struct AudioRouteTests {
    /// The reasons that an app was notified of.
    private static func reasons(_ records: [Record]) -> [Value?] {
        records.of("a").compactMap { record in
            guard case .notification(.audioRouteChange, let arguments) = record.body else { return nil }
            return Value.object(arguments)["reason"]
        }
    }

    @Test("A process that runs and has played audio is notified at once", arguments: AppLifecycle.allCases)
    func runs(lifecycle: AppLifecycle) throws {
        var device = try AudioTests.playing(["audio"], lifecycle)
        #expect(Self.reasons(try device.send(.changeAudioRoute(.newDeviceAvailable))) == ["newDeviceAvailable"])
        #expect(device.held().contains(.audio))
        try device.launch()
        try device.act(.stopAudio)
        #expect(Self.reasons(try device.send(.changeAudioRoute(.oldDeviceUnavailable))) == ["oldDeviceUnavailable"])
    }

    @Test("A suspended process is notified of the last change when it resumes, before it enters the foreground")
    func suspended() throws {
        var device = try AudioTests.playing([])
        try device.advance(5)
        #expect(device.state() == .suspended)
        for reason in [AudioRouteChange.oldDeviceUnavailable, .categoryChange] {
            #expect(try device.send(.changeAudioRoute(reason)).of("a").isEmpty)
        }
        let records = try device.launch()
        #expect(Self.reasons(records) == ["categoryChange"])
        #expect(records.notifications.first == .audioRouteChange)
        try device.send(.home)
        try device.advance(5)
        #expect(Self.reasons(try device.launch()).isEmpty)
    }

    @Test("A process that has not played audio, and one that has ended, are not notified")
    func others() throws {
        var device = try AudioTests.playing()
        try device.launch("b")
        #expect(try device.send(.changeAudioRoute(.oldDeviceUnavailable)).of("b").isEmpty)
        try device.send(.app("a", .terminate(.jetsam)))
        #expect(try device.send(.changeAudioRoute(.oldDeviceUnavailable)).of("a").isEmpty)
        #expect(Self.reasons(try device.launch()).isEmpty)
    }
}
