import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import Synchronization

/// The log line of a request, at the level debug, written when it has been answered or, for a stream, when it ends.
///
/// It has neither headers nor the query, which could contain a token or another secret.
package struct AccessLogEntry: Sendable {
    private let method: String
    private let path: String
    private let client: String
    private let id: String
    private let logger: Logger

    /// Longer paths are cut in the log. No route has one.
    private static let maximumPathLength = 256

    /// Makes an entry when a request arrives; nil if the log level excludes it.
    ///
    /// - Parameter routes: The routes, which know which paths may have a secret.
    package init?(_ request: Request, _ context: APIRequestContext, id: String, routes: RouteTable = .none) {
        guard context.logger.logLevel <= .debug else { return nil }
        method = request.method.rawValue
        path = String(routes.loggablePath(of: request).prefix(bytes: Self.maximumPathLength))
        let address = context.clientAddress
        client = address?.ipAddress.map { "\($0):\(address?.port ?? 0)" } ?? "unknown"
        logger = context.requestLogger
        self.id = id
    }

    /// Writes the line.
    package func log(_ status: HTTPResponse.Status, after duration: Duration) {
        logger.debug(
            "request",
            metadata: [
                "id": "\(id)", "method": "\(method)", "path": "\(path)", "status": .stringConvertible(status.code),
                "milliseconds": .stringConvertible(Self.milliseconds(duration)), "client": "\(client)",
            ]
        )
    }

    /// A duration in milliseconds, rounded to three decimals.
    private static func milliseconds(_ duration: Duration) -> Double {
        (duration / .microseconds(1)).rounded() / 1_000
    }
}

extension Request {
    /// The id of the request: the client's own if it is safe to repeat, otherwise a new one.
    package var givenOrNewID: String {
        guard let given = header(.requestID), Self.isRequestID(given) else { return RequestIDs.next() }
        return given
    }

    /// Whether a text is 1 to 64 letters, digits, hyphens, dots and underscores.
    private static func isRequestID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }
}

/// Makes ids of requests, such as `9f3a61c2-17`. They are cheap, because each request gets one.
enum RequestIDs {
    /// Identifies this run of the process.
    private static let run = String(UInt32.random(in: 0x1000_0000 ... .max), radix: 16) + "-"
    private static let last = Atomic<UInt64>(0)

    static func next() -> String {
        run + String(last.add(1, ordering: .relaxed).newValue)
    }
}

extension HTTPField.Name {
    /// The id of a request in the log.
    package static let requestID = Self("X-Request-Id")!
}
