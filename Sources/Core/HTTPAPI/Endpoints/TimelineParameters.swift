import DeviceHost
import Hummingbird
import LifecycleKernel
import Vocabularies
import WireFormat

/// The parameters of a request for a timeline.
struct TimelineParameters {
    /// Which records.
    var query: TimelineQuery
    /// The scope of the positions in the stream that the client continues; nil if it does not say.
    var scope: String?
    /// The frameworks whose reports to include, each once.
    var frameworks: [Framework]

    /// Reads the parameters.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - isStream: Whether the answer is a stream, which cannot have a limit.
    init(_ request: Request, isStream: Bool) throws(Problem) {
        var query = try QueryReader(request)
        let limit = try query.integer("limit", in: 1...1_000)
        let last = try query.integer("last", in: 1...1_000)
        self.query = TimelineQuery(
            after: try query.sequence("after"),
            limit: limit ?? 100,
            kinds: try query.choices("kind", as: Record.Kind.self) ?? [],
            bundleID: try query.bundleID(),
            last: last
        )
        frameworks = try query.frameworks()
        try query.finish()
        if isStream {
            let name = limit != nil ? "limit" : "last"
            guard limit == nil, last == nil else {
                throw query.invalid(name, "The query parameter \(name, as: "name") must not be given for a stream.")
            }
        }
        // A malformed id is refused for every form of the answer, though only a stream resumes there.
        if let last = try request.lastEventID("7-17", \.isOfDevice), isStream {
            scope = last.scope
            self.query.after = SequenceNumber(rawValue: last.position.number)
        }
        guard limit == nil || last == nil else {
            throw query.invalid(
                "limit",
                "The query parameter limit must not be given together with last, because last is itself a limit."
            )
        }
    }
}

extension StreamEventID {
    /// Whether it can be in the stream of a device.
    fileprivate var isOfDevice: Bool {
        // A run may have an e in it.
        let parts = scope.split(separator: "r", maxSplits: 1, omittingEmptySubsequences: false)
        let numbers = parts[0].split(separator: "e", omittingEmptySubsequences: false)
        return position.index == 0 && numbers.count <= (parts.count == 1 ? 2 : 1) && parts.last != ""
            && numbers.allSatisfy { text in Int64(text).map { $0 > 0 && "\($0)" == text } ?? false }
    }
}

extension Request {
    /// The id of the last event that a client received before it reconnected. It is in a header, because the URL stays the same.
    ///
    /// - Parameters:
    ///   - example: An id as it should be.
    ///   - isOfStream: Whether the stream can have the id.
    package func lastEventID(
        _ example: String,
        _ isOfStream: (StreamEventID) -> Bool
    ) throws(Problem) -> StreamEventID? {
        guard let text = header(.lastEventID) else { return nil }
        guard let id = StreamEventID(text), isOfStream(id) else { throw .unknownEventID(text, example) }
        return id
    }
}

extension Problem {
    /// `Last-Event-ID` is not an id of an event here.
    package static func unknownEventID(_ id: String, _ example: String) -> Problem {
        Problem(
            .invalidValue,
            """
            Last-Event-ID must be the id of an event of this stream, such as \(example, as: "example"), and is \
            "\(id.shortened, as: "found")".
            """,
            field: "Last-Event-ID"
        )
    }
}
