import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import Testing

@testable import HTTPAPI

/// A request without a body.
private func request(_ path: String, _ headers: HTTPFields = [:]) -> Request {
    Request(
        head: HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: path, headerFields: headers),
        body: RequestBody(buffer: ByteBuffer())
    )
}

@Suite("Queries")
struct QueryReaderTests {
    @Test("Numbers within their range are read")
    func readsNumbers() throws {
        var query = try QueryReader(request("/x?limit=7&after=0"))
        #expect(try query.integer("limit", in: 1...1_000) == 7)
        #expect(try query.integer("after", in: UInt64(0)...UInt64.max) == 0)
        #expect(try query.integer("last", in: 1...1_000) == nil)
        try query.finish()
    }

    @Test(
        "Numbers that are none, or beyond their range, are refused by name",
        arguments: [
            "0", "1001", "-1", "", "1.5", "abc", "99999999999999999999999", "0x10", "1e2", "%31%30%30%31", "NaN", " 5",
        ]
    )
    func refusesNumbers(text: String) throws {
        let path = "/x?limit=" + text.split(separator: " ", omittingEmptySubsequences: false).joined(separator: "%20")
        var query = try QueryReader(request(path))
        let problem = #expect(throws: Problem.self) { try query.integer("limit", in: 1...1_000) }
        #expect(problem?.code == .invalidValue)
        #expect(problem?.field == "limit")
    }

    @Test("An unknown parameter is refused, and the known ones are listed")
    func refusesUnknown() throws {
        var query = try QueryReader(request("/x?limit=7&limti=8"))
        _ = try query.integer("limit", in: 1...1_000)
        let problem = #expect(throws: Problem.self) { try query.finish() }
        #expect(problem?.code == .unknownField)
        #expect(problem?.field == "limti")
        #expect(problem?.accepted == ["limit"])
    }

    @Test("A parameter given twice is refused")
    func refusesTwice() throws {
        var query = try QueryReader(request("/x?limit=7&limit=8"))
        let problem = #expect(throws: Problem.self) { try query.integer("limit", in: 1...1_000) }
        #expect(problem?.code == .invalidValue)
    }

    @Test("A query that is not percent-encoded UTF-8 is refused", arguments: ["/x?a=%", "/x?a=%FF", "/x?%zz=1"])
    func refusesBadEncoding(path: String) {
        let problem = #expect(throws: Problem.self) { try QueryReader(request(path)) }
        #expect(problem?.code == .invalidValue)
    }

    static let lengths: [(String, Milliseconds)] = [("0", 0), ("1.5", 1_500), ("60", 60_000), ("0.0004", 0)]

    @Test("Lengths of time are decimal numbers", arguments: lengths)
    func readsSeconds(text: String, expected: Milliseconds) throws {
        var query = try QueryReader(request("/x?waitSeconds=" + text))
        #expect(try query.seconds("waitSeconds", in: 0...60) == expected)
    }

    @Test(
        "Other lengths of time are refused",
        arguments: ["-1", "60.001", "nan", "inf", "1e1", "0x1", "", ".", "1.2.3"]
    )
    func refusesSeconds(text: String) throws {
        var query = try QueryReader(request("/x?waitSeconds=" + text))
        #expect(throws: Problem.self) { try query.seconds("waitSeconds", in: 0...60) }
    }
}

@Suite("Media types")
struct MediaTypeTests {
    @Test(
        "JSON is JSON in any spelling, as long as it is UTF-8",
        arguments: [
            "application/json", "Application/JSON", "application/json; charset=utf-8",
            "application/json;charset=\"UTF-8\"",
            "application/json ; profile=x",
        ]
    )
    func takesJSON(header: String) throws {
        #expect(try request("/", [.contentType: header]).mediaType(oneOf: [MediaType.json]) == "application/json")
    }

    @Test(
        "Other media types are refused and the right one is named",
        arguments: [
            "text/plain", "application/xml", "application/json; charset=utf-16", "", "application/problem+json",
        ]
    )
    func refusesOthers(header: String) {
        let problem = #expect(throws: Problem.self) {
            try request("/", [.contentType: header]).mediaType(oneOf: [MediaType.json])
        }
        #expect(problem?.code == .unsupportedMediaType)
        #expect(problem?.accepted == ["application/json"])
    }

    @Test(
        "The client gets what it takes",
        arguments: [
            (nil, "application/json"), ("*/*", "application/json"), ("text/plain", "text/plain"),
            ("text/*", "text/plain"), ("application/*", "application/json"),
            ("text/html, text/plain;q=0.5, */*;q=0.1", "text/plain"), ("TEXT/PLAIN", "text/plain"),
            ("text/plain;q=0.1, application/json", "application/json"),
            ("text/plain, application/json;q=0.999", "text/plain"), ("text/plain, application/json", "text/plain"),
            ("*/*, application/json;q=0.5", "text/plain"), ("application/json;q=0, */*;q=0.1", "text/plain"),
            ("text/*;q=0.9, text/plain;q=0.1, application/*;q=0.5", "application/json"),
            ("text/plain; charset=utf-8 ; Q=0.2, application/json;q=0.3", "application/json"),
            ("text/plain;q=2, application/json;q=0.1", "application/json"),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "application/json"),
        ] as [(String?, String)]
    )
    func negotiates(accept: String?, type: String) throws {
        let request = request("/", accept.map { [.accept: $0] } ?? [:])
        #expect(try request.preferredType(of: ["application/json", "text/plain"]) == type)
    }

    @Test(
        "A client that accepts no available type gets a list of the available ones",
        arguments: ["text/event-stream", "application/json;q=0", "application/json;q=0.000, */*;q=0"]
    )
    func refusesToServe(accept: String) {
        let problem = #expect(throws: Problem.self) {
            try request("/", [.accept: accept]).preferredType(of: ["application/json"])
        }
        #expect(problem?.code == .notAcceptable)
    }
}

@Suite("Entity tags")
struct EntityTagTests {
    @Test(
        "A client has what it names",
        arguments: [
            ("\"17\"", true), ("W/\"17\"", true), ("*", true), ("\"1\", \"17\"", true), ("\"1\",,W/\"17\"", true),
            ("\"a,b\", \"17\"", true), ("\"18\"", false), ("\"17-0\"", false), ("17", false), ("\"17", false),
            ("\"1\" \"17\"", false), ("", false),
        ]
    )
    func alreadyHas(header: String, expected: Bool) {
        #expect(request("/", [.ifNoneMatch: header]).alreadyHas(tag: EntityTag(17).header) == expected)
    }

    @Test("The tags of two bodies at the same sequence differ, and those of the same body do not")
    func digests() {
        let bodies = ["", "a", "b", "aaaaaaaa", "aaaaaaab", "aaaaaaaaa", "aaaaaaa", "\0", "\0\0"].map { Array($0.utf8) }
        #expect(Set(bodies.map { EntityTag(17, body: $0).header }).count == bodies.count)
        for body in bodies { #expect(EntityTag(17, body: body) == EntityTag(17, body: body)) }
        #expect(EntityTag(17, body: bodies[1]).header != EntityTag(18, body: bodies[1]).header)
    }

    @Test("Without a condition any sequence will do", arguments: [nil, "*"] as [String?])
    func expectsNothing(header: String?) throws {
        #expect(try request("/", header.map { [.ifMatch: $0] } ?? [:]).expectedSequences() == nil)
    }

    @Test(
        "Tags of ours name sequences",
        arguments: [
            ("\"17\"", [17]), ("\"0\"", [0]), (" \"5\" ", [5]), ("\"1\",\"2\"", [1, 2]), ("\"17-9f3a\"", [17]),
            ("\"x\", \"3\"", [3]), ("W/\"1\" , \"3-1\"", [3]),
        ] as [(String, [SequenceNumber])]
    )
    func expects(header: String, sequences: [SequenceNumber]) throws {
        #expect(try request("/", [.ifMatch: header]).expectedSequences() == sequences)
    }

    @Test("A tag that is given is one that is read, whatever the body")
    func roundTrip() throws {
        for length in 0..<40 {
            let tag = EntityTag(17, body: Array(repeating: 0x61, count: length)).header
            #expect(try request("/", [.ifMatch: tag]).expectedSequences() == [17])
            #expect(tag.wholeMatch(of: try Regex(EntityTag.pattern)) != nil)
        }
    }

    @Test(
        "A tag that cannot be ours never matches",
        arguments: [
            "17", "\"x\"", "\"017\"", "W/\"17\"", "\"-1\"", "\"99999999999999999999\"", "\"", "\"\"", "\"17-\"",
            "\"17-0f\"", "\"17-g\"", "\"17-1-1\"", "\"1\" \"17\"", "",
        ]
    )
    func refuses(header: String) {
        let problem = #expect(throws: Problem.self) { try request("/", [.ifMatch: header]).expectedSequences() }
        #expect(problem?.code == .preconditionFailed)
    }
}

@Suite("Lines of a batch")
struct LineSplitterTests {
    /// The lines of a text that arrives in pieces of some size.
    private func lines(_ text: String, limit: Int = 8, pieces: Int = 3) async -> [LineSplitter.Line] {
        var splitter = LineSplitter(limit: limit)
        var lines: [LineSplitter.Line] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            await splitter.feed(rest.prefix(pieces)) { lines.append($0) }
            rest = rest.dropFirst(pieces)
        }
        if let last = splitter.finish() { lines.append(last) }
        return lines
    }

    @Test("Lines are the same however they arrive", arguments: [1, 2, 3, 5, 100])
    func linesDoNotDependOnPieces(pieces: Int) async {
        let expected: [LineSplitter.Line] = ["ab", "", "cd", "efgh"].map { .bytes(Array($0.utf8)) }
        #expect(await lines("ab\n\ncd\r\nefgh", pieces: pieces) == expected)
        #expect(await lines("ab\n\ncd\r\nefgh\n", pieces: pieces) == expected)
    }

    @Test("A line at the limit is kept, one byte more is not, and the next line is unharmed", arguments: [1, 4, 100])
    func longLinesAreDropped(pieces: Int) async {
        let found = await lines("12345678\n123456789\nab", limit: 8, pieces: pieces)
        #expect(found == [.bytes(Array("12345678".utf8)), .tooLong, .bytes(Array("ab".utf8))])
    }

    @Test("An empty stream has no line")
    func emptyStream() async {
        #expect(await lines("").isEmpty)
    }
}

@Suite("Tokens")
struct TokenTests {
    @Test(
        "Only the token itself is equal to the token",
        arguments: [
            ("secret", true), ("secreT", false), ("secre", false), ("secrets", false), ("", false),
            ("secretsecret", false),
        ]
    )
    func comparison(given: String, expected: Bool) {
        #expect(Authorization.areEqual(Array(given.utf8), Array("secret".utf8)) == expected)
    }

    @Test("An empty token lets nobody in")
    func emptyToken() {
        #expect(!Authorization.areEqual([], []))
    }
}
