import LifecycleKernel
import Testing

/// Each finding is reached from outside, and its well-behaved counterpart is left in peace.
@Suite struct ConductTests {
    /// Every case with each life cycle that it is about.
    static let cases = ConductCase.all.flatMap { conduct in conduct.lifecycles.map { (conduct, $0) } }

    @Test("A fault is found once, with the records that show it", arguments: cases)
    func faultsAreFound(conduct: ConductCase, lifecycle: AppLifecycle) throws {
        var stage = try Stage()
        try conduct.wrong(&stage, lifecycle)
        let summary = try #require(stage.summary(conduct.code))
        #expect(summary.count == 1)
        #expect(!summary.evidence.isEmpty)
        for sequence in summary.evidence {
            #expect(stage.record(sequence) != nil, "there is no record \(sequence)")
            #expect(sequence <= summary.lastSequence)
        }
    }

    @Test("Who does it right comes to no finding", arguments: cases)
    func goodConductIsLeftInPeace(conduct: ConductCase, lifecycle: AppLifecycle) throws {
        var stage = try Stage()
        try conduct.right(&stage, lifecycle)
        #expect(stage.codes() == [])
        #expect(stage.history.findings == [])
    }

    @Test("Every code has a case, or a test of its own")
    func everyCodeIsTested() {
        let elsewhere: Set<Finding.Code> = [.sceneLifecycleNotAdopted]
        #expect(Set(ConductCase.all.map(\.code)).union(elsewhere) == Set(Finding.Code.allCases))
    }

    @Test("An app that does nothing of its own comes to no finding", arguments: RuleProfile.allCases)
    func plainAppsAreLeftInPeace(profile: RuleProfile) throws {
        var stage = try Stage(profile)
        try stage.install("a", nil)
        try stage.install("b", nil)
        try stage.launch()
        try stage.launch("b")
        try stage.launch()
        for event in [.present(.controlCenter), .dismiss(.controlCenter), .lock, .unlock, .incomingCall(.fullScreen)]
            as [DeviceEvent]
        {
            try stage.send(event)
            try stage.advance(6)
        }
        try stage.send(.answerCall)
        try stage.advance(60)
        try stage.send(.endCall)
        try stage.send(.memoryWarning)
        try stage.leaveAndSuspend()
        try stage.send(.app("a", .terminate(.jetsam)))
        try stage.launch()
        try stage.send(.app("a", .forceQuit))
        try stage.send(.reboot)
        #expect(stage.history.findings == [])
        #expect(stage.codes() == [])
        #expect(stage.codes("b") == [])
    }
}
