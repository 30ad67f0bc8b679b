import LifecycleKernel

/// The rulebook as a page for people: every rule with its value in each profile, its source and what speaks against it.
package enum RulebookPage {
    /// The page in Markdown.
    package static var markdown: String {
        ([introduction] + Rule.Group.allCases.map(section) + [wakeUps]).joined(separator: "\n") + "\n"
    }

    private static let introduction = """
        # The rulebook

        Every number and every disputed choice of the model, by profile: `GET /v1/rulebook` gives the same as JSON, and a
        device overrides any of them (`"rules": {"profile": "ios18", "overrides": {"suspendDelaySeconds": 3}}`), and so does
        `greenroom test --override suspendDelaySeconds=3`. A dash says that the profile does not know the rule. This page is made
        by `make documents`; a test keeps it current.

        """

    private static func section(_ group: Rule.Group) -> String {
        let rules = Rulebook.rules.filter { $0.group == group }
        let profiles = RuleProfile.allCases.map(\.rawValue)
        let head = row(["rule", "unit"] + profiles + ["confidence", "source"])
        let line = row(Array(repeating: "---", count: profiles.count + 4))
        return ([title(group), "", head, line] + rules.map(row)).joined(separator: "\n") + "\n"
    }

    private static func title(_ group: Rule.Group) -> String {
        switch group {
        case .limit: "## Limits"
        case .order: "## Order"
        case .policy: "## Policy"
        case .energy: "## Energy"
        }
    }

    private static func row(_ rule: Rule) -> String {
        let values = RuleProfile.allCases.map { rule.value(in: $0).map { text($0.value) } ?? "-" }
        let source = rule.source + (rule.dispute.map { ". *Against it:* \($0)" } ?? "")
        return row(["`\(rule.key.name)`", text(rule.unit)] + values + [rule.confidence.rawValue, source])
    }

    /// The unit, with the names that a choice takes.
    private static func text(_ unit: Rule.Unit) -> String {
        guard case .choice(let names) = unit else { return unit.name }
        return "one of " + names.map { "`\($0)`" }.joined(separator: ", ")
    }

    private static let wakeUps = """
        ## Wake-ups by frameworks

        What `system.wake` does for each reason unless the event says otherwise, with how sure that is and where it is
        known from. Where sources disagree, and for how long a process is held, a rule says.


        """
        + ([
            row([
                "reason", "calls", "held for", "ends earlier with", "reaches", "after a force quit", "registration",
                "without a network",
                "since", "background mode",
            ]),
            row(Array(repeating: "---", count: 10)),
        ] + SystemWake.Reason.allCases.map(row)).joined(separator: "\n") + "\n"

    private static func row(_ reason: SystemWake.Reason) -> String {
        let preset = reason.preset
        let launched =
            switch preset.afterForceQuit {
            case .known(let known): text(known, known.value ? "launched" : "not launched")
            case .rule(let key): "`\(key.name)`"
            }
        let reach = preset.reach.value == .foreground ? "apps in the foreground only" : "launches the app"
        let registration = preset.isLostUnlessRenewed ? "in each process, or it is lost" : "in each process"
        return row([
            "`\(reason.rawValue)`", "`\(preset.handler.rawValue)`", "`\(preset.limit.name)`",
            text(preset.end, preset.end.value.text), text(preset.reach, reach),
            launched,
            text(preset.registration, preset.registration.value ? registration : "none"),
            preset.push.map { text($0, $0.value == .waits ? "its push waits" : "its push is dropped") } ?? "the same",
            preset.firstVersion.map { text($0, "iOS \($0.value)") } ?? "all profiles",
            preset.mode.map { text($0, "`\($0.value.rawValue)`") } ?? "none",
        ])
    }

    private static func text<Value>(_ known: SystemWake.Preset.Known<Value>, _ text: String) -> String {
        "\(text) (\(known.confidence.rawValue)): \(known.source)"
    }

    private static func row(_ cells: [String]) -> String {
        let safe = cells.map { String($0.flatMap { $0 == "|" ? "\\|" : String($0) }) }
        return "| " + safe.joined(separator: " | ") + " |"
    }

    private static func text(_ value: Value) -> String {
        if case .string(let text) = value { text } else { String(decoding: JSONText.write(value), as: UTF8.self) }
    }
}

extension SystemWake.Preset.End {
    /// What it is in the table.
    fileprivate var text: String {
        switch self {
        case .handlerReturns: "the return of what is called"
        case .completionHandler: "`completeFetch`"
        case .limit: "nothing"
        }
    }
}
