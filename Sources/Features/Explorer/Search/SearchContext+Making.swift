import LifecycleKernel
import WireFormat

extension SearchContext {
    /// Makes the device of an exploration, and what searches it.
    ///
    /// - Throws: What is wrong with the device, an app, an input or a step of the start.
    static func make(
        for exploration: Exploration
    ) throws(Rejection) -> (context: SearchContext, alphabet: InputAlphabet) {
        let made = try exploration.makeStart()
        var device = made.device
        _ = device.takeRecords()
        let app = AppProfile(made.target, model: device.settings.model, isRemote: exploration.isRemote)
        let alphabet = try InputAlphabet(for: app, choice: exploration.inputs)
        let context = SearchContext(
            target: exploration.target,
            alphabet: alphabet.inputs,
            times: exploration.inputs.times,
            resolution: exploration.inputs.resolution
                ?? TimeResolution.of(app.lengths + TimeResolution.lengths(of: device.rulebook)),
            isGrid: exploration.inputs.isGrid,
            returnsWithin: made.target.driver == .attached ? exploration.inputs.returnsWithin : nil,
            options: AbstractStateOptions(for: exploration, on: device, alphabet: alphabet.inputs),
            rules: device.rulebook,
            ownProperties: exploration.ownProperties,
            restoresState: app.optsInto(.shouldRestoreApplicationState),
            start: ExploredState(device: device, monitors: Monitors(own: exploration.ownProperties))
        )
        return (context, alphabet)
    }
}

extension Exploration {
    /// The device in which every sequence begins, with the records of how it came about, and what the target declares.
    ///
    /// - Throws: What is wrong with the device, an app or a step of the start.
    func makeStart() throws(Rejection) -> (device: Device, target: AppManifest) {
        var device = if let startingDevice { startingDevice } else { try makeDevice() }
        guard let app = device.app(target) else {
            throw Rejection(.unknownApp, "\(target, as: "bundleID") is not one of the apps", field: "target")
        }
        // The code of a remote app takes part in the start, too.
        if startingDevice == nil, !isRemote {
            for (index, step) in start.enumerated() {
                try Self.carryOut(step, on: &device, at: "start[\(index)]")
            }
        }
        return (device, app.manifest)
    }

    private func makeDevice() throws(Rejection) -> Device {
        var device = Device(try DeviceSettings(deviceForSearch, at: "device"), at: .manualStart)
        for (index, app) in apps.enumerated() {
            let manifest = try AppManifest(forSearch(app), at: "apps[\(index)]")
            try device.apply(.install(manifest), at: device.now, limit: 100_000)
        }
        return device
    }

    /// Carries out a step of the start.
    private static func carryOut(_ step: Value, on device: inout Device, at path: String) throws(Rejection) {
        var fields = try FieldReader(step, at: path)
        let inputs = try inputs(reading: &fields)
        try fields.finish()
        for input in inputs {
            do throws(Rejection) {
                switch try device.apply(input, at: device.now, limit: 100_000) {
                case .reached, .condition: break
                default: throw Rejection(.tooComplex, "the steps of start cause too many records, or never end")
                }
            } catch {
                var refusal = error
                refusal.field = path
                throw refusal
            }
        }
    }

    private static func inputs(reading fields: inout FieldReader) throws(Rejection) -> [Input] {
        if let length = try fields.optionalSeconds("advance") { return [.advance(.by(length))] }
        if let length = try fields.optionalSeconds("advanceBefore") { return [.advance(.before(length))] }
        if fields.has("advanceUntil") {
            let condition = try fields.nested("advanceUntil", Condition.init(_:at:))
            return [.advance(.until(condition, limit: Advance.defaultLimit))]
        }
        if fields.has("install") { return [.install(try fields.nested("install", AppManifest.init(_:at:)))] }
        return try StepInputs.read(&fields, count: 1...mostStartInputs)
    }

    /// How many inputs a step of the start may have.
    private static let mostStartInputs = 1_000

    private static let budgetRule = "backgroundPushesPerHour"
    private static let noBudget: Value = 1_000_000

    /// Whether the search lifts the budget of silent pushes, which limits the sender and not the app. A device that is there
    /// already keeps its rules.
    var liftsPushBudget: Bool { startingDevice == nil && device["rules"]?["overrides"]?[Self.budgetRule] == nil }

    /// An app as it is searched: one that a program would play answers by itself, unless it is said within which time its
    /// handlers return.
    private func forSearch(_ app: Value) -> Value {
        if isRemote, app["bundleID"] == .string(target.rawValue) { return app.setting("driver", to: "attached") }
        guard app["driver"] != nil, inputs.returnsWithin == nil || app["bundleID"] != .string(target.rawValue) else {
            return app
        }
        return app.without(["driver"])
    }

    /// The device with the budget of silent pushes lifted, unless it is set.
    var deviceForSearch: Value {
        var fields = device.without(["id", "labels", "clock", "expiresAfterSeconds"])
        // The device of a remote run is on a server, where the default is real time.
        if isRemote { fields = fields.setting("clock", to: ["mode": "manual"]) }
        guard liftsPushBudget else { return fields }
        var rules: Value
        switch fields["rules"] {
        case .string(let profile)?: rules = ["profile": .string(profile)]
        case .object(let members)?: rules = .object(members)
        default: rules = .object([])
        }
        let overrides = rules["overrides"] ?? .object([])
        return fields.setting(
            "rules",
            to: rules.setting("overrides", to: overrides.setting(Self.budgetRule, to: Self.noBudget))
        )
    }
}

extension Value {
    /// This object without some of its members.
    func without(_ names: [String]) -> Value {
        guard case .object(let members) = self else { return self }
        return .object(members.filter { !names.contains($0.name) })
    }
}

extension AbstractStateOptions {
    /// What a search has to tell apart: what its inputs, the code of its apps and its properties look at.
    init(for exploration: Exploration, on device: Device, alphabet: [TriedInput]) {
        let model = device.settings.model
        let apps = device.appStatuses.map { AppProfile($0.manifest, model: model) }
        let fields = exploration.ownProperties.reduce(into: Set<String>()) { $0.formUnion($1.fieldsRead) }
        var things = NamedThings()
        for case .inputs(let inputs) in alphabet.map(\.effect) { things.look(through: inputs) }
        for app in apps { things.look(through: app.handlers) }
        var named = things.numbers
        for (field, numbers) in Self.numbers where fields.contains(field) { named.formUnion(numbers) }
        self.init(
            countsUnsavedChanges: apps.contains { $0.savesByCount } || alphabet.contains { $0.countsUnsavedChanges }
                || fields.contains("unsavedChanges") || exploration.ownProperties.contains { $0.countsUnsavedChanges },
            countsPushes: !exploration.liftsPushBudget,
            // No profile of the rules draws any by itself.
            drawsRandomNumbers: device.rulebook.schedulerPolicy == .random,
            // No input makes the scheduler launch an app that does not declare what it needs for that.
            countsIdleness: apps.contains { $0.isScheduled },
            named: named,
            instants: things.instants.sorted(),
            handlerTime: fields.contains("tookSeconds")
                ? Self.everyHandler : max(60_000, exploration.inputs.returnsWithin ?? 0)
        )
    }

    /// Fields of records that have numbers of things in them.
    private static let numbers: KeyValuePairs<String, NamedNumbers> = [
        "number": .tasks, "arguments": [.scenes, .tasks], "event": .scenes, "action": [.scenes, .tasks, .callbacks],
        "completion": .callbacks, "callbackInFlight": .callbacks,
    ]

    /// Longer than any handler of a sequence.
    private static let everyHandler: Milliseconds = 1_000_000_000_000
}

extension TriedInput {
    /// Whether the number of unsaved changes matters: it saves some and not all of them, or its condition reads it.
    fileprivate var countsUnsavedChanges: Bool {
        if case .condition(let condition) = precondition, condition.countsUnsavedChanges { return true }
        guard case .inputs(let inputs) = effect else { return false }
        return inputs.contains { if case .action(_, .save(.some), _) = $0 { true } else { false } }
    }
}

extension OwnProperty {
    /// The fields of records that it reads.
    fileprivate var fieldsRead: Set<String> {
        let patterns: [RecordPattern?] =
            switch form {
            case .always: []
            case .never(let patterns, let after, let until): patterns + [after, until]
            case .eventually(let pattern, let after, _, let unless): [pattern, after] + unless
            }
        return patterns.compactMap { $0?.source }.reduce(into: []) { names, pattern in
            if case .object(let members) = pattern { names.formUnion(members.map(\.name)) }
        }
    }
}

/// What inputs name by a number or an instant of its own.
///
/// For them it matters which scene is number 2 and how late it is, and not only which scene is the second and how long ago
/// something was.
struct NamedThings {
    private(set) var numbers: NamedNumbers = []
    private(set) var instants: Set<Instant> = []

    /// Looks through an input, or a handler of an app. Every field of it is looked at, so that no type of input is missed.
    mutating func look(through part: Any) {
        switch part {
        case is SceneID: numbers.insert(.scenes)
        case is AssertionID: numbers.insert(.tasks)
        case is SequenceNumber: numbers.insert(.callbacks)
        case let instant as Instant: instants.insert(instant)
        case is Value, is String: break
        default: for field in Mirror(reflecting: part).children { look(through: field.value) }
        }
    }
}
