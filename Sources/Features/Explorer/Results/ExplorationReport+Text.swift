import LifecycleKernel
import WireFormat

extension ExplorationReport {
    /// The failures that `known` does not list.
    public var newFailures: [ExploredFailure] { failures.filter { !isKnown($0) } }

    /// The signatures in `known` that no failure has any more, neither of the app nor of a variant.
    public var gone: [String] {
        let reports = [self] + variants
        let met = Set(reports.flatMap { report in report.failures.flatMap(report.signatures(of:)) })
        return exploration.known.filter { !met.contains($0) }
    }

    public func signatures(of failure: ExploredFailure) -> [String] {
        (failure.broken + failure.onTheWay).map { $0.signature(of: exploration.target) }
    }

    private func isKnown(_ failure: ExploredFailure) -> Bool {
        exploration.known.contains(failure.main.signature(of: exploration.target))
    }

    /// Whether a new failure of the app or of a variant is at least so bad.
    public func fails(at severity: Finding.Severity) -> Bool {
        ([self] + variants).contains { $0.newFailures.contains { $0.severity.rank >= severity.rank } }
    }

    /// The report for people: what was tried, and each failure with its inputs, their times and what to do.
    public var text: String { text(withCoverage: false) }

    /// The report for people.
    ///
    /// - Parameter withCoverage: Whether what was tried and reached follows in full.
    public func text(withCoverage: Bool) -> String {
        var lines = body
        for variant in variants {
            lines.append("")
            lines += variant.body
        }
        lines.append("")
        lines += exploration.known.isEmpty ? [] : gone.map { "not met any more: \($0)" }
        lines.append(sentence)
        if withCoverage {
            lines += coverage.lines(inputs: alphabet.inputs)
        } else if let line = coverage.neverReachedLine {
            lines.append(line)
        }
        return lines.joined(separator: "\n")
    }

    /// The passes and the failures.
    private var body: [String] {
        var lines = [
            "\(exploration.name): \(exploration.target) on \(profile), \(alphabet.inputs.count) inputs, "
                + "times to \(resolution.secondsText) s"
        ]
        lines += passes.map(\.line)
        if isMemoryFull { lines.append("  memory            \(memoryText) are full (--memory)") }
        if let randomRuns { lines.append(randomRuns.line) }
        for (index, failure) in newFailures.enumerated() {
            lines.append("")
            lines += text(of: failure, number: index + 1)
        }
        return lines
    }

    var profile: String {
        exploration.device["rules"]?["profile"]?.text ?? exploration.device["rules"]?.text ?? RuleProfile.ios18.rawValue
    }

    /// All transitions, those of random runs and of variants included.
    public var transitions: Int {
        passes.reduce(0) { $0 + $1.transitions } + (randomRuns?.transitions ?? 0)
            + variants.reduce(0) { $0 + $1.transitions }
    }

    private var sentence: String {
        let reports = [self] + variants
        let count = reports.reduce(0) { $0 + $1.newFailures.count }
        let known = reports.reduce(0) { $0 + $1.failures.count } - count
        let found = count == 0 ? "none found" : count == 1 ? "1 failure" : "\(count) failures"
        return "\(found)\(known > 0 ? ", \(known) known" : ""); \(transitions) transitions; \(end)"
    }

    private var end: String {
        if isStopped { return "stopped before the end" }
        return repetition.map { "repeat with \($0)" } ?? "with the seed \(exploration.limits.seed)"
    }

    /// The options of `greenroom explore` with which the same report is made again; nil for a search that was stopped before
    /// its end, and for a remote one.
    var repetition: String? {
        guard !isStopped, !exploration.isRemote else { return nil }
        let limits = exploration.limits
        let memory = ([self] + variants).contains(where: \.isMemoryFull) ? " --memory \(memoryText)" : ""
        return
            "--interruptions \(limits.interruptions) --seed \(limits.seed) --transitions \(limits.transitions)\(memory)"
    }

    /// Whether a pass was cut as the memory was full that the search may take.
    var isMemoryFull: Bool {
        passes.contains { !$0.isClosed && $0.abstractStates >= exploration.limits.abstractStates }
    }

    /// How much memory the search may take, as `--memory` has it.
    private var memoryText: String {
        let bytes = exploration.limits.memory.count
        let unit = ByteCount.units.first { bytes % $0.bytes == 0 } ?? ("", 1)
        return "\(bytes / unit.bytes)\(unit.name)"
    }

    /// Whether the search was stopped before a limit of its own: the same exploration need not give the same report.
    public var isStopped: Bool {
        if variants.contains(where: \.isStopped) { return true }
        if exploration.limits.stopsAt != nil, fails(at: exploration.limits.stopsAt ?? .note) { return false }
        guard passes.count > exploration.limits.interruptions else { return true }
        let own = passes.reduce(randomRuns?.transitions ?? 0) { $0 + $1.transitions }
        return !passes.allSatisfy { $0.isClosed || $0.inputs >= exploration.limits.depth }
            && own < exploration.limits.transitions && randomRuns?.isAtEnd != true
    }

    func text(of failure: ExploredFailure, number: Int) -> [String] {
        let names = failure.broken.map { $0.property + ($0.detail.map { "/\($0)" } ?? "") }.joined(separator: ", ")
        let way =
            failure.onTheWay.isEmpty ? "" : ", on the way \(failure.onTheWay.map(\.property).joined(separator: ", "))"
        var lines = [
            "\(number)  \(names)  \(failure.severity.rawValue), \(failure.steps.count.counting("input")), "
                + "\(failure.interruptions.counting("interruption"))\(way)"
        ]
        lines += (failure.runs.isEmpty ? failure.steps : []).lines
        for (place, step) in failure.steps.enumerated() {
            guard let window = step.window, window.lowerBound < window.upperBound else { continue }
            lines.append(
                "   when  input \(place + 2) comes \(window.secondsText) after \(place == 0 ? "the start" : "input \(place)")"
            )
        }
        for (place, run) in failure.runs.enumerated() {
            let broken = run.broken.isEmpty ? "nothing" : run.broken.map(\.property).joined(separator: ", ")
            lines.append("   run \(place + 1) breaks \(broken)")
            lines += run.lines
        }
        if !failure.isMinimal { lines.append("   note  shrinking was stopped: fewer inputs may do") }
        if let advice = failure.advice { lines.append("   do    \(advice)") }
        return lines
    }
}

extension DifferingRun {
    /// The inputs, a line each.
    var lines: [String] { steps.lines }
}

extension [ExploredFailure.Step] {
    /// The inputs, a line each.
    fileprivate var lines: [String] {
        enumerated().map { place, step in
            let at = (step.at.secondsText + " s").padded(to: 10)
            let line = "   \(place + 1)  \(step.name.padded(to: 30)) \(at) \(step.state.rawValue)"
            return line + (step.what.isEmpty ? "" : "; \(step.what)")
        }
    }
}

extension RandomRunSummary {
    fileprivate var line: String {
        "  random runs       \(runs), \(transitions) inputs, \(features) ways kept"
    }
}

extension PassSummary {
    fileprivate var line: String {
        let interruptions = interruptions.counting("interruption")
        let extent =
            isClosed ? "closed: every sequence of any length" : "every sequence to \(inputs) inputs"
        let grows = growing.map { "   \($0.text)" } ?? ""
        return "  \(interruptions.padded(to: 17)) \(extent.padded(to: 38)) \(abstractStates) abstract states\(grows)"
    }
}

extension ExploredFailure {
    /// What to do about it: the advice of the audit for the worst finding.
    public var advice: String? {
        broken.lazy.compactMap { Finding.Code(rawValue: $0.property)?.advice.description }.first
    }
}

extension ExploredFailure.Step {
    /// How much of what happened a line says.
    private static let mostSaid = 4

    /// What happened that matters: verdicts, background tasks, findings and exits.
    fileprivate var what: String {
        let said = records.compactMap(\.summary)
        let shown = said.suffix(Self.mostSaid).joined(separator: "; ")
        return said.count > Self.mostSaid ? "...; \(shown)" : shown
    }
}

extension Record {
    /// The record in a few words; nil for a record that is expected.
    fileprivate var summary: String? {
        switch body {
        case .verdict(let verdict) where verdict.decision != .delivered: return RecordLine.message(self)
        case .assertion(let change) where change.change == .acquired && change.kind == .backgroundTask:
            return "begins the task \(change.name ?? "without a name")"
        case .assertion(let change) where change.change == .expired:
            return "expired: \(change.kind.rawValue)\(change.name.map { " \($0)" } ?? "")"
        case .returned(_, let took, _) where took > 0: return "a handler took \(took.secondsText) s"
        case .exit(let exit):
            let code = exit.code == 0 ? "" : " 0x" + String(exit.code, radix: 16)
            let signature = exit.signature.map { " (\($0))" } ?? ""
            return "ends: \(exit.reason.rawValue)\(code), \(exit.explanation)\(signature)"
        case .finding(let finding): return "\(finding.code.rawValue): \(finding.detail)"
        default: return nil
        }
    }
}

extension ClosedRange<Milliseconds> {
    /// How far a window is followed.
    private static let end: Milliseconds = 86_400_000

    /// The window in seconds: both ends, or the beginning of one that has no end within a day.
    fileprivate var secondsText: String {
        upperBound - lowerBound >= Self.end
            ? "\(lowerBound.secondsText) s or more" : "\(lowerBound.secondsText) to \(upperBound.secondsText) s"
    }
}

extension Int {
    /// The number with a noun: `1 input`, `2 inputs`.
    fileprivate func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        count >= width ? self : self + String(repeating: " ", count: width - count)
    }
}
