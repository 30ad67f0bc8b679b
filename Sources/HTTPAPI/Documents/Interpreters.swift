import LifecycleKernel
import Vocabularies
import WireFormat

/// Several frameworks that hear the same records.
struct Interpreters: Sendable {
    private var interpreters: [Interpreter] = []
    private var rules: Rulebook?

    /// No framework.
    init() {}

    /// Frameworks that have heard nothing.
    init(_ frameworks: [Framework], rules: Rulebook) {
        interpreters = frameworks.map { Interpreter($0, rules: rules) }
        self.rules = rules
    }

    /// Whether there is no framework.
    var isEmpty: Bool { interpreters.isEmpty }

    /// Hears the next record.
    ///
    /// - Returns: The words of each framework that tells something because of it.
    mutating func heard(_ record: Record) -> [Value.Member] {
        var words: [Value.Member] = []
        for index in interpreters.indices {
            let told = interpreters[index].heard(record)
            guard !told.isEmpty else { continue }
            let name = interpreters[index].framework.rawValue
            words.append(Value.Member(name, .array(told.map(Value.string))))
        }
        return words
    }

    /// Forgets what was heard.
    mutating func forget() {
        guard let rules else { return }
        interpreters = interpreters.map { Interpreter($0.framework, rules: rules) }
    }
}

/// A record with what frameworks would have told their code because of it.
struct InterpretedRecord: FieldWritable {
    let record: Record
    let words: [Value.Member]

    func write(to sink: inout some FieldSink) {
        record.write(to: &sink)
        if !words.isEmpty { sink.put("vocabulary", value: .object(words)) }
    }
}
