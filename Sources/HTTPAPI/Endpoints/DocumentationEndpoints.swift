import Dashboard
import HTTPTypes
import Hummingbird
import Synchronization
import WireFormat

/// The description of the interface, for programs and for people. Both are open: they tell nothing of what is on the
/// service.
struct DocumentationEndpoints: Sendable {
    private let description: LazyFile

    /// - Parameter version: The version of the service, which the description tells.
    init(version: String) {
        description = LazyFile {
            ServedFile(type: MediaType.json, bytes: JSONText.write(OpenAPIDocument.value(version: version)))
        }
    }

    var routes: [Route] {
        [
            Route(.get, "/openapi.json", isOpen: true) { [description] request, _ in
                try request.answer(description.file)
            },
            Route(.get, "/docs", isOpen: true) { request, _ in try request.answer(ServedFile.documentation) },
        ]
    }
}

/// A file that is made when it is first asked for: a service that nobody asks need not wait for it when it starts.
private final class LazyFile: Sendable {
    private let made = Mutex<ServedFile?>(nil)
    private let make: @Sendable () -> ServedFile

    init(_ make: @escaping @Sendable () -> ServedFile) { self.make = make }

    var file: ServedFile {
        made.withLock { made in
            if let made { return made }
            let file = make()
            made = file
            return file
        }
    }
}

extension ServedFile {
    fileprivate static let documentation = ServedFile(
        type: DashboardFile.MediaType.html.rawValue,
        bytes: Array(DocumentationPage.text.utf8)
    )
}
