import Dashboard
import HTTPTypes
import Hummingbird

/// The dashboard: a page and the files that it loads. They need no token, because a browser requests them without one; the
/// page asks the user for it when a request needs it.
struct DashboardEndpoints: Sendable {
    var routes: [Route] {
        let files = Dashboard.files.map { file in
            let served = ServedFile(file)
            return Route(.get, file.path, isOpen: true) { request, _ in try request.answer(served) }
        }
        return [page] + files
    }

    /// The page, in the language that the client prefers.
    private var page: Route {
        let pages = Dashboard.pages.map { (language: $0.language, file: ServedFile($0.file)) }
        return Route(.get, Dashboard.pagePath, isOpen: true) { request, _ in
            let preferred = request.preferredLanguage(of: pages.map(\.language))
            var response = try request.answer(pages[preferred].file)
            response.headers[.contentLanguage] = pages[preferred].language
            response.headers[.vary] = "Accept-Language"
            return response
        }
    }
}
