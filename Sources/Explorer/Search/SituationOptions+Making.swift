import LifecycleKernel
import StateCoding
import WireFormat

extension SituationOptions {
    /// What a search has to tell apart: what its inputs, the code of its apps and its properties look at.
    init(for exploration: Exploration, on device: Device, letters: [Letter]) {
        let model = device.settings.model
        let apps = device.appStatuses.map { AppProfile($0.manifest, model: model) }
        let fields = exploration.ownProperties.reduce(into: Set<String>()) { $0.formUnion($1.fieldsRead) }
        var things = NamedThings()
        for case .inputs(let inputs) in letters.map(\.effect) { things.look(through: inputs) }
        for app in apps { things.look(through: app.handlers) }
        var named = things.numbers
        for (field, numbers) in Self.numbers where fields.contains(field) { named.formUnion(numbers) }
        self.init(
            countsUnsavedChanges: apps.contains { $0.savesByCount } || letters.contains { $0.countsUnsavedChanges }
                || fields.contains("unsavedChanges") || exploration.ownProperties.contains { $0.countsUnsavedChanges },
            countsPushes: !exploration.liftsPushBudget,
            // No profile of the rules draws any by itself.
            drawsRandomNumbers: device.rulebook.schedulerPolicy == .random,
            // No input makes the scheduler launch an app that does not declare what it needs for that.
            countsIdleness: apps.contains { $0.isScheduled },
            named: named,
            instants: things.instants.sorted(),
            handlerTime: fields.contains("tookSeconds")
                ? Self.everyHandler : max(60_000, exploration.letters.returnsWithin ?? 0)
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

extension Letter {
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
