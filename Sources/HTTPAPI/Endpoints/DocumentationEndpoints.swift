import HTTPTypes
import Hummingbird

/// The description of the interface, for programs and models. They need no token: they say nothing about the
/// devices of this server.
enum DocumentationEndpoints {
    static let routes = [
        Route(.get, "/openapi.json", isOpen: true) { request, _ in try request.answer(ServedFile.description) },
        Route(.get, LLMsText.path, isOpen: true) { request, _ in try request.answer(ServedFile.forModels) },
    ]
}

// Each is made by its first request, so that it does not delay the start of the service.
extension ServedFile {
    fileprivate static let description = ServedFile(type: MediaType.json, bytes: OpenAPIFile.bytes)

    fileprivate static let forModels = ServedFile(type: MediaType.text, bytes: Array(LLMsText.text.utf8))
}
