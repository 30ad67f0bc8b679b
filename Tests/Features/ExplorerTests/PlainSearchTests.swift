import Foundation
import LifecycleKernel
import Testing
import WireFormat

@testable import Explorer

/// A search that merges nothing finds the same failures, with as many inputs.
@Suite struct PlainSearchTests {
    /// Compares a search with one that merges nothing.
    static func compare(_ context: SearchContext, depth: Int, interruptions: Int, _ name: String) async {
        var plain = PlainSearch(context, interruptions: interruptions)
        plain.run(depth: depth)
        var limits = SearchLimits()
        limits.depth = depth
        var pass = SearchPass(context, interruptions: interruptions, limits: limits)
        _ = await pass.run(budget: .max) { _, _, _ in true }
        let found = pass.failures.entries.map { ($0.broken, $0.inputs.count) }
        #expect(Dictionary(uniqueKeysWithValues: found) == plain.found, "\(name)")
    }

    @Test(arguments: ExampleApps.all) func theSamePropertiesAreBrokenAtTheSameDepth(_ name: String) async throws {
        await Self.compare(try ExampleApps.context(ExampleApps.document(name)), depth: 3, interruptions: 1, name)
    }

    /// Apps with few different inputs, and sequences as long as their failures need.
    static let small = [
        ("c1-notes", ["app.launch", "edit", "device.home", "app.forceQuit"]),
        ("e01-saves-only-when-terminated", ["app.launch", "edit", "device.home", "app.terminate"]),
        ("e03-warned-while-expiring", ["app.launch", "device.home", "device.memoryWarning"]),
        (
            "e07-processing-task-and-the-user",
            ["app.launch", "device.home", "backgroundTask.launch", "backgroundTask.expire"]
        ),
    ]

    @Test(arguments: small) func theSameIsBrokenByFiveInputs(_ name: String, inputs: [String]) async throws {
        var exploration = try Exploration(ExampleApps.document(name), name: "app")
        exploration.inputs.only = inputs
        let context = try SearchContext.make(for: exploration).context
        await Self.compare(context, depth: 5, interruptions: 1, name)
    }

    /// How many faulty apps are made; set by `GREENROOM_FAULTY_APPS`, with which each is tried one input deeper.
    private static let asked = ProcessInfo.processInfo.environment["GREENROOM_FAULTY_APPS"].flatMap { Int($0) }

    /// Apps that nobody has tuned for: correct ones with one or two faults.
    @Test func nothingIsMissedOfFaultyApps() async throws {
        let correct = try ["c1-notes", "c2-messages", "c3-weather"].map(ExampleApps.document)
        let count = Self.asked ?? 40
        var tried = 0
        for seed in 1...UInt64(count) {
            var random = SplitMix64(seed: seed)
            let document = FaultyApp.make(of: correct[Int(seed % 3)], &random)
            guard let context = try? ExampleApps.context(document) else { continue }
            tried += 1
            await Self.compare(context, depth: Self.asked == nil ? 3 : 4, interruptions: 1, "seed \(seed)")
        }
        // A mutation may make an app that is refused.
        #expect(tried * 10 >= count * 9)
    }
}

/// A correct app with a fault put into its behaviour.
enum FaultyApp {
    /// Changes one or two handlers of the first app of a document.
    static func make(of document: Value, _ random: inout SplitMix64) -> Value {
        guard case .array(var apps)? = document["apps"], case .object(var handlers)? = apps[0]["behavior"] else {
            return document
        }
        for _ in 0...Int(random.next() % 2) where !handlers.isEmpty { mutate(&handlers, &random) }
        apps[0] = apps[0].setting("behavior", to: .object(handlers))
        return document.setting("apps", to: .array(apps))
    }

    /// Leaves out a handler or an action, makes an action slow, or leaves something unsaved.
    private static func mutate(_ handlers: inout [Value.Member], _ random: inout SplitMix64) {
        let place = Int(random.next() % UInt64(handlers.count))
        guard case .array(var actions) = handlers[place].value, !actions.isEmpty else { return }
        let action = Int(random.next() % UInt64(actions.count))
        switch random.next() % 4 {
        case 0:
            handlers.remove(at: place)
            return
        case 1: actions.remove(at: action)
        case 2: actions[action] = actions[action].setting("takesSeconds", to: [6, 12, 25, 31][Int(random.next() % 4)])
        default: actions.append(["action": "edit"])
        }
        handlers[place] = Value.Member(handlers[place].name, .array(actions))
    }
}

/// A search that takes no two states for one: it tries every sequence.
struct PlainSearch {
    let context: SearchContext
    let interruptions: Int
    private var expansion: Expansion
    /// With how many inputs each property is broken first.
    private(set) var found: [Breakage: Int] = [:]

    init(_ context: SearchContext, interruptions: Int) {
        self.context = context
        self.interruptions = interruptions
        expansion = Expansion(context, known: KnownStates(), features: [])
    }

    /// Tries every sequence of so many inputs.
    mutating func run(depth: Int) {
        search(from: context.start, afterTime: false, taken: 0, left: depth, interruptions: interruptions)
    }

    private mutating func search(from state: ExploredState, afterTime: Bool, taken: Int, left: Int, interruptions: Int)
    {
        guard left > 0 else { return }
        let abstractState = context.abstractState(of: state, expansion.abstraction)
        let edges = expansion.edges(
            from: state,
            in: abstractState,
            afterTime: afterTime,
            interruptions: 0,
            mayInterrupt: interruptions > 0
        )
        for edge in edges {
            for broken in edge.broken { found[broken] = min(found[broken] ?? .max, taken + 1) }
            guard let next = edge.state else { continue }
            search(
                from: next.state,
                afterTime: edge.input.isTime,
                taken: taken + 1,
                left: left - 1,
                interruptions: interruptions - (edge.isInterruption ? 1 : 0)
            )
        }
    }
}
