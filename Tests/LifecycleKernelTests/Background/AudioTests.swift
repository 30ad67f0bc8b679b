import LifecycleKernel
import Testing

/// Audio in the background, and what interrupts it.
@Suite struct AudioTests {
    /// An app that plays, on the home screen.
    static func playing(_ modes: [String] = ["audio"], _ lifecycle: AppLifecycle = .appDelegate) throws -> Stage {
        var stage = try Stage()
        try stage.install(modes: modes, lifecycle)
        try stage.install("b")
        try stage.launch()
        try stage.act(.playAudio)
        try stage.send(.home)
        return stage
    }

    @Test("With the mode it keeps the app running until it stops", arguments: AppLifecycle.allCases)
    func keepsRunning(lifecycle: AppLifecycle) throws {
        var stage = try Self.playing(["audio"], lifecycle)
        try stage.advance(36_000)
        #expect(stage.state() == .background)
        #expect(stage.held() == [.audio])
        #expect(stage.process()?.jetsamPriority == 120)
        #expect(stage.device.nextDeadline == nil)
        #expect(try stage.act(.stopAudio).states == [.suspended])
    }

    @Test("Without the mode it does not")
    func withoutMode() throws {
        var stage = try Self.playing([])
        #expect(try stage.advance(5).states == [.suspended])
    }

    @Test("Playing twice holds once, and one stop ends it")
    func twice() throws {
        var stage = try Self.playing()
        try stage.act(.playAudio)
        #expect(stage.held() == [.transition, .audio] || stage.held() == [.audio, .transition])
        try stage.advance(5)
        try stage.act(.stopAudio)
        #expect(stage.state() == .suspended)
    }

    @Test("After a suspension by the system it plays on when it is woken, for what wakes it", arguments: [true, false])
    func woken(isInterrupted: Bool) throws {
        var stage = try Self.playing(["audio", "remote-notification"])
        try stage.send(.app("a", .suspend))
        if isInterrupted { try stage.send(.interruptAudio) }
        try stage.push()
        try stage.act(.completeFetch(.newData))
        #expect(stage.held() == [isInterrupted ? .audioInterruption : .audio])
        if isInterrupted { try stage.send(.resumeAudio) }
        #expect(stage.held() == [.audio])
    }

    @Test("After a suspension by the system playing again holds it again")
    func afterSuspension() throws {
        var stage = try Self.playing()
        try stage.send(.app("a", .suspend))
        try stage.launch()
        try stage.act(.playAudio)
        try stage.send(.home)
        try stage.advance(60)
        #expect(stage.held() == [.audio])
    }

    /// Something that takes the speaker, and what gives it back.
    enum Interruption: String, CaseIterable, Sendable {
        case fullScreenDeclined, bannerDeclined, answered, speaker

        var begins: DeviceEvent {
            switch self {
            case .fullScreenDeclined, .answered: .incomingCall(.fullScreen)
            case .bannerDeclined: .incomingCall(.banner)
            case .speaker: .interruptAudio
            }
        }

        func end(_ stage: inout Stage) throws -> [Record] {
            switch self {
            case .fullScreenDeclined, .bannerDeclined: return try stage.send(.declineCall)
            case .answered:
                #expect(try stage.send(.answerCall).of("a").notifications.isEmpty)
                return try stage.send(.endCall)
            case .speaker: return try stage.send(.resumeAudio)
            }
        }
    }

    @Test("An interruption is heard at both ends and holds the process meanwhile", arguments: Interruption.allCases)
    func interrupted(interruption: Interruption) throws {
        var stage = try Self.playing()
        try stage.advance(60)
        let begin = try stage.send(interruption.begins)
        #expect(begin.of("a").notifications == [.audioInterruption])
        #expect(begin.of("a").assertions == ["audioInterruption acquired", "audio released"])
        try stage.advance(600)
        #expect(stage.held() == [.audioInterruption])
        #expect(stage.process()?.jetsamPriority == 40)
        let end = try interruption.end(&stage).of("a")
        #expect(end.notifications == [.audioInterruption])
        #expect(end.assertions == ["audio acquired", "audioInterruption released"])
        #expect(stage.state() == .background)
    }

    @Test("Of two interruptions the first is heard when it begins and the last when it ends")
    func nested() throws {
        var stage = try Self.playing()
        #expect(try stage.send(.interruptAudio).notifications == [.audioInterruption])
        #expect(try stage.send(.incomingCall(.banner)).notifications.isEmpty)
        #expect(try stage.send(.resumeAudio).notifications.isEmpty)
        #expect(try stage.send(.declineCall).notifications == [.audioInterruption])
    }

    @Test("Who stops playing while interrupted is suspended, and hears nothing of the end")
    func stopsMeanwhile() throws {
        var stage = try Self.playing()
        try stage.advance(60)
        try stage.send(.interruptAudio)
        #expect(try stage.act(.stopAudio).states == [.suspended])
        #expect(try stage.send(.resumeAudio).of("a").isEmpty)
    }

    @Test("Who does not play hears nothing of it")
    func silent() throws {
        var stage = try Self.playing()
        try stage.launch("b")
        #expect(try stage.send(.interruptAudio).of("b").isEmpty)
    }

    @Test("Audio that begins during a call waits for its end")
    func beginsMeanwhile() throws {
        var stage = try Self.playing()
        try stage.act(.stopAudio)
        try stage.send(.incomingCall(.banner))
        #expect(try stage.act(.playAudio).assertions.isEmpty)
        #expect(try stage.send(.declineCall).assertions == ["audio acquired"])
    }

    @Test("An interruption cannot begin twice, or end when there is none")
    func refusals() throws {
        var stage = try Self.playing()
        #expect(stage.refusal(of: .device(.resumeAudio)) == .notPossibleNow)
        try stage.send(.interruptAudio)
        #expect(stage.refusal(of: .device(.interruptAudio)) == .notPossibleNow)
    }
}
