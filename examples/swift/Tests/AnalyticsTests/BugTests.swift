import AnalyticsSDK
import Foundation
import GreenroomClient
import LifecycleKernel
import Synchronization
import Testing

/// A bug, and what finds it: a row of `examples/sdk/bugs.json`, which the tests in Python and JavaScript read, too.
struct FoundBug: Decodable, Sendable, CustomTestStringConvertible {
    let name: AnalyticsBug
    /// How many tests of the suite fail.
    let fails: Int
    /// The test that was written for it.
    let test: String
    /// What the audit finds on a day.
    let findings: [String]

    // What a search tries.
    let inputs: [String]
    let functions: [String]
    let times: [Int]?

    /// The inputs of the shortest sequence.
    let length: Int
    /// What the search finds that knows no invariants; nil for nothing.
    let alone: String?
    /// The inputs of its shortest sequence; nil for the same length.
    let lengthAlone: Int?
    /// The invariant that the search finds broken; nil for none.
    let invariant: String?

    var testDescription: String { name.rawValue }

    static let all: [FoundBug] = {
        let file = URL(filePath: #filePath).appending(path: "../../../../sdk/bugs.json").standardized
        return try! JSONDecoder().decode([FoundBug].self, from: Data(contentsOf: file))
    }()
}

@Suite("What the suite and the audit find of each bug") struct BugTests {
    private let greenroom = GreenroomClient()

    @Test("the table has each bug") func table() {
        #expect(FoundBug.all.map(\.name) == AnalyticsBug.allCases)
    }

    // MARK: The suite

    private static let suite: [(name: String, run: @Sendable (AnalyticsTests) async throws -> Void)] = [
        ("what was tracked survives a kill", { try await $0.survivesAKill() }),
        ("events are sent as the user leaves", { try await $0.sentAsTheUserLeaves() }),
        ("a batch is sent again after a failure", { try await $0.sentAgain() }),
        ("a batch is stored once although the app dies before the answer", { try await $0.storedOnce() }),
        ("a user who comes back during a flush gets no second task", { try await $0.comesBack() }),
        ("a silent push sends what is left", { try await $0.pushSends() }),
        ("a silent push without anything to send is completed", { try await $0.pushIsCompleted() }),
        ("a silent push is completed in time on a slow network", { try await $0.pushIsCompletedInTime() }),
        ("a silent push is no session", { try await $0.pushIsNoSession() }),
        ("a new session begins after half an hour", { try await $0.newSession() }),
        ("a log is uploaded without the app", { try await $0.logIsUploaded() }),
        (
            "a log that was stopped by a force quit is uploaded after the next launch",
            { try await $0.logIsUploadedLater() }
        ),
    ]

    @Test("the suite", arguments: FoundBug.all) func suite(bug: FoundBug) async throws {
        let failed = Mutex<Set<String>>([])
        for (name, run) in Self.suite {
            try await withKnownIssue(isIntermittent: true) {
                try await run(AnalyticsTests(bug: bug.name))
            } matching: { _ in
                failed.withLock { _ = $0.insert(name) }
                return true
            }
        }
        let names = failed.withLock(\.self)
        #expect(names.contains(bug.test))
        #expect(names.count == bug.fails, "\(names.sorted())")
    }

    // MARK: The audit

    @Test("the audit of a day", arguments: FoundBug.all) func audit(bug: FoundBug) async throws {
        #expect(try await findingsOfADay(with: bug.name) == bug.findings)
    }

    @Test("the audit finds nothing in the SDK without bugs") func auditWithoutBugs() async throws {
        #expect(try await findingsOfADay(with: nil) == [])
    }

    /// Lives through what happens to an app on a day, and returns what the audit has found.
    private func findingsOfADay(with bug: AnalyticsBug?) async throws -> [String] {
        try await greenroom.withDevice(["rules": "ios18"]) { device in
            let shop = try await device.attach(Shop.self) { try Shop($0, bug: bug) }
            try await use(shop, seconds: 60)
            // A user who comes back at once.
            try await use(shop, seconds: 1)
            try await use(shop, seconds: 60)
            // A tunnel.
            try await device.send("device.setNetwork", ["network": "none"])
            try await use(shop, seconds: 60)
            try await device.send("device.setNetwork", ["network": "wifi"])
            try await shop.send("app.terminate", ["cause": "jetsam"])
            try await shop.send("push.deliver", AnalyticsTests.silent)
            try await device.advance(seconds: 60)
            try await shop.send("push.deliver", AnalyticsTests.silent)
            try await device.advance(seconds: 60)
            try await device.advance(seconds: 3_600)
            try shop.world.slowDown()
            try await shop.send("app.launch")
            try await shop.run { try $0.track() }
            try await shop.send("push.deliver", AnalyticsTests.silent)
            try await device.advance(seconds: 50)
            try await device.send("device.home")
            try await device.advance(seconds: 60)
            // A push that was completed too late is refused.
            _ = try await shop.refusals()
            return Set(try await shop.findings()).sorted()
        }
    }

    private func use(_ shop: AttachedApp<Shop>, seconds: Double) async throws {
        try await shop.send("app.launch")
        try await shop.run { try $0.track() }
        try await shop.app.device.send("device.home")
        try await shop.app.device.advance(seconds: seconds)
    }
}

// One after the other: a server lets few searches wait.
@Suite("What a search finds of each bug", .serialized) struct SearchTests {
    private let greenroom = GreenroomClient()

    @Test("explore alone", arguments: FoundBug.all) func exploreAlone(bug: FoundBug) async throws {
        let found = try await search(bug, with: bug.name, invariants: [:])
        let lengths = Dictionary(found.failures.map { ($0.code, $0.inputs) }) { min($0, $1) }
        if let alone = bug.alone {
            #expect(lengths[alone] == bug.lengthAlone ?? bug.length)
        } else {
            #expect(lengths == [:])
        }
    }

    @Test("explore with invariants", arguments: FoundBug.all) func exploreWithInvariants(bug: FoundBug) async throws {
        let found = try await search(bug, with: bug.name)
        let expected = bug.invariant.map { [$0: bug.length] } ?? [:]
        #expect(found.broken.mapValues(\.count) == expected)
    }

    @Test("explore finds nothing in the SDK without bugs", arguments: FoundBug.all)
    func exploreWithoutBugs(bug: FoundBug) async throws {
        let found = try await search(bug, with: nil)
        #expect(found.signatures == [])
        // What "none found" says: no sequence of so many inputs fails.
        let passes = try #require(found.document["report"]?["passes"])
        #expect(passes.elements.first?["inputs"] == .integer(Int64(bug.length)))
    }

    /// Searches all sequences of as many inputs as a bug needs.
    private func search(
        _ bug: FoundBug,
        with switchedOn: AnalyticsBug?,
        invariants: [String: Shop.Invariant] = Shop.invariants
    ) async throws -> ExplorationResult {
        var options = ExplorationOptions(interruptions: 0, depth: bug.length, transitions: 2_000, failOn: nil)
        options.inputs = [
            "only": .array(bug.inputs.map { .string($0) }),
            "times": .array((bug.times ?? []).map { .integer(Int64($0)) }),
        ]
        // A kill cuts a request off, which no app can prevent.
        if bug.alone != "requestCutOff" { options.known = ["\(Shop.bundleID)/requestCutOff"] }
        return try await greenroom.explore(
            options: options,
            functions: Shop.functions.filter { bug.functions.contains($0.key) },
            invariants: invariants
        ) {
            { try Shop($0, bug: switchedOn) }
        }
    }
}

extension Value {
    /// The elements of the array that this is; none where it is no array.
    fileprivate var elements: [Value] { if case .array(let elements) = self { elements } else { [] } }

    /// What a failure of a search is: the part of its signature after the app.
    fileprivate var code: String {
        guard case .string(let signature)? = self["signature"] else { return "" }
        return signature.split(separator: "/").dropFirst().first.map { String($0) } ?? ""
    }

    /// How many inputs lead to a failure of a search.
    fileprivate var inputs: Int { self["inputs"]?.elements.count ?? 0 }
}
