import Explorer
import LifecycleKernel
import Synchronization
import Testing
import WireFormat

/// Code of an app that is played in this process: what it does in each callback.
private final class PlayedCode: AppPlayer {
    typealias Handler = @Sendable (_ callback: String, _ play: Int) -> [Action]

    private struct State {
        var device: Device?
        var inputs: [PlayedLife.Input] = []
        var plays = 0
    }

    private let state = Mutex(State())
    private let exploration: Exploration
    private let handler: Handler
    private let situation: String?
    private let mostPlays: Int

    init(_ exploration: Exploration, situation: String? = "", mostPlays: Int = .max, _ handler: @escaping Handler) {
        var played = exploration
        played.isPlayed = true
        self.exploration = played
        self.situation = situation
        self.mostPlays = mostPlays
        self.handler = handler
    }

    /// How many sequences were begun.
    var plays: Int { state.withLock { $0.plays } }

    func play(_ play: AppPlay) async -> PlayedLife? {
        state.withLock { state in
            if !play.continues {
                state.plays += 1
                guard state.plays <= mostPlays, let made = try? exploration.playedDevice() else { return nil }
                state.device = made.device
                state.inputs = []
            }
            for step in play.steps where !carryOut(step, &state) { break }
            guard let device = state.device else { return nil }
            return PlayedLife(inputs: state.inputs, now: device.now, situation: situation)
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
        while let device = state.device, device.now < start + length {
            let rest = start + length - device.now
            guard take(.advance(Advance(.by(rest), stopsAtCallbacks: true)), &state), runCode(&state) else {
                return false
            }
        }
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
        state.inputs.append(PlayedLife.Input(at: now, input))
        return true
    }

    /// Runs the handlers that the device waits for.
    private func runCode(_ state: inout State) -> Bool {
        let target = exploration.target
        while let callback = try? state.device?.processesInCallback(of: target).first?.callbackInFlight {
            let name = if case .callback(let name) = callback.called { name.rawValue } else { "" }
            let completion = Completion(callback: callback.sequence, actions: handler(name, state.plays))
            guard take(.completion(target, completion), &state) else { return false }
        }
        return true
    }
}

/// A player that tells the search to stop as it begins a play.
private final class StoppingPlayer: AppPlayer {
    private let player: PlayedCode
    private let last: Int
    private let count = Atomic(0)

    init(_ player: PlayedCode, last: Int) {
        self.player = player
        self.last = last
    }

    /// How many plays there were.
    var plays: Int { count.load(ordering: .relaxed) }

    func play(_ play: AppPlay) async -> PlayedLife? {
        count.wrappingAdd(1, ordering: .relaxed)
        return await player.play(play)
    }

    /// Whether the last play has begun.
    var isOver: Bool { plays >= last }
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
        let player = PlayedCode(exploration) { callback, _ in callback == handler ? [.save(count: nil)] : [] }
        let played = try await Explorer.run(exploration, playedBy: player)
        #expect(
            played.failures.map { $0.main.property } == modelled.failures.map { $0.main.property },
            "\(played.text)\n\(modelled.text)"
        )
        #expect(played.failures.map(Self.inputs(of:)) == modelled.failures.map(Self.inputs(of:)))
        #expect(played.failures.contains { $0.main.property == "dataLoss" } == fails)
        #expect(played.passes.allSatisfy { !$0.isClosed })
    }

    /// Passes that come to two inputs only: the failure is met by a random run, with inputs that it does not need.
    @Test func whatWalksFindIsMadeAsShortAsItCanBe() async throws {
        var exploration = try Self.exploration(transitions: 1_500)
        exploration.inputs.only = [
            "app.launch", "device.home", "system", "edit", "device.lock", "device.unlock", "interrupt", "overlays",
        ]
        exploration.limits.depth = 24
        let player = PlayedCode(exploration, situation: nil) { callback, _ in
            callback == Self.termination ? [.save(count: nil)] : []
        }
        let report = try await Explorer.run(exploration, playedBy: player)
        #expect((report.passes.map(\.inputs).max() ?? 0) < 5 && (report.randomRuns?.runs ?? 0) > 0, "\(report.text)")
        let loss = try #require(report.failures.first { $0.main.property == "dataLoss" }, "\(report.text)")
        #expect(Self.inputs(of: loss) == ["app.launch", "edit", "device.home", "5 s pass", "app.terminate"])
        #expect(loss.isMinimal)
    }

    @Test func theSameCodeGivesTheSameReport() async throws {
        let exploration = try Self.exploration(interruptions: 1, transitions: 400)
        var texts: Set<String> = []
        for _ in 0..<2 {
            let player = PlayedCode(exploration, situation: nil) { callback, _ in
                callback == Self.termination ? [.save(count: nil)] : []
            }
            texts.insert(try await Explorer.run(exploration, playedBy: player).text(withCoverage: true))
        }
        #expect(texts.count == 1)
    }

    @Test func withoutASituationNoSequencesAreTakenForOne() async throws {
        var exploration = try Self.exploration()
        exploration.limits.depth = 3
        let told = PlayedCode(exploration) { _, _ in [] }
        let silent = PlayedCode(exploration, situation: nil) { _, _ in [] }
        let one = try await Explorer.run(exploration, playedBy: told)
        let other = try await Explorer.run(exploration, playedBy: silent)
        #expect(one.passes[0].situations < other.passes[0].situations)
        #expect(one.passes[0].inputs == 3 && other.passes[0].inputs == 3)
        #expect(told.plays < silent.plays)
    }

    @Test func whatIsNotTheSameEachTimeIsSaid() async throws {
        let exploration = try Self.exploration()
        let player = PlayedCode(exploration) { callback, play in
            callback == Self.background && !play.isMultiple(of: 2) ? [.save(count: nil)] : []
        }
        let report = try await Explorer.run(exploration, playedBy: player)
        let failure = try #require(report.failures.first { $0.main.property == "notDeterministic" }, "\(report.text)")
        #expect(failure.runs.count == 2)
        #expect(report.text.contains("notDeterministic"))
    }

    @Test func nothingIsExpectedOfMethodsThatTheCodeDoesNotHave() throws {
        let groups = { (app: Value) in
            var exploration = try Exploration(["explore": "diary", "apps": [app]], name: "")
            exploration.isPlayed = true
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
        let player = PlayedCode(exploration) { _, _ in [] }
        let report = try await Explorer.run(exploration, playedBy: player)
        #expect(!report.failures.contains { $0.main.property == "restorationMissed" }, "\(report.text)")
    }

    @Test func aSearchEndsWhenNobodyPlaysAnyMore() async throws {
        let exploration = try Self.exploration()
        let player = PlayedCode(exploration, mostPlays: 7) { _, _ in [] }
        let report = try await Explorer.run(exploration, playedBy: player)
        #expect(player.plays == 8)
        #expect(report.passes.count == 1 && !report.passes[0].isClosed)
    }

    /// Nothing is played any more once the search is stopped: in a pass, on a random run, or while failures are played again.
    @Test(arguments: [1, 2, 7, 150, 390, 405, 420, 470])
    func aStoppedSearchPlaysNoMore(last: Int) async throws {
        let exploration = try Self.exploration(interruptions: 1, transitions: 400)
        let code = PlayedCode(exploration, situation: nil) { callback, _ in
            callback == Self.termination ? [.save(count: nil)] : []
        }
        let player = StoppingPlayer(code, last: last)
        let report = try await Explorer.run(exploration, playedBy: player, isOver: { player.isOver })
        #expect(player.plays <= last)
        #expect(report.failures.allSatisfy { $0.isConfirmed })
    }

    @Test func aStartThatIsNoPlayIsRefused() async throws {
        var exploration = try Self.exploration()
        exploration.start = [["advanceUntil": ["idle": true]]]
        let player = PlayedCode(exploration) { _, _ in [] }
        await #expect(throws: Rejection.self) { try await Explorer.run(exploration, playedBy: player) }
    }
}
