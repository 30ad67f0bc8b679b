import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

/// A request of a client, read whole: all that a command is found in and carried out from.
struct DriverRequest: Sendable {
    let method: HTTPRequest.Method
    /// The path; of WebDriverAgent it names a device, whether or not the client's does.
    let path: DriverPath
    /// The query as it came.
    let query: String
    /// The key under which the request is carried out once.
    let key: String?
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
        self.method = method
        self.path = path
        self.query = query
        self.key = key
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

    /// Whether it opens a session.
    var opensSession: Bool { (try? match.get())?.route.path == DriverRoute.newSession }

    /// Whether it may wait for something to happen.
    var waits: Bool {
        guard let route = try? match.get().route else { return false }
        guard let script else { return route.waits }
        return (try? script.get().script.waits) ?? false
    }

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

/// The path of a request, without the base path.
struct DriverPath: Hashable, Sendable {
    /// The device that the base path names; nil if it names none.
    var device: String?
    /// The parts of the rest, percent-decoded.
    var parts: [String]

    /// Reads a path: `/wd/hub/...` of old suites for Appium, `/devices/{device}/...` for WebDriverAgent. A slash at the end
    /// does not matter.
    ///
    /// - Parameter agentDevice: The device of WebDriverAgent where the path names none.
    init(_ path: String, in dialect: Dialect, agentDevice: DeviceID? = nil) {
        var parts = path.split(separator: "/").map { PercentEncoding.decode($0) ?? String($0) }
        switch dialect {
        case .appium: if parts.prefix(2) == ["wd", "hub"] { parts.removeFirst(2) }
        case .wda:
            device = agentDevice?.description
            if parts.first == "devices", parts.count > 1 {
                device = parts[1]
                parts.removeFirst(2)
            }
        }
        self.parts = parts
    }

    /// The path as text, without the base path.
    var text: String { "/" + parts.joined(separator: "/") }

    /// The path with the device that it names, percent-encoded. It is the same for all paths that mean the same.
    var encoded: String {
        let all = (device.map { ["devices", $0] } ?? []) + parts
        return "/" + all.map(PercentEncoding.encode).joined(separator: "/")
    }
}

/// The protocol that a client speaks: both are WebDriver, with differences in form.
public enum Dialect: String, CaseIterable, Sendable {
    /// Appium, as its XCUITest driver answers.
    case appium
    /// WebDriverAgent, which runs on a device and which that driver talks to.
    case wda
}
