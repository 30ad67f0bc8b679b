import GreenroomServer
import HTTPAPI
import HTTPTypes
import Hummingbird

/// The dashboard.
package struct DashboardFeature: ServerFeature {
    private let dashboard: Dashboard

    package init(_ core: ServerCore) {
        dashboard = Dashboard(core.configuration.features.flatMap { $0.scripts })
    }

    package var routes: [Route] { DashboardEndpoints(dashboard: dashboard).routes }
}

/// The dashboard: a page and the files that it loads. They need no token, because a browser requests them without one; the
/// page asks the user for it when a request needs it.
struct DashboardEndpoints: Sendable {
    let dashboard: Dashboard

    var routes: [Route] {
        let files = dashboard.files.map { file in
            let served = ServedFile(file)
            return Route(.get, file.path, isOpen: true) { request, _ in try request.answer(served) }
        }
        return [page, lessons] + files
    }

    /// Leads to the lessons, which are a part of the page.
    private var lessons: Route {
        Route(.get, Dashboard.lessonsPath, isOpen: true) { request, _ in
            try request.refuseQuery()
            return Response(status: .found, headers: [.location: "\(Dashboard.pagePath)#\(Dashboard.lessonsPath)"])
        }
    }

    /// The page, in the language that the client prefers.
    private var page: Route {
        let page = PageInLanguages(dashboard.pages.map { ($0.language, ServedFile($0.file)) })
        return Route(.get, Dashboard.pagePath, isOpen: true) { request, _ in try page.answer(to: request) }
    }
}

extension ServedFile {
    fileprivate init(_ file: DashboardFile) { self.init(type: file.type.rawValue, bytes: file.bytes) }
}
