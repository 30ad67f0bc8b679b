import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Synchronization

/// Adds answered requests to the log, but for those that nobody asks about.
struct RequestRecorder: Sendable {
    private let log: RequestLog
    /// The paths of probes, descriptions, the dashboard's files, the metrics, and the log itself.
    private let omittedPaths: Set<String>
    let routes: RouteTable

    /// Makes a recorder.
    init(_ log: RequestLog, _ routes: RouteTable) {
        self.log = log
        omittedPaths = routes.openPaths.union([ServiceEndpoints.metricsPath, RequestEndpoints.path])
        self.routes = routes
    }

    /// A trace for a request that may have a body; nil for one that has none, or if nothing is kept.
    func trace(_ request: Request) -> RequestTrace? {
        switch request.method {
        case _ where log.capacity == 0: nil
        case .get, .head: nil
        default: RequestTrace()
        }
    }

    /// Adds a request that has been answered.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: Its context, which knows its route.
    ///   - id: Its id.
    ///   - answer: The status of the answer, and the problem if it was refused.
    ///   - duration: How long the answer took.
    ///   - trace: What has been read of its body.
    func record(
        _ request: Request,
        _ context: APIRequestContext,
        id: String,
        answer: (status: HTTPResponse.Status, problem: Problem?),
        after duration: Duration,
        trace: RequestTrace?
    ) {
        let route = context.endpointPath ?? ""
        guard log.capacity > 0, !omittedPaths.contains(route), !isOfDashboard(request) else { return }
        let path = routes.loggablePath(of: request)
        var logged = LoggedRequest(request.method, path: path, id: id, status: answer.status, after: duration)
        logged.device = context.coreContext.parameters.get("device").flatMap { DeviceID($0) }
        logged.problem = answer.problem
        logged.trace = routes.secretPaths.contains(route) ? nil : trace
        log.add(logged)
    }

    /// Whether the dashboard reads something, which it does every other second. What a person changes there is kept.
    private func isOfDashboard(_ request: Request) -> Bool {
        guard request.method == .get || request.method == .head else { return false }
        return request.header(.secFetchSite) == "same-origin"
    }
}

/// Collects the body of a request while it is being read.
///
/// Each endpoint reads bodies in its own way, so the trace is a value of the task, as the context of a distributed trace is.
final class RequestTrace: Sendable {
    /// The trace of the request that this task answers; nil if its body is not kept.
    @TaskLocal static var current: RequestTrace?

    private let sent = Mutex<SentBody?>(nil)

    /// What was read so far; nil if nothing was.
    var body: SentBody? { sent.withLock { $0 } }

    /// Notes what was read next.
    func note(_ bytes: some Collection<UInt8>) {
        guard !bytes.isEmpty else { return }
        sent.withLock { sent in
            var body = sent ?? SentBody()
            body.add(bytes)
            sent = body
        }
    }
}
