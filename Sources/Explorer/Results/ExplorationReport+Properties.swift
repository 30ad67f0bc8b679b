import LifecycleKernel
import WireFormat

extension ExplorationReport {
    /// What became of one property that was looked for.
    public struct PropertyResult: Sendable {
        /// The property: a name that `--for` takes, or that of one of the user's.
        public var name: String
        /// The failures that break it, with the text for people.
        public var failures: [(signature: String, text: String)]
        /// Why no letter of this search can break it; nil where one can.
        public var skipped: String?

        /// The result of a property.
        public init(name: String, failures: [(signature: String, text: String)], skipped: String?) {
            self.name = name
            self.failures = failures
            self.skipped = skipped
        }
    }

    /// What became of each property: first those that every app has, then those of the user.
    public var propertyResults: [PropertyResult] {
        let names = BuiltInProperty.names + exploration.ownProperties.map(\.name)
        let reports = [self] + variants
        return names.filter { exploration.properties.isEmpty || exploration.properties.contains($0) }.map { name in
            let failures = reports.flatMap { report in
                report.newFailures.enumerated().filter { $0.element.breaks(name) }.map { number, failure in
                    (
                        failure.main.signature(of: exploration.target),
                        report.text(of: failure, number: number + 1).joined(separator: "\n")
                    )
                }
            }
            return PropertyResult(name: name, failures: failures, skipped: failures.isEmpty ? obstacle(to: name) : nil)
        }
    }

    /// Why no letter of this search can break a property: the app never gets what it is about.
    private func obstacle(to name: String) -> String? {
        guard let callbacks = BuiltInProperty.callbacks(of: name) else { return nil }
        let reached = Set(coverage.reached.compactMap(\.callback))
        return callbacks.contains(where: reached.contains)
            ? nil : "no letter of this search leads to \(callbacks.map(\.rawValue).joined(separator: " or "))"
    }
}

extension ExploredFailure {
    fileprivate func breaks(_ name: String) -> Bool { (broken + onTheWay).contains { $0.property == name } }
}
