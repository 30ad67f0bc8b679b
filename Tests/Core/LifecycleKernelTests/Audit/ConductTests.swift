import LifecycleKernel
import TestKit
import Testing

/// Each finding has an app that causes it, and a similar app that does not.
@Suite struct ConductTests {
    /// Every case with each life cycle that it is about.
    static let cases = ConductCase.all.flatMap { conduct in conduct.lifecycles.map { (conduct, $0) } }

    @Test("A fault is reported once, with its evidence", arguments: cases)
    func faultsAreFound(conduct: ConductCase, lifecycle: AppLifecycle) throws {
        var device = try TestDevice()
        try conduct.wrong(&device, lifecycle)
        let summary = try #require(device.summary(conduct.code))
        #expect(summary.count == 1)
        #expect(!summary.evidence.isEmpty)
        for sequence in summary.evidence {
            #expect(device.record(sequence) != nil, "there is no record \(sequence)")
            #expect(sequence <= summary.lastSequence)
        }
    }

    @Test("An app that does it right is not reported", arguments: cases)
    func goodConductIsLeftInPeace(conduct: ConductCase, lifecycle: AppLifecycle) throws {
        var device = try TestDevice()
        try conduct.right(&device, lifecycle)
        // An expiration handler that does what it should is noted all the same, unless the work itself ends the task.
        let notes: [Finding.Code] = conduct.code == .endedOnlyByExpiration ? [] : [.endedOnlyByExpiration]
        #expect(device.codes().filter { !notes.contains($0) } == [])
        #expect(device.history.findings.filter { !notes.contains($0.code) } == [])
    }

    @Test("Every code has a case or its own test")
    func everyCodeIsTested() {
        let elsewhere: Set<Finding.Code> = [.sceneLifecycleNotAdopted]
        #expect(Set(ConductCase.all.map(\.code)).union(elsewhere) == Set(Finding.Code.allCases))
    }

    @Test("An app without code of its own is not reported", arguments: RuleProfile.allCases)
    func plainAppsAreLeftInPeace(profile: RuleProfile) throws {
        var device = try TestDevice(profile)
        try device.install("a", nil)
        try device.install("b", nil)
        try device.launch()
        try device.launch("b")
        try device.launch()
        for event in [.present(.controlCenter), .dismiss(.controlCenter), .lock, .unlock, .incomingCall(.fullScreen)]
            as [DeviceEvent]
        {
            try device.send(event)
            try device.advance(6)
        }
        try device.send(.answerCall)
        try device.advance(60)
        try device.send(.endCall)
        try device.send(.memoryWarning)
        try device.leaveAndSuspend()
        try device.send(.app("a", .terminate(profile == .simulator ? .system : .jetsam)))
        try device.launch()
        try device.send(.app("a", .forceQuit))
        try device.send(.reboot)
        #expect(device.history.findings == [])
        #expect(device.codes() == [])
        #expect(device.codes("b") == [])
    }
}
