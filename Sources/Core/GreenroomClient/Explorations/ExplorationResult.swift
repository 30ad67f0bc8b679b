public import LifecycleKernel
import WireFormat

/// What a search has found, and within which bounds it has looked.
public struct ExplorationResult: Sendable, CustomStringConvertible {
    /// The exploration as the server has it; its report is in `report`.
    public let document: Value
    /// The report for people.
    public let text: String
    /// What the app's code has thrown, for which it crashed: one of each kind and place, with the shortest sequence that was seen.
    public let errors: [ExploredError]

    /// The report for people.
    public var description: String { text }

    /// The failures that are not known, the worst first.
    public var failures: [Value] {
        reports.flatMap { $0["failures"]?.elements ?? [] }.filter { $0["isKnown"] != true }
    }

    /// The invariants that were broken, each with the inputs of the shortest sequence.
    public var broken: [String: [String]] {
        let named = failures.compactMap { failure -> (String, [String])? in
            guard let signature = failure["signature"]?.text,
                let range = signature.firstRange(of: "/invariantBroken/")
            else { return nil }
            let inputs = (failure["inputs"]?.elements ?? []).compactMap { $0["input"]?.text }
            return (String(signature[range.upperBound...]), inputs)
        }
        return Dictionary(named) { $0.count <= $1.count ? $0 : $1 }
    }

    /// The signatures of the failures that are not known.
    public var signatures: [String] { failures.compactMap { $0["signature"]?.text } }

    /// Whether every sequence of any length was tried; never with an app whose code is here.
    public var isClosed: Bool {
        let passes = reports.flatMap { $0["passes"]?.elements ?? [] }
        return !passes.isEmpty && passes.allSatisfy { $0["closed"] == true }
    }

    /// The failures that are at least so bad.
    ///
    /// - Parameter severity: How bad.
    public func failures(from severity: Finding.Severity) -> [Value] { failures.filter { $0.isBad(from: severity) } }

    /// The report, and those of variants.
    private var reports: [Value] {
        guard let report = document["report"], report != .null else { return [] }
        return [report] + (report["variants"]?.elements ?? [])
    }

    /// Returns this, where the app does not fail and the search has come to its end.
    func checked(_ failOn: Finding.Severity?) throws -> ExplorationResult {
        if let failOn, !failures(from: failOn).isEmpty { throw ExplorationFailed(result: self) }
        guard let status = document["status"]?.text, status == "finished" else {
            throw ExplorationUnfinished(
                status: document["status"]?.text ?? "gone",
                detail: document["detail"]?.text ?? "the server gives no reason"
            )
        }
        return self
    }
}

/// An exploration has found sequences in which the app fails.
public struct ExplorationFailed: Error, Sendable, CustomStringConvertible {
    /// All that was found.
    public let result: ExplorationResult

    /// The report, and what the app's code has thrown.
    public var description: String {
        let errors = result.errors.map { "the app's code threw \($0)" }
        return ([result.text] + errors).joined(separator: "\n")
    }
}

/// An exploration was cancelled or has failed, and has found nothing that is bad enough until then.
public struct ExplorationUnfinished: Error, Sendable, CustomStringConvertible {
    /// How it ended: `cancelled` or `failed`.
    public let status: String
    /// Why.
    public let detail: String

    /// One line for people.
    public var description: String { "the exploration is \(status): \(detail)" }
}
