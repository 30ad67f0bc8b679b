import DeviceHost
import Explorer
import LifecycleKernel
import WireFormat

/// An exploration that is asked for.
package struct NewExploration: Sendable {
    /// What it begins with.
    enum Source: Sendable {
        /// A file: its device and apps.
        case file(Exploration)
        /// A device as it is, or as it was after a record; and what the body says of inputs, properties and limits.
        case device(DeviceID, at: SequenceNumber?, fields: [Value.Member])
    }

    /// Its id; nil for a generated one.
    package var id: String?
    /// The body of the request.
    let document: Value
    /// What it begins with.
    var source: Source
    /// The properties that are looked for; empty for all.
    var properties: [String] = []
    /// The seed of the random runs after the passes; nil for what the file says.
    var seed: UInt64?
    /// How many jobs share the search; nil for the usual number.
    var jobs: Int?
    /// How long it may take.
    var budget = ExplorationLimits.usualBudget
    /// How long it is kept when it has ended.
    var keeping = ExplorationLimits.usualKeeping
    /// Its labels, in the order of their names.
    var labels: [Label] = []

    /// An exploration, a scenario or an app, with the defaults of everything else.
    ///
    /// - Throws: What is wrong with it, with the path of the field.
    package init(file: Value) throws(Rejection) {
        self.init(id: nil, ["file": file], source: .file(try Exploration(file, name: Self.usualName)))
    }

    private init(id: String?, _ document: Value, source: Source) {
        self.id = id
        self.document = document
        self.source = source
    }

    /// What an exploration is called whose file does not say.
    static let usualName = "exploration"
}

extension NewExploration {
    /// The fields that say of a device what a file says of itself.
    private static let fieldsOfFile = ["target", "attached", "inputs", "properties", "known", "limits"]
    private static let jobRange: ClosedRange<Int64> = 1...256
    private static let nameCount = 0...64

    /// Reads the body of a request.
    ///
    /// - Throws: What is wrong with it, with the path of the field.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        let id = try fields.optionalExplorationID()
        self.init(id: id, value, source: try Self.source(reading: &fields, named: id ?? Self.usualName))
        properties = try fields.strings("for", count: Self.nameCount)
        seed = try fields.optionalInteger("seed", in: 0...Int64.max).map { UInt64($0) }
        jobs = try fields.optionalInteger("jobs", in: Self.jobRange).map { Int($0) }
        budget = try fields.seconds("budgetSeconds", atMost: ExplorationLimits.longestBudget, orElse: budget)
        keeping = try fields.seconds("keepSeconds", atMost: ExplorationLimits.longestKeeping, orElse: keeping)
        labels = try Self.checked(fields.labels())
        try fields.finish()
    }

    private static func source(reading fields: inout FieldReader, named name: String) throws(Rejection) -> Source {
        if let from = try fields.optionalObject("from") {
            let source = try source(from, reading: &fields)
            try fields.refuse("file", beside: "from")
            try fields.refuse("remote", beside: "from")
            return source
        }
        var exploration = try fields.nested("file") { file, path throws(Rejection) in
            try Exploration(file, name: name, at: path)
        }
        exploration.isRemote = try fields.bool("remote", orElse: false)
        return .file(exploration)
    }

    private static func source(
        _ from: FieldReader,
        reading fields: inout FieldReader
    ) throws(Rejection) -> Source {
        var from = from
        let name = try from.string("device")
        guard let device = DeviceID(name) else {
            throw Rejection.invalid(at: from.path(of: "device"), expected: "the id of a device", found: .string(name))
        }
        let sequence = try from.optionalSequence("at", from: 0)
        try from.finish()
        var members: [Value.Member] = []
        for name in fieldsOfFile {
            if let value = try fields.optionalValue(name), value != .null { members.append(.init(name, value)) }
        }
        return .device(device, at: sequence, fields: members)
    }

    private static func checked(_ labels: [Label]) throws(Rejection) -> [Label] {
        guard labels.count <= ExplorationLimits.labels else {
            let detail: Sentence =
                "There may be at most \(ExplorationLimits.labels, as: "limit") labels on an exploration."
            throw Rejection(.tooComplex, detail, field: "labels")
        }
        for label in labels {
            if let problem = label.problem { throw Rejection(.invalidValue, problem, field: "labels.\(label.key)") }
        }
        return labels.sorted { $0.key < $1.key }
    }
}

extension FieldReader {
    /// The id of an exploration, which is of the form of a device's, if one is given.
    fileprivate mutating func optionalExplorationID() throws(Rejection) -> String? {
        guard let text = try optionalString("id", length: 0...8_192) else { return nil }
        guard DeviceID(text) != nil else {
            throw Rejection.invalid(
                at: path(of: "id"),
                expected: """
                    1 to \(DeviceID.maximumLength, as: "most") lower-case letters, digits and hyphens, not beginning with \
                    a hyphen
                    """,
                found: .string(text)
            )
        }
        return text
    }
}

/// What is changed of an exploration.
package struct ExplorationChange: Sendable {
    /// The signatures that are no failures from then on; nil leaves them as they are.
    let known: [String]?

    /// Reads the body of a request.
    ///
    /// - Throws: What is wrong with it, with the path of the field.
    package init(_ value: Value) throws(Rejection) {
        var fields = try FieldReader(value, at: "")
        known = fields.has("known") ? try fields.strings("known", count: 0...Exploration.mostKnown) : nil
        try fields.finish()
    }
}
