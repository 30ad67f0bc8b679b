import Foundation
import LifecycleKernel
import Simulation
import StateCoding
import TestKit
import Testing

/// Random lives of random devices: thousands of valid and invalid inputs, checked for impossible states.
///
/// `GREENROOM_SEED` is the first seed, `GREENROOM_LIVES` the number of lives; a failure prints its seed.
@Suite struct RandomLivesTests {
    static let firstSeed = ProcessInfo.processInfo.environment["GREENROOM_SEED"].flatMap(UInt64.init) ?? 1
    static let lives = ProcessInfo.processInfo.environment["GREENROOM_LIVES"].flatMap(Int.init) ?? 2_000
    static let blocks = 8

    static func seeds(of block: Int) -> some Sequence<UInt64> {
        stride(from: firstSeed + UInt64(block), to: firstSeed + UInt64(lives), by: blocks)
    }

    @Test("No life breaks a rule, and its records do not depend on the ticks", arguments: 0..<blocks)
    func nothingIllegalHappens(block: Int) {
        for seed in Self.seeds(of: block) {
            let whole = Timeline(seed: seed, steps: 60)
            #expect(whole.violations.isEmpty, "seed \(seed): \(whole.violations.prefix(3).joined(separator: "\n"))")
            let cut = Timeline(seed: seed, steps: 60, ticks: seed &* 31 &+ 7)
            expectSame(cut, as: whole, seed: seed)
        }
    }

    /// Callbacks that few lives have.
    private static let rareCallbacks: Set<CallbackName> = [
        .willEncodeRestorableState, .didDecodeRestorableState, .sceneDidUpdateUserActivity, .viewDidDisappear,
        .viewDidAppear,
    ]

    @Test("The lives reach the transitions, rejections, exits, callbacks and findings that they should")
    func livesAreRich() {
        var transitions: Set<String> = []
        var exits: Set<TerminationReason> = []
        var refusals: Set<Rejection.Code> = []
        var callbacks: Set<CallbackName> = []
        var findings: Set<Finding.Code> = []
        var traps: Set<String> = []
        let reachable: Set<TerminationReason> = [
            .normal, .userForceQuit, .memoryPressure, .appWatchdog, .backgroundTaskAssertionTimeout,
            .tooManyBackgroundTasks, .abnormal, .badAccess, .busError, .illegalInstruction, .breakpoint,
            .permissionChanged,
            .languageChanged,
            .exitsOnSuspend, .appUpdate, .appRemoved, .reboot, .osUpgrade, .system, .simulatorHost,
            .memoryResourceLimit, .backgroundFetchTimeout, .suspendedWithLockedFile, .voipNotReported,
            .backgroundRendering, .cpuResourceLimit,
        ]
        let notFound: Set<Finding.Code> = [.savesOnlyInWillTerminate, .backgroundModeUnused]
        // The tests of conduct have those that hardly any life meets.
        let wanted = Set(Finding.Code.allCases).subtracting(notFound).subtracting([.wakeNotHeard])
        for seed in 1...5_000 as ClosedRange<UInt64> {
            let timeline = Timeline(seed: seed, steps: 90)
            refusals.formUnion(timeline.refused.keys)
            for record in timeline.records {
                if case .process(let change) = record.body { transitions.insert("\(change.from)-\(change.to)") }
                if case .exit(let exit) = record.body { exits.insert(exit.reason) }
                if case .exit(let exit) = record.body, exit.reason == .breakpoint { traps.insert(exit.explanation) }
                if case .callback(let callback) = record.body { callbacks.insert(callback.name) }
                if case .finding(let finding) = record.body { findings.insert(finding.code) }
            }
            // Enough lives to meet what is rare, and no more than are needed.
            let isRich =
                seed >= 500 && callbacks.isSuperset(of: Self.rareCallbacks) && exits.isSuperset(of: reachable)
                && wanted.isSubset(of: findings)
            if isRich { break }
        }
        #expect(transitions.count == LegalTransitions.process.count)
        #expect(exits.isSuperset(of: reachable), "missing \(reachable.subtracting(exits))")
        #expect(callbacks.isSuperset(of: Self.rareCallbacks), "missing \(Self.rareCallbacks.subtracting(callbacks))")
        #expect(traps.contains { $0.hasPrefix("Application failed to launch") }, "no app without scenes has trapped")
        #expect(wanted.isSubset(of: findings), "missing \(wanted.subtracting(findings))")
        #expect(findings.isDisjoint(with: notFound), "\(findings.intersection(notFound))")
        #expect(refusals.isSuperset(of: [.notPossibleNow, .deviceLocked, .processNotRunning, .processSuspended]))
    }

    @Test("Random devices override every rule, and with each value of a choice")
    func rulesAreDrawn() {
        var drawn: [RuleKey: Set<RuleValue>] = [:]
        for seed in 1...2_000 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            for rule in random.deviceSettings().overrides { drawn[rule.key, default: []].insert(rule.value) }
        }
        for key in RuleKey.allCases {
            let values = drawn[key]?.count ?? 0
            if case .choice(let names) = Rulebook.rule(key).unit {
                #expect(values == names.count, "\(key.name)")
            } else {
                #expect(values > 1, "\(key.name)")
            }
        }
    }

    @Test("Two processes compute the same bytes")
    func processesAgree() throws {
        let simulate = try #require(Self.builtProduct("simulate"))
        let one = try Self.run(simulate, ["1", "150"])
        let other = try Self.run(simulate, ["1", "150"])
        #expect(one.split(separator: "\n").count == 150)
        #expect(one == other)
        let here = Timeline(seed: 150, steps: 60)
        let last = try #require(one.split(separator: "\n").last)
        #expect(last.hasPrefix("150 \(here.records.count) "))
        #expect(last.hasSuffix(" \(String(here.device.stateHash, radix: 16))"))
    }

    /// The path of an executable of this package, beside the bundle of tests.
    static func builtProduct(_ name: String) -> URL? {
        var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath().deletingLastPathComponent()
        while folder.path.count > 1 {
            let product = folder.appending(path: name)
            if FileManager.default.isExecutableFile(atPath: product.path) { return product }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    static func run(_ executable: URL, _ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let data = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}

/// Expects that two lives from one seed have the same records and end in the same state.
func expectSame(
    _ life: Timeline,
    as whole: Timeline,
    seed: UInt64,
    at location: SourceLocation = #_sourceLocation
) {
    let difference = zip(whole.records, life.records).first { $0 != $1 }
    #expect(
        whole.records.count == life.records.count && difference == nil,
        "seed \(seed): \(String(describing: difference))",
        sourceLocation: location
    )
    #expect(whole.device.stateHash == life.device.stateHash, "seed \(seed)", sourceLocation: location)
}

/// The records that an explanation foresees are those that are written.
@Suite struct ExplanationTests {
    @Test("The foreseen records are those of an advance", arguments: 0..<4)
    func foreseen(block: Int) throws {
        for seed in stride(from: UInt64(block + 1), to: 600, by: 4) {
            var device = Timeline(seed: seed, steps: 40).device
            let explanations = device.appStatuses.compactMap {
                device.explain($0.manifest.bundleID, within: AdvanceLimits(deadlines: 100_000))
            }
            try device.apply(
                .advance(.untilIdle(limit: Device.explanationSpan)),
                at: device.now,
                limit: 100_000
            )
            let happened = device.takeRecords()
            for explanation in explanations {
                let bundleID = explanation.app.manifest.bundleID
                let all = happened.filter { $0.bundleID == bundleID }
                // Of an attached app only what comes before its next callback is foreseen.
                let isCut = !explanation.isComplete && explanation.app.manifest.driver == .attached
                let mine = isCut ? Array(all.prefix(explanation.next.count)) : all
                #expect(mine.map(\.time) == explanation.next.map(\.time), "seed \(seed), \(bundleID)")
                #expect(mine.map(\.kind) == explanation.next.map(\.kind), "seed \(seed), \(bundleID)")
                #expect(mine.callbacks == explanation.next.callbacks, "seed \(seed), \(bundleID)")
            }
        }
    }

    @Test("An explanation changes nothing")
    func explainingIsHarmless() {
        let device = Timeline(seed: 11, steps: 60).device
        let before = device.processes.map(\.state)
        _ = device.explain("app.a", within: .standard)
        #expect(device.processes.map(\.state) == before)
        #expect(device.explain("app.none", within: .standard) == nil)
    }
}

/// The encoded state holds everything that later records depend on.
@Suite struct StateTests {
    static let blocks = RandomLivesTests.blocks

    /// One in sixteen: coding is slow in a debug build.
    static func seeds(of block: Int) -> some Sequence<UInt64> {
        RandomLivesTests.seeds(of: block).lazy.filter { $0 / UInt64(blocks) % 16 == 0 }
    }

    @Test("A device decoded from its encoded state continues with the same records", arguments: 0..<blocks)
    func recoveriesMakeNoDifference(block: Int) {
        for seed in Self.seeds(of: block) {
            let whole = Timeline(seed: seed, steps: 60)
            let recovered = Timeline(seed: seed, steps: 60, recoveries: seed &* 17 &+ 3)
            #expect(recovered.violations == whole.violations, "seed \(seed)")
            expectSame(recovered, as: whole, seed: seed)
            #expect(whole.device.encodedState() == recovered.device.encodedState(), "seed \(seed)")
        }
    }

    @Test("Ticks and recoveries together make no difference either", arguments: 0..<blocks)
    func ticksAndRecoveries(block: Int) {
        for seed in Self.seeds(of: block) {
            let whole = Timeline(seed: seed, steps: 60)
            let other = Timeline(seed: seed, steps: 60, ticks: seed &* 31 &+ 7, recoveries: seed &* 17 &+ 3)
            expectSame(other, as: whole, seed: seed)
        }
    }

    @Test("Different lives have different states")
    func hashesTellStatesApart() {
        let hashes = Set((1...1_000).map { Timeline(seed: $0, steps: 20).device.stateHash })
        #expect(hashes.count == 1_000)
    }

    @Test("Every input changes the hash, and reading a device does not")
    func hashFollowsInputs() throws {
        var device = Timeline(seed: 5, steps: 40).device
        let hash = device.stateHash
        _ = device.explain("app.a", within: .standard)
        #expect(device.stateHash == hash)
        try device.apply(.advance(.by(1)), at: device.now, limit: 100)
        #expect(device.stateHash != hash)
    }
}
