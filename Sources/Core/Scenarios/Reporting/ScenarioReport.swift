import LifecycleKernel
import WireFormat

extension ScenarioResult {
    /// The result for a person at a terminal: one line when it passed; else the steps up to the one that failed, and
    /// what was expected there beside what was seen.
    public var report: String { report(at: nil) }

    /// The result, with the file and the line of what failed.
    public func report(at location: String?) -> String {
        guard !passed else { return "passed  \(scenario)" }
        var lines = ["FAILED  \(scenario)" + (location.map { "  (\($0))" } ?? "")]
        for failure in setup { lines += failure.lines }
        for step in steps where !step.isSkipped {
            lines.append("  \(step.passed ? "ok    " : "FAILED") steps[\(step.index)] \(step.does)")
            for failure in step.failures { lines += failure.lines }
        }
        let skipped = steps.count { $0.isSkipped }
        if skipped > 0 { lines.append("  skipped \(skipped) of \(steps.count) steps") }
        return lines.joined(separator: "\n")
    }
}

extension ScenarioResult {
    /// What failed first, in a few words; nil when it passed.
    public var failureMessage: String? {
        guard !passed else { return nil }
        let first = setup.first ?? steps.first { !$0.failures.isEmpty }?.failures.first
        return first.map { "\($0.check) is not as expected" } ?? "a step was not carried out"
    }
}

extension CheckFailure {
    /// Lists are shown element by element, what is missing with a minus and what is too much with a plus; everything
    /// else as JSON.
    var lines: [String] {
        if case .array(let wanted) = expected, case .array(let actual) = seen {
            return ["      \(check): - expected, + seen"] + Self.difference(wanted, actual).map { "        " + $0 }
        }
        return ["      \(check)", "        expected  \(Self.text(expected))", "        seen      \(Self.text(seen))"]
    }

    private static func difference(_ expected: [Value], _ seen: [Value]) -> [String] {
        var missing: Set<Int> = []
        var extra: Set<Int> = []
        for change in seen.difference(from: expected) {
            switch change {
            case .remove(let offset, _, _): missing.insert(offset)
            case .insert(let offset, _, _): extra.insert(offset)
            }
        }
        var lines: [String] = []
        var wanted = 0
        var actual = 0
        while wanted < expected.count || actual < seen.count {
            if missing.contains(wanted) {
                lines.append("- " + text(expected[wanted]))
                wanted += 1
            } else if extra.contains(actual) {
                lines.append("+ " + text(seen[actual]))
                actual += 1
            } else {
                lines.append("  " + text(expected[wanted]))
                wanted += 1
                actual += 1
            }
        }
        return lines
    }

    private static func text(_ value: Value) -> String {
        // A line break would begin a line of its own, which a continuous integration system may read as a command.
        if case .string(let text) = value,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        {
            return text
        }
        return String(decoding: JSONText.write(value), as: UTF8.self)
    }
}
