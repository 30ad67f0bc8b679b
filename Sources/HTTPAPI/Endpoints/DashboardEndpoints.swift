import Dashboard
import HTTPTypes
import Hummingbird
import NIOCore

/// The dashboard: a page and what it loads. They are open, as a browser asks for them without a token; the page asks for
/// it when the interface does.
struct DashboardEndpoints: Sendable {
    var routes: [Route] {
        Dashboard.files.map { file in
            Route(.get, file.path, isOpen: true) { request, _ in try answer(request, file) }
        }
    }

    private func answer(_ request: Request, _ file: DashboardFile) throws -> Response {
        try request.refuseQuery()
        let headers: HTTPFields = [
            .eTag: "\"\(file.tag)\"",
            // The files of another version have the same names, so a browser asks each time whether they changed.
            .cacheControl: "no-cache",
            .contentSecurityPolicy: Dashboard.contentSecurityPolicy,
            .xContentTypeOptions: "nosniff",
            .referrerPolicy: "no-referrer",
        ]
        guard !request.alreadyHas(tag: "\"\(file.tag)\"") else {
            return Response(status: .notModified, headers: headers)
        }
        return Response(
            status: .ok,
            headers: headers.adding(.contentType, file.type.rawValue),
            body: .init(byteBuffer: ByteBuffer(bytes: file.bytes))
        )
    }
}

extension HTTPFields {
    fileprivate func adding(_ name: HTTPField.Name, _ value: String) -> HTTPFields {
        var fields = self
        fields[name] = value
        return fields
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = Self("Referrer-Policy")!
}
