import DeviceHost
import Hummingbird
import LifecycleKernel
import Vocabularies

/// What is asked of a timeline.
struct TimelineQuestion {
    /// Which records.
    var query: TimelineQuery
    /// The frameworks whose words are wanted with them, each once.
    var frameworks: [Framework]

    /// The last sequence that can be written: JSON readers take integers for signed ones.
    private static let lastSequence = UInt64(Int64.max)

    /// Reads what is asked for.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isStream: Whether the records are to be told as they come; then nothing can limit how many.
    init(_ request: Request, isStream: Bool) throws(Problem) {
        var query = try QueryReader(request)
        let limit = try query.integer("limit", in: 1...1_000)
        let last = try query.integer("last", in: 1...1_000)
        self.query = TimelineQuery(
            after: try query.integer("after", in: 0...Self.lastSequence),
            limit: limit ?? 100,
            kinds: try query.choices("kind", as: Record.Kind.self) ?? [],
            bundleID: try query.string("bundleID"),
            last: last
        )
        frameworks = []
        for framework in try query.choices("vocabulary", as: Framework.self) ?? []
        where !frameworks.contains(framework) {
            frameworks.append(framework)
        }
        try query.finish()
        if isStream {
            let name = limit != nil ? "limit" : "last"
            guard limit == nil, last == nil else { throw query.invalid(name, "not be given for a stream") }
            try resume(request)
        }
        guard limit == nil || last == nil else {
            throw query.invalid("limit", "not be given together with last, which is a limit itself")
        }
    }

    /// A client that comes back names what it heard last in a header; its URL is as it was at first.
    private mutating func resume(_ request: Request) throws(Problem) {
        guard let id = request.header(.lastEventID) else { return }
        guard let sequence = UInt64(id), String(sequence) == id, sequence <= Self.lastSequence else {
            throw .unknownEventID(id, "a sequence of this device")
        }
        query.after = sequence
    }
}

extension Problem {
    /// A client comes back with an id that no event here has.
    static func unknownEventID(_ id: String, _ wanted: String) -> Problem {
        Problem(
            .invalidValue,
            "Last-Event-ID must be the id of an event of this stream, \(wanted), and is \(id.quotedBriefly).",
            field: "Last-Event-ID"
        )
    }
}
