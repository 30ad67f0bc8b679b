import Hummingbird
import LifecycleKernel

/// What the service says about itself: that it lives, whether it is ready, its version, its metrics.
struct ServiceEndpoints: Sendable {
    let dependencies: APIDependencies

    var routes: [Route] {
        [
            Route(.get, "/livez", isOpen: true) { request, _ in try live(request) },
            Route(.get, "/readyz", isOpen: true) { request, _ in try ready(request) },
            Route(.get, "/version", isOpen: true) { request, _ in try version(request) },
            Route(.get, "/metrics") { request, _ in try await metrics(request) },
        ]
    }

    private func live(_ request: Request) throws -> Response {
        try QueryReader(request).finish()
        return .json(Health(status: "ok"))
    }

    private func ready(_ request: Request) throws -> Response {
        try QueryReader(request).finish()
        let readiness = dependencies.readiness()
        guard readiness == .ready else {
            throw Problem(
                .notReady,
                "The service is \(readiness.rawValue).",
                state: readiness.rawValue,
                headers: [.retryAfter: "1"]
            )
        }
        return .json(Health(status: readiness.rawValue))
    }

    private func version(_ request: Request) throws -> Response {
        try QueryReader(request).finish()
        return .json(dependencies.version)
    }

    private func metrics(_ request: Request) async throws -> Response {
        // Scrapers are configured with parameters of their own, so the query is not looked at.
        .text(await dependencies.metricsText(), type: MediaType.prometheus)
    }
}

/// Whether the service can be used.
public enum Readiness: String, CaseIterable, Sendable {
    /// It recovers, or does not listen yet.
    case starting
    case ready
    /// It finishes what is in progress, and takes nothing new.
    case stopping
}

/// Which version of the service and of its kernel this is.
public struct ServiceVersion: FieldWritable, Sendable {
    /// The version of the service.
    public var service: String
    /// The version of the kernel: with another one, the same inputs may give other records.
    public var kernel: String

    /// Makes a version.
    public init(service: String, kernel: String) {
        self.service = service
        self.kernel = kernel
    }

    /// Puts both.
    public func write(to sink: inout some FieldSink) {
        sink.put("version", service)
        sink.put("kernelVersion", kernel)
    }
}

private struct Health: FieldWritable {
    let status: String

    func write(to sink: inout some FieldSink) { sink.put("status", status) }
}
