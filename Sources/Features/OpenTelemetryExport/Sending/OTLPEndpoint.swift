import Foundation
import LifecycleKernel

/// Where data is sent: the base URL of a receiver of OTLP/HTTP, as `OTEL_EXPORTER_OTLP_ENDPOINT` has it.
package struct OTLPEndpoint: Hashable, Sendable {
    /// The URL without a slash at its end.
    private let base: String

    /// Reads an absolute URL of HTTP or HTTPS; nil for any other text, and for one with a user, a query or a fragment.
    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ (33...126).contains($0) }), text.utf8.count <= Self.longest,
            let url = URLComponents(string: text), let scheme = url.scheme?.lowercased(), let host = url.host,
            !host.isEmpty, scheme == "http" || scheme == "https",
            url.user == nil, url.password == nil, url.query == nil, url.fragment == nil,
            url.port.map({ (1...65_535).contains($0) }) ?? true
        else { return nil }
        var base = text
        while base.hasSuffix("/") { base.removeLast() }
        self.base = base
    }

    private static let longest = 2_048

    func url(_ signal: Signal) -> String { base + signal.path }
}

/// Header fields that a receiver asks for, such as `Authorization`. They are secret, and shown nowhere.
package struct ExportHeaders: Hashable, Sendable {
    /// A field.
    package struct Field: Hashable, Sendable {
        /// Its name.
        package let name: String
        /// Its value.
        package let value: String
    }

    /// A line cannot be read. What stands in it is not shown.
    package struct LineError: Error, Hashable, CustomStringConvertible {
        /// The number of the line, from 1.
        package let line: Int
        /// What is wrong.
        package let problem: String

        package var description: String { "line \(line): \(problem)" }
    }

    /// The fields, in the order of their lines.
    package let fields: [Field]

    /// No fields.
    package static let none = ExportHeaders(fields: [])

    /// Fields that a request has from its client.
    private static let reserved: Set = [
        "content-type", "content-length", "content-encoding", "transfer-encoding", "host", "connection", "user-agent",
    ]

    private init(fields: [Field]) { self.fields = fields }

    /// Reads lines of a name, a colon and a value. Empty lines are left out, and those that begin with `#`.
    ///
    /// - Throws: `LineError` for the first line that is none.
    package init(_ text: String) throws(LineError) {
        var fields: [Field] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.enumerated() {
            guard !line.isEmpty, line.first != "#" else { continue }
            guard let field = Field(line) else {
                throw LineError(
                    line: index + 1,
                    problem: "expected a name of a header, a colon, and a value in visible ASCII"
                )
            }
            guard !Self.reserved.contains(field.name.lowercased()) else {
                throw LineError(line: index + 1, problem: "this header cannot be given")
            }
            fields.append(field)
        }
        self.fields = fields
    }
}

extension ExportHeaders.Field {
    /// Reads a line; nil if it is no field. Source: RFC 9110, 5.1 and 5.5.
    fileprivate init?(_ line: Substring) {
        guard let colon = line.firstIndex(of: ":") else { return nil }
        let name = line[..<colon]
        let value = line[line.index(after: colon)...].withoutBlanks
        guard !name.isEmpty, name.utf8.allSatisfy(Self.isToken), !value.isEmpty,
            value.utf8.allSatisfy({ (32...126).contains($0) || $0 == UInt8(ascii: "\t") })
        else { return nil }
        self.init(name: String(name), value: String(value))
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }
}
