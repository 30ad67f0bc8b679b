import Explorer
import LifecycleKernel
import WireFormat

/// What came of an exploration, in this process or on a server, as far as the command's results depend on it.
struct ExplorationOutcome: Sendable {
    /// How far a pass has come.
    struct Pass: Hashable, Sendable {
        /// Whether every sequence of any length was tried.
        var isClosed: Bool
        /// To how many inputs every sequence was tried.
        var inputs: Int
    }

    /// The report for people.
    var text: String
    /// The passes of the app, and those of each of its variants.
    var searches: [[Pass]]
    /// What became of each property.
    var properties: [ExplorationReport.PropertyResult]
    /// The severities of the failures that are not known.
    var severities: Set<Finding.Severity>
    /// Whether a replay has confirmed every failure.
    var isConfirmed: Bool

    /// Whether a failure that is not known is at least so bad.
    func fails(at severity: Finding.Severity) -> Bool { severities.contains { $0.rank >= severity.rank } }
}

extension ExplorationOutcome {
    /// What came of a search in this process.
    init(_ report: ExplorationReport, text: String) {
        let reports = [report] + report.variants
        self.text = text
        searches = reports.map { $0.passes.map { Pass(isClosed: $0.isClosed, inputs: $0.inputs) } }
        properties = report.propertyResults
        severities = Set(reports.flatMap { $0.newFailures.map(\.severity) })
        isConfirmed = reports.allSatisfy { $0.failures.allSatisfy(\.isConfirmed) }
    }

    /// What came of a search of a server.
    ///
    /// - Parameter document: The report as the server writes it.
    init(document: Value, text: String) {
        let reports = [document] + document.list("variants")
        let failures = reports.flatMap { $0.list("failures") }
        self.text = text
        searches = reports.map { $0.list("passes").map(Pass.init(_:)) }
        properties = document.list("properties").map(ExplorationReport.PropertyResult.init(_:))
        severities = Set(
            failures.filter { $0["isKnown"] != true }.compactMap {
                Finding.Severity(rawValue: $0["severity"]?.text ?? "")
            }
        )
        isConfirmed = failures.allSatisfy { $0["isConfirmed"] != false }
    }
}

extension ExplorationOutcome.Pass {
    fileprivate init(_ document: Value) {
        isClosed = document["closed"] == true
        inputs = if case .integer(let count)? = document["inputs"] { Int(clamping: count) } else { 0 }
    }
}

extension ExplorationReport.PropertyResult {
    fileprivate init(_ document: Value) {
        self.init(
            name: document["name"]?.text ?? "",
            failures: document.list("failures").map { ($0["signature"]?.text ?? "", $0["text"]?.text ?? "") },
            skipped: document["skipped"]?.text
        )
    }
}

extension Value {
    fileprivate func list(_ name: String) -> [Value] { self[name]?.elements ?? [] }
}
