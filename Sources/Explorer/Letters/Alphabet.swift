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
        let groups = LetterGroup.groups(for: app)
        try Self.check(choice, groups)
        var letters: [Letter] = []
        var leftOut: [(name: String, group: String, reason: String)] = []
        for group in groups {
            for row in group.rows {
                if let reason = choice.reasonAgainst(group: group, row: row) {
                    leftOut.append((row.name, group.name, reason))
                } else {
                    letters.append(try Letter(row, of: group))
                }
            }
        }
        if choice.returnsWithin != nil { letters.append(.handlerReturn) }
        for added in choice.added { letters.append(Letter(added)) }
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

    private static func check(_ choice: LetterChoice, _ groups: [LetterGroup]) throws(Rejection) {
        let known = Set(groups.map(\.name) + groups.flatMap { $0.rows.flatMap { [$0.name, $0.type] } })
        for name in (choice.only ?? []) + choice.with + choice.without where !known.contains(name) {
            throw Rejection(
                .invalidValue,
                "There is no letter or group \(name) for this app.",
                field: "letters",
                accepted: known.sorted()
            )
        }
    }
}

extension LetterGroup.Row {
    /// The type of the event, or the action.
    var type: String { fields[0].value.text ?? name }
}

extension LetterChoice {
    /// Why a letter is left out; nil if it is not.
    func reasonAgainst(group: LetterGroup, row: LetterGroup.Row) -> String? {
        func names(_ list: [String]) -> Bool {
            list.contains(group.name) || list.contains(row.name) || list.contains(row.type)
        }
        if names(without) { return "left out" }
        if let only { return names(only) ? nil : "not among the letters asked for" }
        return group.isDefault || names(with) ? nil : "tried only when asked for"
    }
}

extension Letter {
    init(_ row: LetterGroup.Row, of group: LetterGroup) throws(Rejection) {
        self.group = group.name
        name = row.name
        weight = group.weight
        precondition = row.precondition
        opensTarget = row.opensTarget
        let value = Value.object(row.fields)
        step = [row.isAction ? "act" : "send": value]
        let input: Input = try row.isAction ? .action(naming: value, at: "") : .event(Event(value, at: ""))
        effect = row.windowPlace.map { .window(input, place: $0) } ?? .inputs([input])
    }
}
