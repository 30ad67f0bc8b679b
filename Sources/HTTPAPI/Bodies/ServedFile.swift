import Dashboard
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore

/// A file that does not change while the service runs.
struct ServedFile: Sendable {
    /// The media type.
    let type: String
    /// Its entity tag, with the quotes.
    let tag: String
    private let body: ByteBuffer

    init(type: String, bytes: [UInt8]) {
        self.type = type
        // A hash that distinguishes the versions of one file.
        self.tag = "\"\(String(FNV1a.hash(bytes), radix: 16))\""
        self.body = ByteBuffer(bytes: bytes)
    }

    init(_ file: DashboardFile) {
        self.init(type: file.type.rawValue, bytes: file.bytes)
    }

    /// The response, with the content security policy of the dashboard.
    ///
    /// - Parameter isUnchanged: Whether the client has this version, so that 304 is enough.
    fileprivate func response(isUnchanged: Bool) -> Response {
        var headers: HTTPFields = [
            .eTag: tag,
            // The files of another version have the same names, so a browser must revalidate them each time.
            .cacheControl: "no-cache",
            .contentSecurityPolicy: Dashboard.contentSecurityPolicy,
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
    func answer(_ file: ServedFile) throws(Problem) -> Response {
        try refuseQuery()
        return file.response(isUnchanged: alreadyHas(tag: file.tag))
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
