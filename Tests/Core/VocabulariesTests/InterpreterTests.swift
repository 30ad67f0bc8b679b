import LifecycleKernel
import TestKit
import Testing
import Vocabularies

@Suite("Interpreters") struct InterpreterTests {
    /// The frameworks that report to an app's code, not the log of the system.
    static let reportingToCode = Framework.allCases.filter { $0 != .runningboard }

    @Test(
        "What is reported of a window does not depend on how many earlier records are kept",
        arguments: Framework.allCases,
        [AppLifecycle.appDelegate, .scenes]
    )
    func startInTheMiddle(framework: Framework, lifecycle: AppLifecycle) throws {
        var device = try TestDevice(.ios18, lifecycle)
        try device.perform([.launch])
        let launched = device.history.count
        try device.perform([.home, .suspended])
        let left = device.history.count
        try device.perform([.returns])
        let reports = device.reports(of: framework)
        let untilLaunched = try wordsAtLaunch(framework, lifecycle)
        #expect(device.reports(of: framework, after: launched) == Array(reports.dropFirst(untilLaunched.count)))
        let untilLeft = reports.count - device.reports(of: framework, after: left).count
        #expect(device.reports(of: framework, after: left) == Array(reports.dropFirst(untilLeft)))
        #expect(reports.count > untilLeft && untilLeft > untilLaunched.count)
    }

    private func wordsAtLaunch(_ framework: Framework, _ lifecycle: AppLifecycle) throws -> [String] {
        var device = try TestDevice(.ios18, lifecycle)
        try device.perform([.launch])
        return device.reports(of: framework)
    }

    @Test("A new process starts without state, whatever the last one reported", arguments: reportingToCode)
    func newProcess(framework: Framework) throws {
        var device = try TestDevice(.ios18, .appDelegate)
        try device.perform([.launch])
        let first = device.reports(of: framework)
        try device.perform([.home, .suspended, .jetsam])
        let before = device.reports(of: framework).count
        try device.perform([.launch])
        #expect(Array(device.reports(of: framework).dropFirst(before)) == first)
    }

    @Test("No framework reports records of other kinds", arguments: Framework.allCases)
    func otherKinds(framework: Framework) throws {
        var device = try TestDevice(.ios18, .scenes)
        try device.perform([.launch, .memoryWarning, .home, .suspended, .openURL, .forceQuit])
        var interpreter = Interpreter(framework, rules: device.kernel.rulebook)
        let reports = device.history.filter { Interpreter.kinds.contains($0.kind) }.flatMap { interpreter.consume($0) }
        #expect(reports == device.reports(of: framework))
    }

    @Test("No framework reports prewarming, and the launch is one like any other", arguments: reportingToCode)
    func prewarming(framework: Framework) throws {
        for lifecycle in [AppLifecycle.appDelegate, .scenes] {
            for steps in [[], [.launch], [.silentPush], [.launch, .home, .suspended]] as [[Step]] {
                var plain = try TestDevice(.ios18, lifecycle)
                try plain.perform(steps)
                var prewarmed = try TestDevice(.ios18, lifecycle)
                try prewarmed.perform([.prewarm, .jetsam, .prewarm] + steps)
                #expect(prewarmed.reports(of: framework) == plain.reports(of: framework))
            }
        }
    }

    @Test("The notifications of the scene that UIKit makes itself change no report", arguments: Framework.allCases)
    func implicitScene(framework: Framework) throws {
        var reports: [[String]] = []
        for isPosted in [false, true] {
            var device = try TestDevice(.ios18, ["sceneNotificationsInEveryApp": .bool(isPosted)])
            let infoPlist = InfoPlist(backgroundModes: ["remote-notification"])
            try device.install(AppManifest(bundleID: "a", lifecycle: .appDelegate, infoPlist: infoPlist))
            try device.perform([.launch, .cover, .uncover, .home, .suspended, .returns, .jetsam, .silentPush, .launch])
            #expect(device.history.contains { $0.body == .notification(.sceneDidActivate) } == isPosted)
            reports.append(device.reports(of: framework))
        }
        #expect(reports[0] == reports[1] && !reports[0].isEmpty)
    }

    /// Source: facts 5, flutter/flutter issue 191837.
    @Test("Flutter's views follow the application, not their windows")
    func flutterWithTwoWindows() throws {
        var device = try TestDevice(.ios18, .scenes, model: .iPad)
        try device.perform([.launch, .newWindow, .closeWindow, .home, .forceQuit])
        let states = ["inactive", "resumed", "inactive", "resumed", "inactive", "hidden", "paused", "detached"]
        #expect(device.reports(of: .flutter) == states)
    }

    @Test("Each of two windows reports its own phases")
    func twoWindows() throws {
        var device = try TestDevice(.ios18, .scenes, model: .iPad)
        try device.perform([.launch, .newWindow, .closeWindow])
        var interpreter = Interpreter(.swiftUI, rules: device.kernel.rulebook)
        let reports = device.history.flatMap { record in
            interpreter.consume(record).map { "\($0) \(record.scene ?? 0)" }
        }
        #expect(reports.filter { $0.hasSuffix(" 2") }.first == "active 2")
        #expect(reports.first == "active 1")
    }
}
