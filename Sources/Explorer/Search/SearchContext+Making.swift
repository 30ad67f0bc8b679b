import LifecycleKernel
import StateCoding
import WireFormat

extension SearchContext {
    /// Makes the device of an exploration, and what searches it.
    ///
    /// - Throws: What is wrong with the device, an app, a letter or a step of the start.
    static func make(for exploration: Exploration) throws(Rejection) -> (context: SearchContext, alphabet: Alphabet) {
        let settings = try DeviceSettings(exploration.deviceForSearch, at: "device")
        var device = Device(settings, at: .manualStart)
        var target: AppManifest?
        for (index, app) in exploration.apps.enumerated() {
            let manifest = try AppManifest(exploration.forSearch(app), at: "apps[\(index)]")
            if manifest.bundleID == exploration.target { target = manifest }
            try device.apply(.install(manifest), at: device.now, limit: 100_000)
        }
        guard let target else {
            throw Rejection(.unknownApp, "\(exploration.target) is none of the apps", field: "target")
        }
        for (index, step) in exploration.start.enumerated() {
            try carryOut(step, on: &device, at: "start[\(index)]")
        }
        _ = device.takeRecords()
        let app = AppProfile(target, model: settings.model)
        let alphabet = try Alphabet(for: app, choice: exploration.letters)
        let context = SearchContext(
            target: exploration.target,
            letters: alphabet.letters,
            times: exploration.letters.times,
            resolution: exploration.letters.resolution
                ?? TimeResolution.of(app.lengths + TimeResolution.lengths(of: device.rulebook)),
            isGrid: exploration.letters.isGrid,
            returnsWithin: target.driver == .attached ? exploration.letters.returnsWithin : nil,
            options: SituationOptions(
                countsUnsavedChanges: app.savesByCount
                    || exploration.ownProperties.contains { $0.countsUnsavedChanges },
                countsPushes: !exploration.liftsPushBudget,
                drawsRandomNumbers: device.rulebook.schedulerPolicy == .random
            ),
            rules: device.rulebook,
            ownProperties: exploration.ownProperties,
            restoresState: app.has(.shouldRestoreApplicationState),
            start: ExploredState(device: device, monitors: Monitors(own: exploration.ownProperties))
        )
        return (context, alphabet)
    }

    /// Carries out a step of the start.
    private static func carryOut(_ step: Value, on device: inout Device, at path: String) throws(Rejection) {
        var fields = try FieldReader(step, at: path)
        let inputs = try inputs(reading: &fields)
        try fields.finish()
        for input in inputs {
            switch try device.apply(input, at: device.now, limit: 100_000) {
            case .reached, .condition: break
            default:
                throw Rejection(.tooComplex, "the start sets off too much, or does not come to its end", field: path)
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
}

extension Exploration {
    private static let budgetRule = "backgroundPushesPerHour"
    private static let noBudget: Value = 1_000_000

    /// Whether the search lifts the budget of silent pushes, which limits the sender and not the app.
    var liftsPushBudget: Bool { device["rules"]?["overrides"]?[Self.budgetRule] == nil }

    /// An app as it is searched: one that a program would play answers by itself, unless it is said within which time its
    /// handlers return.
    func forSearch(_ app: Value) -> Value {
        guard app["driver"] != nil, letters.returnsWithin == nil || app["bundleID"] != .string(target.rawValue) else {
            return app
        }
        return app.without(["driver"])
    }

    /// The device with the budget of silent pushes lifted, unless it is set.
    var deviceForSearch: Value {
        let fields = device.without(["id", "labels", "clock", "expiresAfterSeconds"])
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
