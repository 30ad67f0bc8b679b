import Dashboard
import Hummingbird

/// The dashboard: a page and what it loads. They are open, as a browser asks for them without a token; the page asks for
/// it when the interface does.
struct DashboardEndpoints: Sendable {
    var routes: [Route] {
        Dashboard.files.map { file in
            let served = ServedFile(file)
            return Route(.get, file.path, isOpen: true) { request, _ in try request.answer(served) }
        }
    }
}
