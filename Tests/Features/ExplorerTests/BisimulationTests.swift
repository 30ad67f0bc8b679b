import Foundation
import LifecycleKernel
import Simulation
import Testing
import WireFormat

@testable import Explorer

/// States that are one abstract state behave alike; a field that is wrongly left out is noticed.
///
/// `GREENROOM_BISIMULATION_PAIRS` says how many pairs of states of random apps are compared, in place of 3,000, and
/// `GREENROOM_SEED` from which seed on.
@Suite struct BisimulationTests {
    @Test(arguments: ExampleApps.all) func statesOfOneAbstractStateBehaveAlike(_ name: String) throws {
        var bisimulation = Bisimulation(try ExampleApps.context(ExampleApps.document(name)))
        bisimulation.run(300, seed: 1)
        #expect(bisimulation.pairs > 50)
        #expect(bisimulation.differences.isEmpty, "\(bisimulation.differences.first ?? "")")
    }

    private static let environment = ProcessInfo.processInfo.environment
    private static let pairs = environment["GREENROOM_BISIMULATION_PAIRS"].flatMap { Int($0) } ?? 3_000
    private static let firstSeed = environment["GREENROOM_SEED"].flatMap { UInt64($0) } ?? 1
    /// How many pairs of one app are compared at most, so that there are many apps.
    private static let pairsOfOneApp = 40
    private static let seeds: ClosedRange<UInt64> = 1...4

    /// Apps as unusual as they can be, on devices with rules of their own. Every type of input is added to some of them.
    @Test func statesOfRandomAppsBehaveAlike() throws {
        var (pairs, apps, seed) = (0, 0, Self.firstSeed)
        while pairs < Self.pairs {
            defer { seed += 1 }
            guard let context = try Self.randomContext(seed) else { continue }
            var bisimulation = Bisimulation(context)
            for seed in Self.seeds where bisimulation.pairs < Self.pairsOfOneApp { bisimulation.run(25, seed: seed) }
            #expect(bisimulation.differences.isEmpty, "seed \(seed): \(bisimulation.differences.first ?? "")")
            pairs += bisimulation.pairs
            apps += 1
        }
        print("compared \(pairs) pairs of states of \(apps) random apps, seeds \(Self.firstSeed) to \(seed - 1)")
        #expect(apps >= 5)
    }

    /// How many types of inputs are added to an app.
    private static let typesOfOneApp = 12

    /// What searches a random app on a random device; nil for one that is refused.
    private static func randomContext(_ seed: UInt64) throws -> SearchContext? {
        var random = SplitMix64(seed: seed)
        let settings = random.deviceSettings()
        let apps = AddedInputs.apps.map { random.manifest($0).value }
        guard var exploration = try? Exploration(name: "random", device: settings.value, apps: apps) else { return nil }
        let groups = InputGroup.allCases.filter { !$0.isDefault && random.next() % 2 == 0 }
        exploration.inputs.with = groups.map(\.rawValue)
        let place = Int(seed) * typesOfOneApp
        exploration.inputs.added = try AddedInputs.inputs(from: place, count: typesOfOneApp, &random)
        return try? SearchContext.make(for: exploration).context
    }

    @Test func everyTypeOfInputIsAdded() {
        #expect(Set(AddedInputs.types).subtracting(AddedInputs.examples.keys).sorted() == [])
        #expect(3_000 / Self.pairsOfOneApp * Self.typesOfOneApp >= 3 * AddedInputs.types.count)
    }

    /// A field that counts, and what is searched where it does.
    static let fields: [(structure: String, key: String, search: SmallSearch)] = [
        ("Screen", "isLocked", .example("c1-notes")),
        ("AppProcess", "footprintBytes", .example("e08-cache-grows-with-every-visit")),
        ("Rulebook", "profile", .upgrade), ("App", "launchCount", .pushToStart),
        ("App", "lastSceneNumber", .namedWindow), ("ShownNotification", "apnsID", .tappedNotifications),
    ]

    @Test(arguments: fields)
    func aFieldWronglyLeftOutIsNoticed(_ structure: String, key: String, search: SmallSearch) throws {
        let context = try search.context()
        #expect(Self.differences(context, nil, runs: 2) == [])
        #expect(Self.differences(context, FieldObserver(leavingOut: key, of: structure), runs: 12) != [])
    }

    /// The differences that the first run with some has.
    private static func differences(_ context: SearchContext, _ observer: FieldObserver?, runs: UInt64) -> [String] {
        var bisimulation = Bisimulation(context, observer: observer)
        for seed in 1...runs where bisimulation.differences.isEmpty { bisimulation.run(300, seed: seed) }
        return bisimulation.differences
    }
}

/// Compares states that are one abstract state and were reached on different ways: whether the same inputs cause the same of
/// both, and lead to one abstract state again.
struct Bisimulation {
    let context: SearchContext
    let abstraction: Abstraction
    private(set) var pairs = 0
    private(set) var differences: [String] = []
    private var met: [AbstractState: ExploredState] = [:]

    init(_ context: SearchContext, observer: FieldObserver? = nil) {
        self.context = context
        abstraction = Abstraction(rules: context.rules, options: context.options, observer: observer)
    }

    /// Takes inputs at random, and compares each state with the first one met of its abstract state.
    mutating func run(_ inputs: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var state = context.start
        for step in 0..<inputs {
            if step % 25 == 0 { state = context.start }
            let input = random.next() % 10 < 4 ? time(after: state) : drawnInput(&random)
            guard context.take(input, on: &state) != nil else { continue }
            let abstractState = context.abstractState(of: state, abstraction)
            if let other = met[abstractState] { compare(state, other) } else { met[abstractState] = state }
        }
    }

    /// Half of the inputs are added ones, where there are some.
    private func drawnInput(_ random: inout SplitMix64) -> ExploredInput {
        let added = context.alphabet.indices.filter { context.alphabet[$0].group == "added" }
        let places = added.isEmpty || random.next() % 2 == 0 ? Array(context.alphabet.indices) : added
        return .input(places[Int(random.next() % UInt64(places.count))])
    }

    /// Up to the next instant at which something is due, half of the way for a long time.
    private func time(after state: ExploredState) -> ExploredInput {
        .time(context.nextInstant(of: state).map { $0 - state.device.now } ?? 3_600_000)
    }

    private mutating func compare(_ one: ExploredState, _ other: ExploredState) {
        // The same way leads to the same state, which proves nothing.
        let isSame = one.device.now == other.device.now && one.device.lastSequence == other.device.lastSequence
        guard !isSame else { return }
        pairs += 1
        for input in context.alphabet.indices.map(ExploredInput.input) + [time(after: one), time(after: other)] {
            let (left, right) = (outcome(of: input, on: one), outcome(of: input, on: other))
            if left != right { differences.append("\(context.name(of: input)): \(left) \(right)") }
        }
    }

    /// What an input causes, and the abstract state that it leads to.
    private func outcome(of input: ExploredInput, on state: ExploredState) -> [String] {
        var state = state
        let start = state.device.now
        var notes = Notes(records: [])
        guard let effect = context.take(input, on: &state, noting: &notes) else { return ["refused"] }
        return (notes.records ?? []).map { "\($0.time - start) \($0.gist)" } + effect.broken.map { "\($0)" }
            + ["\(context.abstractState(of: state, abstraction))"]
    }
}

extension Record {
    /// What happened, without numbers.
    fileprivate var gist: String {
        switch body {
        case .callback(let callback): callback.name.rawValue
        case .exit(let exit): exit.reason.rawValue
        case .finding(let finding): finding.code.rawValue
        case .process(let change): "\(change.to)"
        case .verdict(let verdict): "\(verdict.decision) \(verdict.reason?.name ?? "") \(verdict.apnsID ?? "")"
        case .assertion(let change): "\(change.kind) \(change.change)"
        default: ""
        }
    }
}

/// Inputs of every type that an exploration may add, drawn at random.
enum AddedInputs {
    /// The apps that they are about.
    static let apps: [BundleID] = ["app.a", "app.b"]

    /// The types of events and the actions.
    static let types = Event.knownTypes + Action.knownNames

    /// Some inputs of each type.
    static let examples: [String: [Input]] = {
        var random = SplitMix64(seed: 1)
        let device = Device(DeviceSettings(), at: .manualStart)
        var examples = named
        for _ in 0..<60_000 {
            let input = random.input(for: device)
            guard let type = input.addedType, examples[type, default: []].count < 12 else { continue }
            examples[type, default: []].append(input)
        }
        return examples
    }()

    /// Identifiers of pushes.
    static let identifiers = ["6a5b9a26-1b6d-4cc8-a5b8-0a5c6c1f3e01", "6a5b9a26-1b6d-4cc8-a5b8-0a5c6c1f3e02"]

    /// Inputs that name something by an instant, a number or an identifier, which chance seldom draws.
    private static let named: [String: [Input]] = {
        let soon: Instant = .manualStart + 40_000
        let push = { (id: String) in
            RemoteNotification(
                bundleID: "app.a",
                payload: ["aps": ["alert": "hello"]],
                collapseID: "score",
                expiresAt: id == identifiers[0] ? soon : nil,
                apnsID: id
            )
        }
        return [
            "push.deliver": identifiers.map { .event(.push(push($0))) },
            "voip.push": [
                .event(.wake("app.a", .voipPush(VoIPPush(expiresAt: soon, apnsID: identifiers[0], isStorable: true))))
            ],
            "setAlarm": [.action("app.a", .setAlarm(.at(soon)))],
            "app.tapNotification": [
                .event(.app("app.a", .tapNotification(notificationID: identifiers[0], actionIdentifier: nil)))
            ],
            "edit": [.action("app.a", .edit(count: 1, scene: 2))],
            "save": [.action("app.a", .save(count: 1))],
            "device.note": [.event(.device(.note("the server has the file")))],
            "completeFetch": [.action("app.a", .completeFetch(.newData, callback: 8))],
        ]
    }()

    /// An input for each of so many types, from one of the list of all on.
    ///
    /// - Parameter random: What the examples are drawn from.
    static func inputs(from place: Int, count: Int, _ random: inout SplitMix64) throws -> [AddedInput] {
        try (place..<place + count).map { place in
            let type = types[place % types.count]
            let steps = (examples[type] ?? []).map(\.step)
            var step = steps[Int(random.next() % UInt64(steps.count))]
            // Some inputs are several events at one instant.
            if let event = step["send"], random.next() % 4 == 0 {
                step = ["send": [event, ["type": "device.unlock"]]]
            }
            return try AddedInput(step.setting("name", to: .string("added \(type)")), at: "")
        }
    }
}

extension Input {
    /// The type of an event or the action, of one that an exploration may add about the apps; nil for any other input.
    fileprivate var addedType: String? {
        switch self {
        case .event(let event):
            if case .string(let app)? = event.value["bundleID"], !AddedInputs.apps.contains(BundleID(app)) {
                return nil
            }
            return event.typeName
        case .action(let app, let action, of: nil):
            guard AddedInputs.apps.contains(app), case .string(let name)? = action.value["action"] else { return nil }
            return name
        default: return nil
        }
    }

    /// The step of a scenario that does it.
    fileprivate var step: Value {
        switch self {
        case .event(let event): ["send": event.value]
        case .action(let app, let action, _): ["act": action.value.setting("bundleID", to: .string(app.rawValue))]
        default: .object([])
        }
    }
}
