import Dashboard
import HTTPTypes
import Hummingbird

/// The description of the interface, for programs and for people. Both are open: they tell nothing of what is on the
/// service.
enum DocumentationEndpoints {
    static let routes = [
        Route(.get, "/openapi.json", isOpen: true) { request, _ in try request.answer(ServedFile.description) },
        Route(.get, "/docs", isOpen: true) { request, _ in try request.answer(ServedFile.documentation) },
    ]
}

// Each is made when it is first asked for: a service that nobody asks need not wait for it when it starts.
extension ServedFile {
    fileprivate static let description = ServedFile(type: MediaType.json, bytes: OpenAPIFile.bytes)

    fileprivate static let documentation = ServedFile(
        type: DashboardFile.MediaType.html.rawValue,
        bytes: Array(DocumentationPage.text.utf8)
    )
}
