import Explorer
import LifecycleKernel
import Synchronization
import Testing
import WireFormat

/// Code of an app that is run in this process: what it does in each callback.
private final class LocalRunner: RemoteRunner {
    typealias Handler = @Sendable (_ callback: String, _ run: Int) -> [Action]
    /// The invariants that do not hold after steps, by name.
    typealias Invariants = @Sendable (_ steps: [Value]) -> [String]

    private struct State {
        var device: Device?
        var inputs: [RemoteRunResult.Input] = []
        var steps: [Value] = []
        var broken: [BrokenInvariant] = []
        var runs = 0
    }

    private let state = Mutex(State())
    private let exploration: Exploration
    private let handler: Handler
    private let abstractState: String?
    private let mostRuns: Int
    private let invariants: Invariants

    init(
        _ exploration: Exploration,
        abstractState: String? = "",
        mostRuns: Int = .max,
        invariants: @escaping Invariants = { _ in [] },
        _ handler: @escaping Handler
    ) {
        self.invariants = invariants
        var remote = exploration
        remote.isRemote = true
        self.exploration = remote
        self.abstractState = abstractState
        self.mostRuns = mostRuns
        self.handler = handler
    }

    /// How many sequences were begun.
    var runs: Int { state.withLock { $0.runs } }

    func run(_ run: RemoteRun) async -> RemoteRunResult? {
        state.withLock { state in
            if !run.continues {
                state.runs += 1
                guard state.runs <= mostRuns, let made = try? exploration.remoteRunDevice() else { return nil }
                state.device = made.device
                state.inputs = []
                state.steps = []
                state.broken = []
            }
            for step in run.steps {
                guard carryOut(step, &state) else { break }
                state.steps.append(step)
                state.broken += invariants(state.steps).map { BrokenInvariant(name: $0, steps: state.steps.count) }
            }
            guard let device = state.device else { return nil }
            return RemoteRunResult(
                inputs: state.inputs,
                now: device.now,
                abstractState: abstractState,
                invariants: state.broken
            )
        }
    }

    private func carryOut(_ step: Value, _ state: inout State) -> Bool {
        if let seconds = step["advance"] { return pass(seconds, &state) }
        do {
            let given = step["send"] ?? step["act"] ?? .null
            let values = if case .array(let list) = given { list } else { [given] }
            for value in values {
                let input: Input =
                    step["send"] == nil ? try .action(naming: value, at: "act") : .event(try Event(value, at: "send"))
                guard take(input, &state) else { return false }
            }
        } catch {
            return false
        }
        return runCode(&state)
    }

    private func pass(_ seconds: Value, _ state: inout State) -> Bool {
        guard let start = state.device?.now, let length = seconds.asMilliseconds else { return false }
        let end = start + length
        repeat {
            let rest = end - (state.device?.now ?? end)
            guard take(.advance(Advance(.by(rest), stopsAtCallbacks: true)), &state), runCode(&state) else {
                return false
            }
        } while (state.device?.now ?? end) < end
        return true
    }

    private func take(_ input: Input, _ state: inout State) -> Bool {
        guard var device = state.device else { return false }
        let now = device.now
        do {
            try device.apply(input, at: now, within: .standard)
        } catch {
            return false
        }
        _ = device.takeRecords()
        state.device = device
        state.inputs.append(RemoteRunResult.Input(at: now, input))
        return true
    }

    /// Runs the handlers that the device waits for.
    private func runCode(_ state: inout State) -> Bool {
        let target = exploration.target
        while let callback = try? state.device?.processesInCallback(of: target).first?.callbackInFlight {
            let name = if case .callback(let name) = callback.called { name.rawValue } else { "" }
            let completion = Completion(callback: callback.sequence, actions: handler(name, state.runs))
            guard take(.completion(target, completion), &state) else { return false }
        }
        return true
    }
}

/// A runner that tells the search to stop as it begins a remote run.
private final class StoppingRunner: RemoteRunner {
    private let runner: LocalRunner
    private let last: Int
    private let count = Atomic(0)

    init(_ runner: LocalRunner, last: Int) {
        self.runner = runner
        self.last = last
    }

    /// How many remote runs there were.
    var runs: Int { count.load(ordering: .relaxed) }

    func run(_ run: RemoteRun) async -> RemoteRunResult? {
        count.wrappingAdd(1, ordering: .relaxed)
        return await runner.run(run)
    }

    /// Whether the last remote run has begun.
    var isOver: Bool { runs >= last }
}

/// Apps whose code runs elsewhere are searched as those whose behavior is declared are.
@Suite struct AttachedSearchTests {
    private static let background = "sceneDidEnterBackground(_:)"
    private static let termination = "applicationWillTerminate(_:)"

    private static func exploration(
        behavior: Value? = nil,
        interruptions: Int = 0,
        transitions: Int = 3_000
    ) throws -> Exploration {
        var app: Value = ["bundleID": "com.example.diary"]
        if let behavior { app = app.setting("behavior", to: behavior) }
        var exploration = try Exploration(["explore": "diary", "apps": [app]], name: "")
        exploration.inputs.only = ["app.launch", "device.home", "app.forceQuit", "edit"]
        exploration.limits.interruptions = interruptions
        exploration.limits.transitions = transitions
        exploration.limits.depth = 6
        return exploration
    }

    private static func inputs(of failure: ExploredFailure) -> [String] { failure.steps.map(\.name) }

    @Test(arguments: [
        (handler: termination, fails: true), (handler: background, fails: false),
    ])
    func codeIsSearchedAsTheSameBehaviorIs(handler: String, fails: Bool) async throws {
        let behavior: Value = .object([Value.Member(handler, [["action": "save"]])])
        let modelled = try await Explorer.run(Self.exploration(behavior: behavior))
        let exploration = try Self.exploration()
        let runner = LocalRunner(exploration) { callback, _ in callback == handler ? [.save(count: nil)] : [] }
        let remote = try await Explorer.run(exploration, runningOn: runner)
        #expect(
            remote.failures.map { $0.main.property } == modelled.failures.map { $0.main.property },
            "\(remote.text)\n\(modelled.text)"
        )
        #expect(remote.failures.map(Self.inputs(of:)) == modelled.failures.map(Self.inputs(of:)))
        #expect(remote.failures.contains { $0.main.property == "dataLoss" } == fails)
        #expect(remote.passes.allSatisfy { !$0.isClosed })
    }

    /// Passes that come to two inputs only: the failure is met by a random run, with inputs that it does not need.
    @Test func whatWalksFindIsMadeAsShortAsItCanBe() async throws {
        var exploration = try Self.exploration(transitions: 1_500)
        exploration.inputs.only = [
            "app.launch", "device.home", "system", "edit", "device.lock", "device.unlock", "interrupt", "overlays",
        ]
        exploration.limits.depth = 24
        let runner = LocalRunner(exploration, abstractState: nil) { callback, _ in
            callback == Self.termination ? [.save(count: nil)] : []
        }
        let report = try await Explorer.run(exploration, runningOn: runner)
        #expect((report.passes.map(\.inputs).max() ?? 0) < 5 && (report.randomRuns?.runs ?? 0) > 0, "\(report.text)")
        let loss = try #require(report.failures.first { $0.main.property == "dataLoss" }, "\(report.text)")
        #expect(Self.inputs(of: loss) == ["app.launch", "edit", "device.home", "5 s pass", "app.terminate"])
        #expect(loss.isMinimal)
    }

    @Test func theSameCodeGivesTheSameReport() async throws {
        let exploration = try Self.exploration(interruptions: 1, transitions: 400)
        var texts: Set<String> = []
        for _ in 0..<2 {
            let runner = LocalRunner(exploration, abstractState: nil) { callback, _ in
                callback == Self.termination ? [.save(count: nil)] : []
            }
            texts.insert(try await Explorer.run(exploration, runningOn: runner).text(withCoverage: true))
        }
        #expect(texts.count == 1)
    }

    @Test func withoutAnAbstractStateNoSequencesAreTakenForOne() async throws {
        var exploration = try Self.exploration()
        exploration.limits.depth = 3
        let reporting = LocalRunner(exploration) { _, _ in [] }
        let silent = LocalRunner(exploration, abstractState: nil) { _, _ in [] }
        let one = try await Explorer.run(exploration, runningOn: reporting)
        let other = try await Explorer.run(exploration, runningOn: silent)
        #expect(one.passes[0].abstractStates < other.passes[0].abstractStates)
        #expect(one.passes[0].inputs == 3 && other.passes[0].inputs == 3)
        #expect(reporting.runs < silent.runs)
    }

    @Test func whatIsNotTheSameEachTimeIsSaid() async throws {
        let exploration = try Self.exploration()
        let runner = LocalRunner(exploration) { callback, run in
            callback == Self.background && !run.isMultiple(of: 2) ? [.save(count: nil)] : []
        }
        let report = try await Explorer.run(exploration, runningOn: runner)
        let failure = try #require(report.failures.first { $0.main.property == "notDeterministic" }, "\(report.text)")
        #expect(failure.runs.count == 2)
        #expect(report.text.contains("notDeterministic"))
    }

    @Test func nothingIsExpectedOfMethodsThatTheCodeDoesNotHave() throws {
        let groups = { (app: Value) in
            var exploration = try Exploration(["explore": "diary", "apps": [app]], name: "")
            exploration.isRemote = true
            return Set(try Explorer.alphabet(of: exploration).inputs.map(\.group))
        }
        let any: Value = ["bundleID": "com.example.diary"]
        let few = any.setting("delegateImplements", to: [.string(Self.background)])
        #expect(try groups(any).contains("push") && !groups(few).contains("push"))
        let pushes = any.setting(
            "delegateImplements",
            to: ["application(_:didReceiveRemoteNotification:fetchCompletionHandler:)"]
        )
        #expect(try groups(pushes).contains("push"))
    }

    @Test func codeThatRestoresNothingIsNotSaidToMissIt() async throws {
        var exploration = try Self.exploration()
        exploration.inputs.only = ["app.launch", "device.home", "system"]
        let runner = LocalRunner(exploration) { _, _ in [] }
        let report = try await Explorer.run(exploration, runningOn: runner)
        #expect(!report.failures.contains { $0.main.property == "restorationMissed" }, "\(report.text)")
    }

    /// Exceptions that differ in their signatures, and invariants of several names, are failures of their own.
    @Test func crashesAndInvariantsAreToldApart() async throws {
        var exploration = try Self.exploration()
        exploration.inputs.only = ["app.launch", "device.home", "device.lock", "edit"]
        exploration.limits.depth = 3
        let invariants = { @Sendable (steps: [Value]) -> [String] in
            let sent = steps.compactMap { $0["send"]?["type"]?.text }
            return (sent.contains("device.lock") ? ["no lock"] : []) + (steps.count > 1 ? ["short"] : [])
        }
        let runner = LocalRunner(exploration, invariants: invariants) { callback, _ in
            switch callback {
            case "sceneDidBecomeActive(_:)": [.setAlarm(.after(3_000))]
            case Self.background: [.crash(.abort, message: "left", signature: "Left notes.py:1")]
            case "alarmHandler": [.crash(.abort, message: "tick", signature: "Tick notes.py:2")]
            default: []
            }
        }
        let report = try await Explorer.run(exploration, runningOn: runner)
        let found = Dictionary(grouping: report.failures.flatMap { failure in failure.broken.map { ($0, failure) } }) {
            $0.0.signature(of: exploration.target)
        }
        .mapValues { Self.inputs(of: $0[0].1) }
        let app = "com.example.diary"
        #expect(found["\(app)/abnormal/Left notes.py:1"]?.count == 2, "\(report.text)")
        #expect(found["\(app)/abnormal/Tick notes.py:2"] == ["app.launch", "3 s pass"], "\(report.text)")
        #expect(found["\(app)/invariantBroken/no lock"] == ["device.lock"], "\(report.text)")
        #expect(found["\(app)/invariantBroken/short"]?.count == 2, "\(report.text)")
        #expect(report.failures.allSatisfy { $0.isConfirmed && $0.isMinimal })
    }

    /// An input of the client's own: while no process of the app runs, and while that is suspended.
    @Test(arguments: [
        (state: "notRunning", inputs: ["network down"]),
        (state: "suspended", inputs: ["app.launch", "device.home", "5 s pass", "network down"]),
    ])
    func anInputOfTheClientComesAtAnyTime(state: String, inputs: [String]) async throws {
        var exploration = try Self.exploration()
        exploration.inputs.only = ["app.launch", "device.home"]
        let input: Value = [
            "name": "network down", "send": ["type": "device.note", "message": "network down"],
            "when": ["app": ["bundleID": "com.example.diary", "state": .string(state)]],
        ]
        exploration.inputs.added = [try AddedInput(input, at: "")]
        exploration.limits.depth = 4
        let invariants = { @Sendable (steps: [Value]) -> [String] in
            steps.last?["send"]?["type"] == "device.note" ? ["online"] : []
        }
        let runner = LocalRunner(exploration, abstractState: nil, invariants: invariants) { _, _ in [] }
        let report = try await Explorer.run(exploration, runningOn: runner)
        let failure = try #require(report.failures.first { $0.main.property == "invariantBroken" }, "\(report.text)")
        #expect(failure.main.detail == "online" && Self.inputs(of: failure) == inputs)
    }

    /// A timer that is due already fires although no time passes.
    @Test func whatIsDueNowIsOffered() async throws {
        var exploration = try Self.exploration()
        exploration.inputs.only = ["app.launch"]
        exploration.limits.depth = 2
        let runner = LocalRunner(exploration) { callback, _ in
            switch callback {
            case "sceneDidBecomeActive(_:)": [.setAlarm(.after(0))]
            case "alarmHandler": [.crash(.abort, message: "tick")]
            default: []
            }
        }
        let report = try await Explorer.run(exploration, runningOn: runner)
        let crash = try #require(report.failures.first { $0.main.property == "abnormal" }, "\(report.text)")
        #expect(Self.inputs(of: crash) == ["app.launch", "0 s pass"])
    }

    @Test func aSearchEndsWhenItsRunnerIsGone() async throws {
        let exploration = try Self.exploration()
        let runner = LocalRunner(exploration, mostRuns: 7) { _, _ in [] }
        let report = try await Explorer.run(exploration, runningOn: runner)
        #expect(runner.runs == 8)
        #expect(report.passes.count == 1 && !report.passes[0].isClosed)
    }

    /// A stopped search begins no more runs: in a pass, in a random run, or while it runs failures again.
    @Test(arguments: [1, 2, 7, 150, 390, 405, 420, 470])
    func aStoppedSearchRunsNoMore(last: Int) async throws {
        let exploration = try Self.exploration(interruptions: 1, transitions: 400)
        let code = LocalRunner(exploration, abstractState: nil) { callback, _ in
            callback == Self.termination ? [.save(count: nil)] : []
        }
        let runner = StoppingRunner(code, last: last)
        let report = try await Explorer.run(exploration, runningOn: runner, isOver: { runner.isOver })
        #expect(runner.runs <= last)
        #expect(report.failures.allSatisfy { $0.isConfirmed })
    }

    @Test func aStartThatNoRunCanBeginWithIsRefused() async throws {
        var exploration = try Self.exploration()
        exploration.start = [["advanceUntil": ["idle": true]]]
        let runner = LocalRunner(exploration) { _, _ in [] }
        await #expect(throws: Rejection.self) { try await Explorer.run(exploration, runningOn: runner) }
    }
}
