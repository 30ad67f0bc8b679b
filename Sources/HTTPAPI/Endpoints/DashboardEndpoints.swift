import Dashboard
import Hummingbird

/// The dashboard: a page and the files that it loads. They need no token, because a browser requests them without one; the
/// page asks the user for it when a request needs it.
struct DashboardEndpoints: Sendable {
    var routes: [Route] {
        Dashboard.files.map { file in
            let served = ServedFile(file)
            return Route(.get, file.path, isOpen: true) { request, _ in try request.answer(served) }
        }
    }
}
