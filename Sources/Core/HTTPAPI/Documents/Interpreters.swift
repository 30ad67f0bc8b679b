import DeviceHost
import Hummingbird
import LifecycleKernel
import Vocabularies
import WireFormat

/// The interpreters of several frameworks, which consume the same records.
struct Interpreters: Sendable {
    private var interpreters: [Interpreter] = []
    private var rules: Rulebook?

    /// No framework.
    init() {}

    /// Interpreters that have consumed nothing.
    init(_ frameworks: [Framework], rules: Rulebook) {
        interpreters = frameworks.map { Interpreter($0, rules: rules) }
        self.rules = rules
    }

    /// Whether there is no framework.
    var isEmpty: Bool { interpreters.isEmpty }

    /// Consumes the next record.
    ///
    /// - Returns: The reports of each framework that has any.
    mutating func consume(_ record: Record) -> [Value.Member] {
        var vocabulary: [Value.Member] = []
        for index in interpreters.indices {
            let reports = interpreters[index].consume(record)
            guard !reports.isEmpty else { continue }
            let name = interpreters[index].framework.rawValue
            vocabulary.append(Value.Member(name, .array(reports.map(Value.string))))
        }
        return vocabulary
    }

    /// Starts again as if nothing had been consumed.
    mutating func reset() {
        guard let rules else { return }
        interpreters = interpreters.map { Interpreter($0.framework, rules: rules) }
    }
}

/// A record with what frameworks would have reported for it.
struct InterpretedRecord: FieldWritable {
    let record: Record
    let vocabulary: [Value.Member]

    func write(to sink: inout some FieldSink) { record.write(to: &sink, vocabulary) }
}

extension Record {
    /// Puts the record, with what frameworks would have reported for it.
    func write(to sink: inout some FieldSink, _ vocabulary: [Value.Member]) {
        write(to: &sink)
        if !vocabulary.isEmpty { sink.put("vocabulary", value: .object(vocabulary)) }
    }
}

/// What inputs did, with what other frameworks would have reported for it.
struct InterpretedOutcome: FieldWritable {
    let outcome: InputOutcome
    let vocabulary: Vocabulary

    func write(to sink: inout some FieldSink) { outcome.write(to: &sink, vocabulary) }
}

/// Callbacks in flight, with what other frameworks would have reported for their records.
struct InterpretedPoll: FieldWritable {
    let poll: CallbackPoll
    let vocabulary: Vocabulary

    func write(to sink: inout some FieldSink) { poll.write(to: &sink, vocabulary) }
}

extension QueryReader {
    /// The frameworks whose reports are asked for, each once.
    mutating func frameworks() throws(Problem) -> [Framework] {
        var frameworks: [Framework] = []
        for framework in try choices("vocabulary", as: Framework.self) ?? [] where !frameworks.contains(framework) {
            frameworks.append(framework)
        }
        return frameworks
    }
}

extension Request {
    /// The frameworks of a query that may have nothing else.
    func frameworks() throws(Problem) -> [Framework] {
        guard uri.query != nil else { return [] }
        var query = try QueryReader(self)
        let frameworks = try query.frameworks()
        try query.finish()
        return frameworks
    }
}

/// Part of a device's timeline, with what other frameworks would have reported for its records.
struct InterpretedTimeline: Sendable {
    var page: TimelinePage
    var vocabulary: Vocabulary = [:]
}

extension InterpretedTimeline: FieldWritable {
    /// Puts the records and what of the timeline they are.
    func write(to sink: inout some FieldSink) {
        sink.put("device", page.device.description)
        sink.put("time", instant: page.time)
        sink.put("sequence", page.sequence)
        sink.put("oldest", page.oldest)
        sink.put("records", list: page.records) { record, sink in
            record.write(to: &sink, vocabulary[record.sequence] ?? [])
        }
        if let next = page.next { sink.put("next", next) } else { sink.putNull("next") }
    }
}
