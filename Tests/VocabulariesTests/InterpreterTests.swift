import LifecycleKernel
import Testing
import Vocabularies

@Suite("Interpreters") struct InterpreterTests {
    @Test(
        "What is reported of a window does not depend on how many earlier records are kept",
        arguments: Framework.allCases,
        [AppLifecycle.appDelegate, .scenes]
    )
    func startInTheMiddle(framework: Framework, lifecycle: AppLifecycle) throws {
        var stage = try Stage(.ios18, lifecycle)
        try stage.happen([.launch])
        let launched = stage.history.count
        try stage.happen([.home, .suspended])
        let left = stage.history.count
        try stage.happen([.returns])
        let reports = stage.reports(of: framework)
        let untilLaunched = try wordsAtLaunch(framework, lifecycle)
        #expect(stage.reports(of: framework, after: launched) == Array(reports.dropFirst(untilLaunched.count)))
        let untilLeft = reports.count - stage.reports(of: framework, after: left).count
        #expect(stage.reports(of: framework, after: left) == Array(reports.dropFirst(untilLeft)))
        #expect(reports.count > untilLeft && untilLeft > untilLaunched.count)
    }

    private func wordsAtLaunch(_ framework: Framework, _ lifecycle: AppLifecycle) throws -> [String] {
        var stage = try Stage(.ios18, lifecycle)
        try stage.happen([.launch])
        return stage.reports(of: framework)
    }

    @Test("A new process starts without state, whatever the last one reported", arguments: Framework.allCases)
    func newProcess(framework: Framework) throws {
        var stage = try Stage(.ios18, .appDelegate)
        try stage.happen([.launch])
        let first = stage.reports(of: framework)
        try stage.happen([.home, .suspended, .jetsam])
        let before = stage.reports(of: framework).count
        try stage.happen([.launch])
        #expect(Array(stage.reports(of: framework).dropFirst(before)) == first)
    }

    @Test("No framework reports records of other kinds", arguments: Framework.allCases)
    func otherKinds(framework: Framework) throws {
        var stage = try Stage(.ios18, .scenes)
        try stage.happen([.launch, .memoryWarning, .home, .suspended, .openURL, .forceQuit])
        var interpreter = Interpreter(framework, rules: stage.device.rulebook)
        let reports = stage.history.filter { Interpreter.kinds.contains($0.kind) }.flatMap { interpreter.consume($0) }
        #expect(reports == stage.reports(of: framework))
    }

    @Test("No framework reports prewarming, and the launch is one like any other", arguments: Framework.allCases)
    func prewarming(framework: Framework) throws {
        for lifecycle in [AppLifecycle.appDelegate, .scenes] {
            for happenings in [[], [.launch], [.silentPush], [.launch, .home, .suspended]] as [[Stage.Happening]] {
                var plain = try Stage(.ios18, lifecycle)
                try plain.happen(happenings)
                var prewarmed = try Stage(.ios18, lifecycle)
                try prewarmed.happen([.prewarm, .jetsam, .prewarm] + happenings)
                #expect(prewarmed.reports(of: framework) == plain.reports(of: framework))
            }
        }
    }

    @Test("Each of two windows reports its own phases")
    func twoWindows() throws {
        var stage = try Stage(.ios18, .scenes, model: .iPad)
        try stage.happen([.launch, .newWindow, .closeWindow])
        var interpreter = Interpreter(.swiftUI, rules: stage.device.rulebook)
        let reports = stage.history.flatMap { record in
            interpreter.consume(record).map { "\($0) \(record.scene ?? 0)" }
        }
        #expect(reports.filter { $0.hasSuffix(" 2") }.first == "active 2")
        #expect(reports.first == "active 1")
        var flutter = Interpreter(.flutter, rules: stage.device.rulebook)
        let ends = stage.history.flatMap { record in flutter.consume(record).map { "\($0) \(record.scene ?? 0)" } }
        #expect(ends.filter { $0.hasPrefix("detached") } == ["detached 2"])
    }
}
