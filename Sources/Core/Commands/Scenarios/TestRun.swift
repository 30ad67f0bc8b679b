import GreenroomClient
import LifecycleKernel
import NIOCore
import Scenarios

/// Carries scenarios out, in this process or on a server, several at once.
struct TestRun: Sendable {
    /// How many scenarios run at once.
    var jobs = 1
    /// The server; nil for this process.
    var client: ServerConnection?
    /// The lowest severity of a finding that fails a scenario.
    var failingSeverity: Finding.Severity?
    /// Whether results have the records of the devices.
    var keepsRecords = false
    /// Whether no further scenario begins after one that did not pass.
    var stopsAtFailure = false

    /// Carries the scenarios out, and reports the outcomes in the order of the scenarios.
    func run(_ sources: [ScenarioSource], _ report: (Int, TestOutcome) -> Void) async {
        var obstacle = await findObstacle()
        await withTaskGroup(of: (Int, TestOutcome).self) { group in
            var begun = 0
            func begin() {
                guard begun < sources.count else { return }
                let index = begun
                begun += 1
                group.addTask { [obstacle] in (index, await outcome(of: sources[index], meeting: obstacle)) }
            }
            for _ in 0..<jobs { begin() }
            var outcomes: [TestOutcome?] = Array(repeating: nil, count: sources.count)
            var reported = 0
            var stops = false
            for await (index, outcome) in group {
                outcomes[index] = outcome
                if stopsAtFailure, !outcome.passed { stops = true }
                if let found = outcome.obstacle { obstacle = found.isLasting ? found : await findObstacle() }
                if !stops { begin() }
                while reported < sources.count, let outcome = outcomes[reported] {
                    report(reported, outcome)
                    reported += 1
                }
            }
        }
    }

    /// What keeps the server from carrying out any scenario.
    func findObstacle() async -> ServerObstacle? {
        do {
            try await client?.checkReady(within: .seconds(10))
            return nil
        } catch {
            return ServerObstacle(error, isLasting: true)
        }
    }

    private func outcome(of source: ScenarioSource, meeting obstacle: ServerObstacle?) async -> TestOutcome {
        let clock = ContinuousClock()
        let began = clock.now
        switch source.content {
        case .failure(let error): return .unreadable(error)
        case .success(let located):
            if let obstacle { return .notCarriedOut(obstacle, located) }
            do {
                let result = try await run(located.scenario)
                if let refusal = result.refusal { return .unreadable(located.error(refusal)) }
                return .finished(result, place: located.place(of: result), seconds: (clock.now - began) / .seconds(1))
            } catch {
                return .notCarriedOut(error, located)
            }
        }
    }

    /// Carries a scenario out on a device of its own.
    ///
    /// - Throws: What kept the server from it.
    func run(_ scenario: Scenario) async throws(ServerObstacle) -> ScenarioResult {
        guard let client else {
            return await run(scenario, on: InProcessTarget())
        }
        let target = HTTPTarget(client)
        let result = await run(scenario, on: target)
        let obstacle = await target.obstacle
        // A device that cannot be deleted now expires by itself.
        if obstacle?.isLasting != true { try? await target.deleteDevice() }
        if let obstacle { throw obstacle }
        return result
    }

    private func run(_ scenario: Scenario, on target: some ScenarioTarget) async -> ScenarioResult {
        await ScenarioRunner.run(
            scenario,
            on: target,
            failingOnFindings: failingSeverity,
            keepingRecords: keepsRecords
        )
    }
}
