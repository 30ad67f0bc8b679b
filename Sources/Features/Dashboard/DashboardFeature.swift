import GreenroomServer
import HTTPAPI
import HTTPTypes
import Hummingbird

/// The dashboard.
package struct DashboardFeature: ServerFeature {
    package init(_ core: ServerCore) {}

    package var routes: [Route] { DashboardEndpoints().routes }
}

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

extension ServedFile {
    fileprivate init(_ file: DashboardFile) { self.init(type: file.type.rawValue, bytes: file.bytes) }
}
