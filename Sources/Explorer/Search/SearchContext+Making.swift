import LifecycleKernel
import StateCoding
import WireFormat

extension SearchContext {
    /// Makes the device of an exploration, and what searches it.
    ///
    /// - Throws: What is wrong with the device, an app, a letter or a step of the start.
    static func make(for exploration: Exploration) throws(Rejection) -> (context: SearchContext, alphabet: Alphabet) {
        let made = try exploration.makeStart()
        var device = made.device
        _ = device.takeRecords()
        let app = AppProfile(made.target, model: device.settings.model, isPlayed: exploration.isPlayed)
        let alphabet = try Alphabet(for: app, choice: exploration.letters)
        let context = SearchContext(
            target: exploration.target,
            letters: alphabet.letters,
            times: exploration.letters.times,
            resolution: exploration.letters.resolution
                ?? TimeResolution.of(app.lengths + TimeResolution.lengths(of: device.rulebook)),
            isGrid: exploration.letters.isGrid,
            returnsWithin: made.target.driver == .attached ? exploration.letters.returnsWithin : nil,
            options: SituationOptions(for: exploration, on: device, letters: alphabet.letters),
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
            throw Rejection(.unknownApp, "\(target) is none of the apps", field: "target")
        }
        // The code of a played app takes part in the start, too.
        if startingDevice == nil, !isPlayed {
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
                default: throw Rejection(.tooComplex, "the start sets off too much, or does not come to its end")
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
}

extension Exploration {
    private static let budgetRule = "backgroundPushesPerHour"
    private static let noBudget: Value = 1_000_000

    /// Whether the search lifts the budget of silent pushes, which limits the sender and not the app. A device that is there
    /// already keeps its rules.
    var liftsPushBudget: Bool { startingDevice == nil && device["rules"]?["overrides"]?[Self.budgetRule] == nil }

    /// An app as it is searched: one that a program would play answers by itself, unless it is said within which time its
    /// handlers return.
    func forSearch(_ app: Value) -> Value {
        if isPlayed, app["bundleID"] == .string(target.rawValue) { return app.setting("driver", to: "attached") }
        guard app["driver"] != nil, letters.returnsWithin == nil || app["bundleID"] != .string(target.rawValue) else {
            return app
        }
        return app.without(["driver"])
    }

    /// The device with the budget of silent pushes lifted, unless it is set.
    var deviceForSearch: Value {
        var fields = device.without(["id", "labels", "clock", "expiresAfterSeconds"])
        // A played device lives on a server, where the default is real time.
        if isPlayed { fields = fields.setting("clock", to: ["mode": "manual"]) }
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
