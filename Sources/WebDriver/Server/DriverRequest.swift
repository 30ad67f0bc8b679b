import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

/// A request of a client, read whole: all that a command is found in and carried out from, at whichever server.
struct DriverRequest: Sendable {
    let dialect: Dialect
    let method: HTTPRequest.Method
    /// The path; of WebDriverAgent it names a device, whether or not the client's does.
    let path: DriverPath
    /// The query as it came.
    let query: String
    /// The key under which the request is carried out once.
    let key: String?
    let body: [UInt8]
    /// The route, or why there is none.
    let match: Result<DriverRoute.Match, DriverError>
    /// The body as an object, or why it is none.
    let arguments: Result<Arguments, any Error>
    /// The script that the body names with its arguments, or why it names none; nil where the route runs no script.
    let script: Result<(script: Script, arguments: Arguments), any Error>?

    /// Makes a request.
    init(
        _ dialect: Dialect,
        _ method: HTTPRequest.Method,
        _ path: DriverPath,
        query: String,
        key: String?,
        body: [UInt8]
    ) {
        self.dialect = dialect
        self.method = method
        self.path = path
        self.query = query
        self.key = key
        self.body = body
        let match = Result { () throws(DriverError) in try DriverRoute.match(method, path, in: dialect) }
        let arguments = Result { try Self.arguments(body) }
        self.match = match
        self.arguments = arguments
        let runsScript = (try? match.get().route.runsScript) ?? false
        script = runsScript ? Result { try Script.parse(arguments.get()) } : nil
    }

    /// What it is called in metrics before its command is known.
    var name: String { Self.name(match) }

    static func name(_ match: Result<DriverRoute.Match, DriverError>) -> String {
        (try? match.get())?.route.name ?? "other"
    }

    /// Whether it may wait for something to happen.
    var waits: Bool {
        guard let route = try? match.get().route else { return false }
        guard let script else { return route.waits }
        return (try? script.get().script.waits) ?? false
    }

    /// Whether it changes nothing, so that it can be carried out again.
    var isReading: Bool { method == .get || method == .head }

    /// The parameters of the query.
    var parameters: [String: String] {
        var parameters: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(parts[0], plusIsSpace: true) else { continue }
            parameters[name] = parts.count > 1 ? PercentEncoding.decode(parts[1], plusIsSpace: true) ?? "" : ""
        }
        return parameters
    }

    /// The body of a request as an object; an empty one is an object without members.
    ///
    /// - Throws: `invalid argument`, or a `Rejection`.
    private static func arguments(_ bytes: [UInt8]) throws -> Arguments {
        guard bytes.contains(where: { !" \t\r\n".utf8.contains($0) }) else { return .none }
        let value = try JSONText.parse(bytes)
        switch value {
        case .object: return Arguments(value)
        // Some clients send it where they have nothing to say.
        case .null: return .none
        case .bool, .integer, .number, .string, .array:
            throw DriverError(.invalidArgument, "The body must be a JSON object.")
        }
    }
}

extension DriverRequest {
    /// The request as it is sent to another server.
    var forwarded: ForwardedCommand {
        ForwardedCommand(
            dialect: dialect.rawValue,
            method: method,
            path: path.encoded,
            query: query,
            idempotencyKey: key,
            body: body
        )
    }

    /// Reads the request that another server has sent; nil if it is of a protocol that is not known here.
    init?(_ command: ForwardedCommand) {
        guard let dialect = Dialect(rawValue: command.dialect) else { return nil }
        self.init(
            dialect,
            command.method,
            DriverPath(command.path, in: dialect),
            query: command.query,
            key: command.idempotencyKey,
            body: command.body
        )
    }
}
