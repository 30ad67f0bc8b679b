import DeviceHost
import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

/// What a command answers: a value, or text that is no JSON.
enum Reply: Hashable, Sendable {
    case value(Value)
    case text(String)
}

/// An answer in memory, so that it can be given again.
struct DriverAnswer: Hashable, Sendable {
    var status: HTTPResponse.Status
    var type: String
    var body: [UInt8]
    /// The command that was carried out or failed; nil for an answer that is not counted, as one that is given again.
    var command: CommandOutcome?
    /// The device that the command is about; nil if it is not known.
    var device: DeviceID?
    /// What is wrong, for the log of requests; nil for an answer that is no error.
    var refusal: String?

    /// The same answer, given again.
    var repeated: DriverAnswer {
        var answer = self
        answer.command = nil
        return answer
    }

    /// The media type of every answer but text.
    static let json = "application/json; charset=utf-8"

    /// The answer with what a command has returned or thrown.
    ///
    /// - Parameters:
    ///   - result: What was returned or thrown.
    ///   - dialect: The dialect, which has its own form of errors.
    ///   - session: The active session of the device; WebDriverAgent names it in every answer.
    init(_ result: Result<Reply, DriverError>, in dialect: Dialect, session: String?) {
        switch result {
        case .success(.text(let text)):
            self.init(status: .ok, type: "text/plain; charset=utf-8", body: Array(text.utf8))
        case .success(.value(let value)):
            self.init(status: .ok, type: Self.json, body: Self.body(value, in: dialect, session: session))
        case .failure(let error):
            let value = error.document(in: dialect)
            self.init(
                status: error.kind.status,
                type: Self.json,
                body: Self.body(value, in: dialect, session: session)
            )
            refusal = "\(error.kind.rawValue): \(error.message)"
        }
    }

    /// Makes an answer.
    init(status: HTTPResponse.Status, type: String, body: [UInt8]) {
        self.status = status
        self.type = type
        self.body = body
    }

    private static func body(_ value: Value, in dialect: Dialect, session: String?) -> [UInt8] {
        switch dialect {
        case .appium: JSONText.write(["value": value] as Value)
        case .wda: JSONText.write(["value": value, "sessionId": session.map(Value.string) ?? .null] as Value)
        }
    }

    private var fields: HTTPFields { [.contentType: type, .cacheControl: "no-cache"] }

    /// The answer to a request that cannot be parsed.
    var errorDocument: ErrorDocument { ErrorDocument(status: status, headers: fields, body: body) }

    /// The response to send.
    var response: Response {
        Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// What became of a command, as it is counted.
struct CommandOutcome: Hashable, Sendable {
    /// What it is called in metrics.
    var name: String
    /// Why it failed; nil if it did not.
    var error: DriverError.Kind?
}

extension DriverError {
    /// The error as a client reads it.
    fileprivate func document(in dialect: Dialect) -> Value {
        var members = [Value.Member("error", .string(kind.rawValue)), Value.Member("message", .string(message))]
        members.append(Value.Member(dialect == .appium ? "stacktrace" : "traceback", ""))
        if let data { members.append(Value.Member("data", data)) }
        return .object(members)
    }
}
