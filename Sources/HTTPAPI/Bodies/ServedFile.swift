import Dashboard
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore

/// A file that is the same for as long as the service runs.
struct ServedFile: Sendable {
    /// The media type.
    let type: String
    /// What it is known by, in quotes.
    let tag: String
    private let body: ByteBuffer

    init(type: String, bytes: [UInt8]) {
        self.type = type
        // It need only tell one version of a file from another.
        self.tag = "\"\(String(FNV1a.hash(bytes), radix: 16))\""
        self.body = ByteBuffer(bytes: bytes)
    }

    init(_ file: DashboardFile) {
        self.init(type: file.type.rawValue, bytes: file.bytes)
    }

    /// The answer to one who has it, or has not. A browser may load and do nothing with it but what this server gives.
    fileprivate func response(isKnown: Bool) -> Response {
        var headers: HTTPFields = [
            .eTag: tag,
            // The files of another version have the same names, so a browser asks each time whether they changed.
            .cacheControl: "no-cache",
            .contentSecurityPolicy: Dashboard.contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
        ]
        guard !isKnown else { return Response(status: .notModified, headers: headers) }
        headers[.contentType] = type
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: body))
    }
}

extension Request {
    /// A file as the client wants it: whole, or only the word that it has not changed.
    func answer(_ file: ServedFile) throws(Problem) -> Response {
        try refuseQuery()
        return file.response(isKnown: alreadyHas(tag: file.tag))
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
