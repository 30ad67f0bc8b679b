public import LifecycleKernel
import Synchronization
import WireFormat

/// A request that the server has.
public struct ReceivedRequest: Sendable {
    /// Its method.
    public let method: String
    /// Its path.
    public let path: String
    /// What it carried; nil for nothing.
    public let body: Content?
    /// When it arrived, on the device's clock.
    public let time: Instant
}

/// What a request led to: a response of the server, or an error of `NSURLErrorDomain`.
public struct NetworkResponse: Hashable, Sendable {
    /// The status; nil if there was an error.
    public let status: Int?
    /// What the response carried; nil for nothing.
    public let body: Content?
    /// The code of the error, such as -1005; nil if there was none.
    public let error: Int?

    /// Makes a response of the server.
    public init(status: Int, body: Content? = nil) {
        self.status = status
        self.body = body
        error = nil
    }

    /// What a request led to that has failed; nil for what nothing is known of.
    init(error: Int?) {
        status = nil
        body = nil
        self.error = error
    }

    /// Whether the server has answered with a status below 400.
    public var succeeded: Bool { status.map { $0 < 400 } ?? false }

    /// `NSURLErrorCannotConnectToHost`.
    static let cannotConnect = NetworkResponse(error: -1_004)

    var abstractState: Value {
        [
            status.map { .integer(Int64($0)) } ?? .null, body?.abstractState ?? .null,
            error.map { .integer(Int64($0)) } ?? .null,
        ]
    }
}

/// How the server answers some of the requests.
struct ServerAnswer: Sendable {
    var method: String
    var path: String
    var delay: Double
    var arrivesAtOnce: Bool
    var response: @Sendable (ReceivedRequest) -> NetworkResponse
    /// What tells it apart from others, for explorations.
    var said: Value

    func fits(_ method: String, _ path: String) -> Bool {
        ["*", method].contains(self.method) && Self.matches(self.path, path)
    }

    /// Whether a path is one of a pattern, in which `*` stands for anything.
    private static func matches(_ pattern: String, _ path: String) -> Bool {
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        guard parts.count > 1 else { return pattern == path }
        guard path.hasPrefix(parts[0]) else { return false }
        var rest = path.dropFirst(parts[0].count)
        for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
            guard let found = rest.firstRange(of: part) else { return false }
            rest = rest[found.upperBound...]
        }
        return rest.hasSuffix(parts[parts.count - 1])
    }
}

/// A request on its way, or a background transfer.
struct Exchange: Sendable {
    /// What tells it apart from others of the same network.
    var number: Int
    var method: String
    var path: String
    var body: Content?
    var answer: ServerAnswer

    /// What was sent, and what comes of it, as JSON.
    ///
    /// - Parameter response: What the server has answered already.
    func abstractState(_ response: NetworkResponse?) -> Value {
        [
            .string(method), .string(path), body?.abstractState ?? .null, answer.said,
            response?.abstractState ?? .null,
        ]
    }
}

/// A name that none of the others has which are on their way: an exploration tells requests and transfers apart by it.
func freeName(_ whole: String, isTaken: (String) -> Bool) -> String {
    // The server takes names of at most 256 bytes, with the number.
    let name = String(whole.prefix(bytes: 240))
    var number = 1
    var free = name
    while isTaken(free) {
        number += 1
        free = "\(name) (\(number))"
    }
    return free
}

/// The server that an app talks to. Requests of a default `URLSession` and background transfers go to it.
///
/// It answers 404 unless `answer` has said something else. For a device without a connection, send `device.setNetwork`.
public final class Network: Sendable {
    private struct State {
        var isOffline = false
        var received: [ReceivedRequest] = []
        var answers: [ServerAnswer] = []
        /// By the numbers of exchanges.
        var responses: [Int: NetworkResponse] = [:]
        var exchanges = 0
        // By background session and name: what is on its way, and what has ended and was not handed over yet.
        var transfers: [String: [String: Exchange]] = [:]
        var ended: [String: [String: NetworkResponse]] = [:]
    }

    /// How long a request takes unless the server is told otherwise, in seconds.
    public static let usualDelay = 0.1

    private let state = Mutex(State())

    init() {}

    /// Whether nobody answers: a request fails at once with -1004, `NSURLErrorCannotConnectToHost`.
    public var isOffline: Bool {
        get { state.withLock { $0.isOffline } }
        set { state.withLock { $0.isOffline = newValue } }
    }

    /// The requests that have arrived, in order.
    public var received: [ReceivedRequest] { state.withLock { $0.received } }

    /// Says how the server answers some of the requests. What was said last counts.
    ///
    /// - Parameters:
    ///   - method: The method of the requests; `*` for any.
    ///   - path: Their path, in which `*` stands for anything.
    ///   - status: The status.
    ///   - body: What the response carries: bytes, or what can be encoded as JSON.
    ///   - delay: After how many seconds the response is complete.
    ///   - arrivesAtOnce: Whether the server has a request as soon as it is sent; otherwise it has it with the response only, and
    ///     one that is cut off before never arrives.
    /// - Throws: `AttachedAppError` if the body is no JSON.
    public func answer(
        _ method: String,
        _ path: String,
        status: Int = 200,
        body: (any Encodable)? = nil,
        delay: Double = usualDelay,
        arrivesAtOnce: Bool = true
    ) throws {
        let content = try body.map { body throws(AttachedAppError) in try Content(body, of: "the body of a response") }
        let response = NetworkResponse(status: status, body: content)
        add(method, path, delay, arrivesAtOnce, response.abstractState) { _ in response }
    }

    /// Says how the server answers some of the requests, by a function that decides when a request arrives. What was said last
    /// counts.
    ///
    /// - Parameters:
    ///   - method: The method of the requests; `*` for any.
    ///   - path: Their path, in which `*` stands for anything.
    ///   - delay: After how many seconds the response is complete.
    ///   - arrivesAtOnce: Whether the server has a request as soon as it is sent.
    ///   - response: Gives the response.
    public func answer(
        _ method: String,
        _ path: String,
        delay: Double = usualDelay,
        arrivesAtOnce: Bool = true,
        file: String = #fileID,
        line: Int = #line,
        _ response: @escaping @Sendable (ReceivedRequest) -> NetworkResponse
    ) {
        add(method, path, delay, arrivesAtOnce, .string("\(file):\(line)"), response)
    }

    private func add(
        _ method: String,
        _ path: String,
        _ delay: Double,
        _ arrivesAtOnce: Bool,
        _ said: Value,
        _ response: @escaping @Sendable (ReceivedRequest) -> NetworkResponse
    ) {
        let answer = ServerAnswer(
            method: method,
            path: path,
            delay: delay,
            arrivesAtOnce: arrivesAtOnce,
            response: response,
            said: [.string(method), .string(path), said, Value(delay), .bool(arrivesAtOnce)]
        )
        state.withLock { $0.answers.append(answer) }
    }

    // MARK: What the client does

    /// A request that begins now.
    func exchange(_ method: String, _ path: String, _ body: Content?) -> Exchange {
        state.withLock { state in
            state.exchanges += 1
            let answer =
                state.answers.last { $0.fits(method, path) }
                ?? ServerAnswer(
                    method: method,
                    path: path,
                    delay: Self.usualDelay,
                    arrivesAtOnce: true,
                    response: { _ in NetworkResponse(status: 404) },
                    said: .null
                )
            return Exchange(
                number: state.exchanges,
                method: method,
                path: path,
                body: body,
                answer: answer
            )
        }
    }

    /// The server has a request, once.
    ///
    /// - Returns: What it answers.
    @discardableResult func deliver(_ exchange: Exchange, at now: Instant) -> NetworkResponse {
        let request = ReceivedRequest(method: exchange.method, path: exchange.path, body: exchange.body, time: now)
        let known = state.withLock { state in
            let known = state.responses[exchange.number]
            if known == nil { state.received.append(request) }
            return known
        }
        if let known { return known }
        let response = exchange.answer.response(request)
        state.withLock { $0.responses[exchange.number] = response }
        return response
    }

    // Background transfers, each with a name in its session: what the task is described by.

    /// A background transfer begins.
    ///
    /// - Returns: Its name.
    func beginTransfer(of session: String, _ exchange: Exchange) -> String {
        state.withLock { state in
            let name = freeName("\(exchange.method) \(exchange.path)") {
                state.transfers[session]?[$0] != nil || state.ended[session]?[$0] != nil
            }
            state.transfers[session, default: [:]][name] = exchange
            return name
        }
    }

    /// A background transfer has ended, or was refused.
    func endTransfer(_ name: String, of session: String, _ verdict: String, at now: Instant) {
        let ended = state.withLock { $0.transfers[session]?.removeValue(forKey: name) }
        guard let ended, verdict == "finished" else { return }
        let response = isOffline ? .cannotConnect : deliver(ended, at: now)
        state.withLock { $0.ended[session, default: [:]][name] = response }
    }

    /// The response of a transfer that has ended.
    ///
    /// - Parameter isLast: Whether the app is told of it for the last time.
    func transferred(_ name: String, of session: String, isLast: Bool) -> NetworkResponse {
        state.withLock { state in
            let response = state.ended[session]?[name] ?? NetworkResponse(error: nil)
            if isLast { state.ended[session]?[name] = nil }
            return response
        }
    }

    /// What a request on its way has sent, and what comes of it, as JSON.
    func abstractState(of exchange: Exchange) -> Value {
        exchange.abstractState(state.withLock { $0.responses[exchange.number] })
    }

    /// What decides what the server will do, as JSON.
    var abstractState: Value {
        state.withLock { state in
            [
                "isOffline": .bool(state.isOffline),
                "received": .array(
                    state.received.map { [.string($0.method), .string($0.path), $0.body?.abstractState ?? .null] }
                ),
                "answers": .array(state.answers.map(\.said)),
                "transfers": Self.bySession(state.transfers) { $0.abstractState(state.responses[$0.number]) },
                "ended": Self.bySession(state.ended, \.abstractState),
            ]
        }
    }

    /// Transfers by session and name, as JSON.
    private static func bySession<Transfer>(
        _ sessions: [String: [String: Transfer]],
        _ abstractState: (Transfer) -> Value
    ) -> Value {
        .object(sessions.filter { !$0.value.isEmpty }.mapValues { .object($0.mapValues(abstractState)) })
    }
}
