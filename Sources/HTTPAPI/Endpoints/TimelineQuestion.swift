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
        }
        // What is no id is refused in every form of the answer, though only a stream goes on from there.
        if let sequence = try Self.lastSequence(of: request), isStream { self.query.after = sequence }
        guard limit == nil || last == nil else {
            throw query.invalid("limit", "not be given together with last, which is a limit itself")
        }
    }

    /// The sequence that a client that comes back has heard last: it names it in a header, and its URL is as it was at first.
    private static func lastSequence(of request: Request) throws(Problem) -> UInt64? {
        guard let id = request.header(.lastEventID) else { return nil }
        guard let sequence = UInt64(id), String(sequence) == id, sequence <= lastSequence else {
            throw .unknownEventID(id, "a sequence of this device")
        }
        return sequence
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
