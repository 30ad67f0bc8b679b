import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import Synchronization
import WireFormat

/// The state of the service: liveness, readiness, version, metrics.
struct ServiceEndpoints: Sendable {
    let dependencies: APIDependencies

    /// The paths of probes, which may use any host name and any query.
    static let probePaths: Set<String> = ["/livez", "/readyz"]
    /// The path of the metrics.
    static let metricsPath = "/metrics"

    var routes: [Route] {
        [
            Route(.get, "/livez", isOpen: true) { _, _ in .json(Health(status: "ok")) },
            Route(.get, "/readyz", isOpen: true) { _, _ in try ready() },
            Route(.get, "/version", isOpen: true) { request, _ in try version(request) },
            Route(.get, Self.metricsPath) { request, _ in try await metrics(request) },
        ]
    }

    private func ready() throws -> Response {
        let readiness = dependencies.readiness()
        guard readiness == .ready else {
            throw Problem(notReady: readiness)
        }
        return .json(Health(status: readiness.rawValue))
    }

    private func version(_ request: Request) throws -> Response {
        try request.refuseQuery()
        return .json(dependencies.version)
    }

    private func metrics(_ request: Request) async throws -> Response {
        // Scrapers may be configured with parameters of their own, so the query is ignored.
        .text(await dependencies.metricsText(), type: MediaType.prometheus)
    }
}

/// Whether the service can be used.
public enum Readiness: String, CaseIterable, Sendable {
    /// Devices are being recovered, the database has not been reached yet, or the service does not listen yet.
    case starting
    case ready
    /// Devices can be read but not changed, because the store cannot be written.
    case readOnly
    /// It finishes requests in progress, and accepts no new ones.
    case stopping

    /// The value of `Retry-After`, in seconds. A service that stops has to finish and to be restarted first.
    fileprivate var retryAfterSeconds: Int { self == .stopping ? 5 : 1 }

    /// A sentence for people.
    package var detail: Sentence {
        switch self {
        case .starting: "The service is starting: it recovers devices, or waits for its database."
        case .ready: "The service is ready."
        case .readOnly: "Nothing can be changed now, because the server cannot write to its store."
        case .stopping: "The service is stopping."
        }
    }
}

extension Problem {
    /// The service is not ready.
    init(notReady readiness: Readiness) {
        self.init(
            .notReady,
            readiness.detail,
            state: readiness.rawValue,
            headers: [.retryAfter: String(readiness.retryAfterSeconds)]
        )
    }
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
    package func write(to sink: inout some FieldSink) {
        sink.put("version", service)
        sink.put("kernelVersion", kernel)
    }
}

private struct Health: FieldWritable {
    let status: String

    func write(to sink: inout some FieldSink) { sink.put("status", status) }
}

/// The description of the interface, for programs. It needs no token: it says nothing about the devices of this server.
///
/// It is the file as it is, without the operations of features that were left out of the build.
struct DocumentationEndpoints: Sendable {
    private let file: LazyFile

    /// Describes some routes, and this one.
    init(of routes: [Route]) {
        let described = Set(routes.map { "\($0.method.rawValue) \($0.path)" } + ["GET \(Self.path)"])
        file = LazyFile {
            ServedFile(type: MediaType.json, bytes: OpenAPIFile.bytes(describing: described))
        }
    }

    private static let path = "/openapi.json"

    var routes: [Route] {
        [Route(.get, Self.path, isOpen: true) { [file] request, _ in try request.answer(file.value) }]
    }
}

/// A file that is made by the first request for it, so that it does not delay the start of the service.
private final class LazyFile: Sendable {
    private let made = Mutex<ServedFile?>(nil)
    private let make: @Sendable () -> ServedFile

    init(_ make: @escaping @Sendable () -> ServedFile) { self.make = make }

    var value: ServedFile {
        made.withLock { made in
            let file = made ?? make()
            made = file
            return file
        }
    }
}

/// The rules of iOS: each with its values, where it is known from, and what disputes it.
struct RulebookEndpoints: Sendable {
    /// The table never changes, so its text is made once.
    private let table = ByteBuffer(bytes: JSONText.write(RuleTable()))

    var routes: [Route] {
        [
            Route(.get, "/v1/rulebook") { request, _ in try whole(request) },
            Route(.get, "/v1/rulebook/{profile}", profile),
        ]
    }

    private func whole(_ request: Request) throws -> Response {
        try request.refuseQuery()
        return Response(status: .ok, headers: [.contentType: MediaType.json], body: .init(byteBuffer: table))
    }

    @Sendable private func profile(_ request: Request, _ context: APIRequestContext) throws -> Response {
        try request.refuseQuery()
        let name = context.parameter("profile")
        guard let profile = RuleProfile(exactly: name) else {
            throw Problem(
                .unknownProfile,
                "There is no rule profile \"\(name.shortened, as: "profile")\".",
                accepted: RuleProfile.allCases.map(\.rawValue)
            )
        }
        return .json(Rulebook(profile))
    }
}
