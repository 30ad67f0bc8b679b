import LifecycleKernel
import WireFormat

/// The inputs that a search tries, and those that it does not, with the reason.
public struct InputAlphabet: Sendable {
    /// The inputs tried, the simplest first.
    public let inputs: [TriedInput]
    /// The inputs that the app could be tried with, and that are left out, by name.
    public let leftOut: [(name: String, group: String, reason: String)]

    /// Chooses the inputs for an app.
    ///
    /// - Throws: `invalid-value` for a group or a type that there is not.
    init(for app: AppProfile, choice: InputChoice) throws(Rejection) {
        let rows = InputDescriptor.rows(for: app)
        try Self.check(choice, rows)
        var inputs: [TriedInput] = []
        var leftOut: [(name: String, group: String, reason: String)] = []
        for row in rows {
            if let reason = choice.reasonAgainst(row) {
                leftOut.append((row.name, row.descriptor.group.rawValue, reason))
            } else {
                inputs.append(try TriedInput(row, in: app))
            }
        }
        if choice.returnsWithin != nil { inputs.append(.handlerReturn) }
        for added in choice.added { inputs.append(TriedInput(added, in: app)) }
        self.inputs = inputs
        self.leftOut = leftOut
    }

    /// The inputs as lines: each with its group, and those left out with the reason.
    public var text: String {
        let lines = inputs.map { "\($0.name)  (\($0.group))" }
        return (lines + leftOut.map { "- \($0.name)  (\($0.group)): \($0.reason)" }).joined(separator: "\n")
    }

    /// The inputs as a document: each with its group, its weight in random runs and the step of a scenario that does the same; and
    /// those left out with the reason.
    public var document: Value {
        [
            "inputs": .array(
                inputs.map { input in
                    [
                        "name": .string(input.name), "group": .string(input.group),
                        "weight": .integer(Int64(input.weight)), "step": input.step,
                    ]
                }
            ),
            "leftOut": .array(
                leftOut.map { input in
                    [
                        "name": .string(input.name), "group": .string(input.group), "reason": .string(input.reason),
                    ]
                }
            ),
        ]
    }

    private static func check(_ choice: InputChoice, _ rows: [InputDescriptor.Row]) throws(Rejection) {
        let groups = InputGroup.allCases.map(\.rawValue)
        let known = Set(groups + rows.flatMap { [$0.name, $0.descriptor.type] })
        for name in (choice.only ?? []) + choice.with + choice.without where !known.contains(name) {
            throw Rejection(
                .invalidValue,
                InputDescriptor.untried[name].map {
                    "An exploration does not try \(name, as: "name") unless inputs.add adds it: \($0, as: "reason")."
                } ?? "There is no input or group \(name, as: "name") for this app.",
                then: InputDescriptor.untried[name] == nil ? known.sorted().suggestion(forWords: name) : nil,
                field: "inputs",
                accepted: known.sorted()
            )
        }
    }
}

extension InputChoice {
    /// Why an input is left out; nil if it is not.
    fileprivate func reasonAgainst(_ row: InputDescriptor.Row) -> String? {
        let group = row.descriptor.group
        func names(_ list: [String]) -> Bool {
            list.contains(group.rawValue) || list.contains(row.name) || list.contains(row.descriptor.type)
        }
        if names(without) { return "left out" }
        if let only { return names(only) ? nil : "not among the inputs asked for" }
        return group.isDefault || names(with) ? nil : "tried only when asked for"
    }
}

extension TriedInput {
    init(_ row: InputDescriptor.Row, in app: AppProfile) throws(Rejection) {
        let descriptor = row.descriptor
        group = descriptor.group.rawValue
        name = row.name
        weight = descriptor.weight
        precondition = descriptor.precondition
        step = [descriptor.isAction ? "act" : "send": row.value]
        let input: Input =
            try descriptor.isAction ? .action(naming: row.value, at: "") : .event(Event(row.value, at: ""))
        effect = descriptor.window.map { .window(input, place: $0) } ?? .inputs([input])
        opensTarget = app.isOpened(by: input)
    }
}
