import HTTPTypes
import Hummingbird

/// The tag of a resource: the sequence of its device's last record when it was read.
struct EntityTag: Hashable, Sendable {
    let sequence: UInt64

    /// The tag as headers carry it.
    var header: String { "\"\(sequence)\"" }

    /// Reads a strong tag of ours; nil for anything else.
    private init?(_ text: some StringProtocol) {
        let text = text.drop { $0 == " " }
        guard text.first == "\"", let end = text.dropFirst().firstIndex(of: "\"") else { return nil }
        let digits = text[text.index(after: text.startIndex)..<end]
        guard text[text.index(after: end)...].allSatisfy({ $0 == " " }), let sequence = UInt64(digits),
            String(sequence) == digits
        else { return nil }
        self.sequence = sequence
    }

    init(_ sequence: UInt64) { self.sequence = sequence }

    /// The tags listed in a header.
    fileprivate static func list(_ header: String) -> [EntityTag?] {
        header.split(separator: ",").map { EntityTag($0) }
    }
}

extension Request {
    /// Whether the client already has the resource as it is: `If-None-Match` names its tag, or is `*`.
    func alreadyHas(_ tag: EntityTag) -> Bool { alreadyHas(tag: tag.header) }

    /// Whether the client already has what this tag, in its quotes, stands for.
    func alreadyHas(tag: String) -> Bool {
        guard let header = header(.ifNoneMatch) else { return false }
        if header == "*" { return true }
        // Comparison is weak here (RFC 9110, 13.1.2): a proxy may have marked the tag so.
        return header.split(separator: ",").contains { part in
            let part = part.drop { $0 == " " }
            return (part.hasPrefix("W/") ? part.dropFirst(2) : part) == tag
        }
    }

    /// The sequence at which the device must stand for the request to be carried out; nil when it may stand anywhere.
    ///
    /// - Throws: `precondition-failed` for a tag that no resource here can have.
    func expectedSequence() throws(Problem) -> UInt64? {
        guard let header = header(.ifMatch), header != "*" else { return nil }
        let tags = EntityTag.list(header)
        guard tags.count == 1, let tag = tags[0] else {
            throw Problem(
                .preconditionFailed,
                "If-Match must be one entity tag as this service gives them, such as \"17\", or *.",
                field: "If-Match"
            )
        }
        return tag.sequence
    }
}
