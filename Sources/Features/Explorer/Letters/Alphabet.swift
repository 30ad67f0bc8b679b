import LifecycleKernel
import WireFormat

/// The letters that a search tries, and those that it does not, with the reason.
public struct Alphabet: Sendable {
    /// The letters tried, the simplest first.
    public let letters: [Letter]
    /// The letters that the app could be tried with, and that are left out, by name.
    public let leftOut: [(name: String, group: String, reason: String)]

    /// Chooses the letters for an app.
    ///
    /// - Throws: `invalid-value` for a group or a type that there is not.
    init(for app: AppProfile, choice: LetterChoice) throws(Rejection) {
        let rows = LetterDescriptor.rows(for: app)
        try Self.check(choice, rows)
        var letters: [Letter] = []
        var leftOut: [(name: String, group: String, reason: String)] = []
        for row in rows {
            if let reason = choice.reasonAgainst(row) {
                leftOut.append((row.name, row.descriptor.group.rawValue, reason))
            } else {
                letters.append(try Letter(row, in: app))
            }
        }
        if choice.returnsWithin != nil { letters.append(.handlerReturn) }
        for added in choice.added { letters.append(Letter(added, in: app)) }
        self.letters = letters
        self.leftOut = leftOut
    }

    /// The letters as lines: each with its group, and those left out with the reason.
    public var text: String {
        let lines = letters.map { "\($0.name)  (\($0.group))" }
        return (lines + leftOut.map { "- \($0.name)  (\($0.group)): \($0.reason)" }).joined(separator: "\n")
    }

    /// The letters as a document: each with its group, its weight in walks and the step of a scenario that does the same; and
    /// those left out with the reason.
    public var document: Value {
        [
            "letters": .array(
                letters.map { letter in
                    [
                        "name": .string(letter.name), "group": .string(letter.group),
                        "weight": .integer(Int64(letter.weight)), "step": letter.step,
                    ]
                }
            ),
            "leftOut": .array(
                leftOut.map { letter in
                    [
                        "name": .string(letter.name), "group": .string(letter.group), "reason": .string(letter.reason),
                    ]
                }
            ),
        ]
    }

    private static func check(_ choice: LetterChoice, _ rows: [LetterDescriptor.Row]) throws(Rejection) {
        let groups = LetterGroup.allCases.map(\.rawValue)
        let known = Set(groups + rows.flatMap { [$0.name, $0.descriptor.type] })
        for name in (choice.only ?? []) + choice.with + choice.without where !known.contains(name) {
            throw Rejection(
                .invalidValue,
                LetterDescriptor.untried[name].map {
                    "\(name, as: "name") is no letter of its own: \($0, as: "reason"). letters.add adds it."
                } ?? "There is no letter or group \(name, as: "name") for this app.",
                field: "letters",
                accepted: known.sorted()
            )
        }
    }
}

extension LetterChoice {
    /// Why a letter is left out; nil if it is not.
    fileprivate func reasonAgainst(_ row: LetterDescriptor.Row) -> String? {
        let group = row.descriptor.group
        func names(_ list: [String]) -> Bool {
            list.contains(group.rawValue) || list.contains(row.name) || list.contains(row.descriptor.type)
        }
        if names(without) { return "left out" }
        if let only { return names(only) ? nil : "not among the letters asked for" }
        return group.isDefault || names(with) ? nil : "tried only when asked for"
    }
}

extension Letter {
    init(_ row: LetterDescriptor.Row, in app: AppProfile) throws(Rejection) {
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
