import LifecycleKernel
import TestKit
import Testing

/// Requests of a default URL session: they run while the process runs.
@Suite struct RequestTests {
    static func request(_ seconds: Double, named identifier: String = "x", arrives: Bool = true) -> Action {
        .startRequest(
            identifier: identifier,
            bytes: 1_000,
            lasting: Milliseconds(Int64(seconds * 1_000)),
            arrives: arrives
        )
    }

    static func device(
        _ requests: [Action],
        _ lifecycle: AppLifecycle = .appDelegate,
        _ overrides: [String: Value] = [:]
    ) throws -> TestDevice {
        var device = try TestDevice(.ios18, overrides)
        try device.install("a", lifecycle)
        try device.launch()
        for action in requests { try device.act(action) }
        return device
    }

    /// The calls of completion handlers, as `identifier code`.
    private func answers(_ records: [Record]) -> [String] {
        records.compactMap { record in
            guard case .callback(let callback) = record.body, callback.name == .requestCompletionHandler else {
                return nil
            }
            let arguments = Value.object(callback.arguments)
            guard case .string(let identifier)? = arguments["identifier"] else { return nil }
            guard case .integer(let code)? = arguments["error"]?["code"] else { return identifier }
            return "\(identifier) \(code)"
        }
    }

    @Test("A request that arrives is with the server at once, another one with its answer", arguments: [true, false])
    func arrival(arrives: Bool) throws {
        var device = try Self.device([])
        let sent = try device.act(Self.request(2, arrives: arrives))
        #expect(sent.decisions == (arrives ? ["started", "delivered"] : ["started"]))
        #expect(try device.advance(1.999).verdicts.isEmpty)
        let records = try device.advance(0.001)
        #expect(records.decisions == (arrives ? ["finished"] : ["delivered", "finished"]))
        #expect(answers(records) == ["x"])
        #expect(device.kernel.nextDeadline == nil)
    }

    @Test("A suspension cuts requests off, and the app hears of it once it resumes", arguments: AppLifecycle.allCases)
    func suspension(lifecycle: AppLifecycle) throws {
        var device = try Self.device([Self.request(60, named: "x"), Self.request(90, named: "y")], lifecycle)
        try device.send(.home)
        let records = try device.advance(5)
        #expect(records.identifiedDecisions == ["x failed", "y failed"])
        #expect(records.decisions == ["failed suspended", "failed suspended"])
        #expect(records.findings.map(\.code) == [.requestCutOff])
        #expect(device.kernel.nextDeadline == nil)
        #expect(answers(try device.advance(3_600)).isEmpty)
        #expect(answers(try device.launch()) == ["x -1005", "y -1005"])
        try device.leaveAndSuspend()
        #expect(answers(try device.launch()).isEmpty)
    }

    @Test("A request fails with its process, and nobody hears of it")
    func ends() throws {
        let ends: [(Input, String)] = [
            (.event(.app("a", .crash(.abort, message: nil))), "abnormal"),
            (.event(.app("a", .forceQuit)), "forceQuit"),
            (.event(.app("a", .terminate(.jetsam))), "memoryPressure"),
            (.event(.device(.reboot)), "reboot"), (.event(.device(.powerOff)), "shutdown"),
            (.action("a", .exit), "normal"), (.uninstall("a"), "appRemoved"),
        ]
        for (end, reason) in ends {
            var device = try Self.device([Self.request(60)])
            let records = try device.apply(end)
            #expect(records.decisions == ["failed \(reason)"])
            #expect(records.findings.map(\.code) == [.requestCutOff])
            #expect(answers(records).isEmpty)
            #expect(answers(try device.advance(60)).isEmpty)
        }
    }

    @Test("One that was cut off by the suspension is not reported again when the process ends")
    func endOfSuspended() throws {
        var device = try Self.device([Self.request(60)])
        try device.leaveAndSuspend()
        let records = try device.send(.app("a", .terminate(.jetsam)))
        #expect(records.verdicts.isEmpty)
        #expect(records.findings.isEmpty)
    }

    @Test("Without a network it fails at once, and it fails when the network is lost")
    func network() throws {
        var device = try Self.device([Self.request(60)])
        let lost = try device.set(.setNetwork(.none))
        #expect(lost.decisions == ["failed noNetwork"])
        #expect(answers(lost) == ["x -1005"])
        let refused = try device.act(Self.request(60))
        #expect(refused.decisions == ["failed noNetwork"])
        #expect(answers(refused) == ["x -1009"])
        #expect(device.kernel.nextDeadline == nil)
        #expect(device.history.findings.isEmpty)
    }

    @Test("Under the rule that keeps connections the answer waits for the process")
    func kept() throws {
        var device = try Self.device(
            [Self.request(30, named: "x"), Self.request(90, named: "y"), Self.request(600, named: "z")],
            .scenes,
            ["suspensionClosesConnections": false]
        )
        try device.send(.home)
        #expect(try device.advance(60).verdicts.isEmpty)
        let back = try device.launch()
        #expect(answers(back) == ["x"])
        #expect(back.identifiedDecisions == ["x finished"])
        #expect(answers(try device.advance(30)) == ["y"])
        try device.leaveAndSuspend()
        #expect(try device.set(.setNetwork(.none)).decisions == ["failed noNetwork"])
        try device.set(.setNetwork(.wifi))
        #expect(answers(try device.launch()) == ["z -1005"])
        #expect(device.history.findings.isEmpty)
    }

    @Test("The request that was begun first under an identifier is cancelled, and its handler is called")
    func cancelled() throws {
        var device = try Self.device([Self.request(5), Self.request(9)])
        let records = try device.act(.cancelRequest(identifier: "x"))
        #expect(records.decisions == ["cancelled byTheApp"])
        #expect(answers(records) == ["x -999"])
        #expect(try device.act(.cancelRequest(identifier: "y")).verdicts.isEmpty)
        #expect(try device.advance(8.999).verdicts.isEmpty)
        #expect(answers(try device.advance(0.001)) == ["x"])
    }

    @Test("Requests beyond the limit are refused with a verdict")
    func limit() throws {
        var device = try Self.device([])
        for _ in 0..<1_000 { try device.act(Self.request(60)) }
        #expect(try device.act(Self.request(60)).decisions == ["refused tooManyTransfers"])
    }
}
