import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// A file that does not change while the service runs.
package struct ServedFile: Sendable {
    /// The media type.
    package let type: String
    /// Its entity tag, with the quotes.
    package let tag: String
    private let body: ByteBuffer

    package init(type: String, bytes: [UInt8]) {
        self.type = type
        // A hash that distinguishes the versions of one file.
        self.tag = "\"\(String(FNV1a.hash(bytes), radix: 16))\""
        self.body = ByteBuffer(bytes: bytes)
    }

    /// What a browser may load and do on a page: what this server gives it, and nothing else.
    package static let contentSecurityPolicy = """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; \
        form-action 'none'; frame-ancestors 'none'
        """

    /// The response, with the content security policy.
    ///
    /// - Parameter isUnchanged: Whether the client has this version, so that 304 is enough.
    fileprivate func response(isUnchanged: Bool) -> Response {
        var headers: HTTPFields = [
            .eTag: tag,
            // The files of another version have the same names, so a browser must revalidate them each time.
            .cacheControl: "no-cache",
            .contentSecurityPolicy: Self.contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
        ]
        guard !isUnchanged else { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }
}

extension Request {
    /// Answers with a file, or with 304 if the client has this version.
    package func answer(_ file: ServedFile) throws(Problem) -> Response {
        try refuseQuery()
        return file.response(isUnchanged: alreadyHas(tag: file.tag))
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}

/// A page, as it is in each language; the first is for readers of any other language.
package struct PageInLanguages: Sendable {
    private let files: [(language: String, file: ServedFile)]

    package init(_ files: [(language: String, file: ServedFile)]) { self.files = files }

    /// Writes it in each `Language`.
    package init(_ write: (Language) -> ServedFile) {
        files = Language.allCases.map { ($0.rawValue, write($0)) }
    }

    /// The answer in the language that the client prefers.
    package func answer(to request: Request) throws(Problem) -> Response {
        let preferred = files[request.preferredLanguage(of: files.map(\.language))]
        var response = try request.answer(preferred.file)
        response.headers[.contentLanguage] = preferred.language
        response.headers[.vary] = "Accept-Language"
        return response
    }
}

extension Request {
    /// The language that the client prefers of those in which the server speaks.
    var language: Language { Language.allCases[preferredLanguage(of: Self.languageTags)] }

    private static let languageTags = Language.allCases.map(\.rawValue)

    /// The index of the language that the client prefers of those offered (RFC 9110, 12.5.4); 0 if it accepts none of them.
    ///
    /// Languages are compared without scripts and regions: a reader of `zh-TW` is better served with `zh-Hans` than with
    /// English. Of two with the same weight the first in the header is preferred.
    ///
    /// - Parameter offered: BCP 47 tags; `*` in the header stands for the first.
    package func preferredLanguage(of offered: [String]) -> Int {
        guard let header = header(.acceptLanguage) else { return 0 }
        var best = (index: 0, weight: 0)
        for entry in header.split(separator: ",") {
            guard let weight = EntryWeight.of(entry), weight > best.weight else { continue }
            let range = entry.prefix { $0 != ";" }.filter { !" \t".contains($0) }
            let index = range == "*" ? 0 : offered.firstIndex { $0.primaryLanguage == range.primaryLanguage }
            if let index { best = (index, weight) }
        }
        return best.index
    }
}

extension String {
    /// The language of a tag without script and region, in lower case.
    fileprivate var primaryLanguage: String { prefix { $0 != "-" }.lowercased() }
}
