import LifecycleKernel
import WireFormat

extension ExplorationReport {
    /// The failures that `known` does not list.
    public var newFailures: [ExploredFailure] { failures.filter { !isKnown($0) } }

    /// The signatures in `known` that no failure has any more.
    public var gone: [String] {
        let met = Set(failures.flatMap(signatures(of:)))
        return exploration.known.filter { !met.contains($0) }
    }

    /// The signatures of a failure.
    public func signatures(of failure: ExploredFailure) -> [String] {
        (failure.broken + failure.onTheWay).map { $0.signature(of: exploration.target) }
    }

    private func isKnown(_ failure: ExploredFailure) -> Bool {
        exploration.known.contains(failure.main.signature(of: exploration.target))
    }

    /// Whether a new failure is at least so bad.
    public func fails(at severity: Finding.Severity) -> Bool {
        newFailures.contains { $0.severity.rank >= severity.rank }
    }

    /// The report for people: what was tried, and each failure with its inputs, their times and what to do.
    public var text: String {
        var lines = [
            "\(exploration.target) on \(profile): \(alphabet.letters.count) letters, times to \(resolution.secondsText) s"
        ]
        lines += passes.map(\.line)
        for (index, failure) in newFailures.enumerated() {
            lines.append("")
            lines += text(of: failure, number: index + 1)
        }
        lines.append("")
        lines += exploration.known.isEmpty ? [] : gone.map { "not met any more: \($0)" }
        lines.append(sentence)
        return lines.joined(separator: "\n")
    }

    private var profile: String {
        exploration.device["rules"]?["profile"]?.text ?? exploration.device["rules"]?.text ?? RuleProfile.ios18.rawValue
    }

    private var sentence: String {
        let count = newFailures.count
        let known = failures.count - count
        let transitions = passes.reduce(0) { $0 + $1.transitions }
        let found = count == 0 ? "none found" : count == 1 ? "1 failure" : "\(count) failures"
        let end =
            isStopped
            ? "stopped before the end"
            : "repeat with --interruptions \(exploration.limits.interruptions) --transitions \(exploration.limits.transitions)"
        return "\(found)\(known > 0 ? ", \(known) known" : ""); \(transitions) transitions; \(end)"
    }

    /// Whether the search was stopped before a limit of its own: the same exploration need not give the same report.
    public var isStopped: Bool {
        let transitions = passes.reduce(0) { $0 + $1.transitions }
        guard passes.count > exploration.limits.interruptions, let last = passes.last else { return true }
        return !last.isClosed && last.inputs < exploration.limits.depth && transitions < exploration.limits.transitions
    }

    private func text(of failure: ExploredFailure, number: Int) -> [String] {
        let names = failure.broken.map { $0.property + ($0.detail.map { "/\($0)" } ?? "") }.joined(separator: ", ")
        let way =
            failure.onTheWay.isEmpty ? "" : ", on the way \(failure.onTheWay.map(\.property).joined(separator: ", "))"
        var lines = [
            "\(number)  \(names)  \(failure.severity.rawValue), \(failure.steps.count) inputs, "
                + "\(failure.interruptions) interruptions\(way)"
        ]
        for (place, step) in failure.steps.enumerated() {
            let number = String(place + 1)
            lines.append(
                "   \(number)  \(step.name.padded(to: 30)) \((step.at.secondsText + " s").padded(to: 10)) \(step.state.rawValue)"
                    + (step.what.isEmpty ? "" : "; \(step.what)")
            )
        }
        for (place, step) in failure.steps.enumerated() {
            guard let window = step.window, window.lowerBound < window.upperBound else { continue }
            lines.append(
                "   when  input \(place + 1) lasts \(window.lowerBound.secondsText) to \(window.upperBound.secondsText) s"
            )
        }
        if let advice = failure.advice { lines.append("   do    \(advice)") }
        return lines
    }
}

extension PassSummary {
    fileprivate var line: String {
        let interruptions = "\(interruptions) interruption\(interruptions == 1 ? "" : "s")"
        let extent =
            isClosed ? "closed: every sequence of any length" : "every sequence to \(inputs) inputs"
        let grows = growing.map { "   \($0.text)" } ?? ""
        return "  \(interruptions.padded(to: 17)) \(extent.padded(to: 38)) \(situations) situations\(grows)"
    }
}

extension ExploredFailure {
    /// What to do about it: the advice of the audit for the worst finding.
    public var advice: String? { broken.lazy.compactMap { Finding.Code(rawValue: $0.property)?.advice }.first }
}

extension ExploredFailure.Step {
    /// What happened that matters: verdicts, assertions, findings and exits.
    fileprivate var what: String {
        let said = records.compactMap { record -> String? in
            switch record.body {
            case .verdict(let verdict) where verdict.decision != .delivered: RecordLine.message(record)
            case .assertion(let change) where change.change == .expired: RecordLine.message(record)
            case .exit, .finding: RecordLine.message(record)
            case .returned(_, let took, _) where took > 0: RecordLine.message(record)
            default: nil
            }
        }
        return said.joined(separator: "; ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        count >= width ? self : self + String(repeating: " ", count: width - count)
    }
}
