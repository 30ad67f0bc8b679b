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
            let manifest = try AppManifest(app, at: "apps[\(index)]")
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
            resolution: TimeResolution.of(app.lengths + TimeResolution.lengths(of: device.rulebook)),
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
            guard try device.apply(input, at: device.now, limit: 100_000) == .reached else {
                throw Rejection(.tooComplex, "the start sets off too much", field: path)
            }
        }
    }

    private static func inputs(reading fields: inout FieldReader) throws(Rejection) -> [Input] {
        if let length = try fields.optionalSeconds("advance") { return [.advance(.by(length))] }
        let isAction = fields.has("act")
        let name = isAction ? "act" : "send"
        let given = try fields.value(name)
        let values = if case .array(let elements) = given { elements } else { [given] }
        var inputs: [Input] = []
        for value in values {
            let path = fields.path(of: name)
            inputs.append(try isAction ? .action(naming: value, at: path) : .event(Event(value, at: path)))
        }
        return inputs
    }
}

extension Exploration {
    private static let budgetRule = "backgroundPushesPerHour"
    private static let noBudget: Value = 1_000_000

    /// Whether the search lifts the budget of silent pushes, which limits the sender and not the app.
    var liftsPushBudget: Bool { device["rules"]?["overrides"]?[Self.budgetRule] == nil }

    /// The device with the budget of silent pushes lifted, unless it is set.
    var deviceForSearch: Value {
        var fields = device
        if case .object(let members) = device {
            fields = .object(members.filter { !["id", "labels", "clock", "expiresAfterSeconds"].contains($0.name) })
        }
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
