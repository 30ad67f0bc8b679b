import LifecycleKernel
import Vocabularies

/// What frameworks report to their code for the records of a device.
public enum FrameworkVocabulary {
    /// Returns what a framework reports for the records after a sequence, in order.
    ///
    /// - Parameters:
    ///   - name: The framework's name.
    ///   - records: All records of the device from its first on: what a framework reports depends on what it reported before.
    ///   - sequence: The sequence.
    ///   - rules: The rules of the device.
    /// - Throws: `invalid-value` for a framework that is not known.
    package static func reports(
        of name: String,
        in records: some Sequence<Record>,
        after sequence: SequenceNumber,
        rules: Rulebook
    ) throws(Rejection) -> [String] {
        guard let framework = Framework(exactly: name) else {
            throw Rejection(
                .invalidValue,
                "There is no such vocabulary.",
                field: "vocabulary",
                accepted: Framework.allCases.map(\.rawValue)
            )
        }
        var interpreter = Interpreter(framework, rules: rules)
        var reports: [String] = []
        for record in records {
            let reported = interpreter.consume(record)
            if record.sequence > sequence { reports += reported }
        }
        return reports
    }

    /// Whether a record can cause a report; the others need not be kept.
    public static func concerns(_ record: Value) -> Bool {
        Interpreter.kinds.contains { record["kind"] == .string($0.rawValue) }
    }
}
