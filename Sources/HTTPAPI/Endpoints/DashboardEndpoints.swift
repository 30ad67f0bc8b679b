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
        let page = PageInLanguages(Dashboard.pages.map { ($0.language, ServedFile($0.file)) })
        return Route(.get, Dashboard.pagePath, isOpen: true) { request, _ in try page.answer(to: request) }
    }
}
