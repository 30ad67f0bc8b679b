import AsyncHTTPClient
import Foundation
import HTTPAPI
import HTTPTypes
import Hummingbird
import NIOCore
import NIOHTTP1
import NIOPosix

/// Sends requests to other servers, over connections that are kept open. It must be closed.
struct Forwarder: Sendable {
    /// For requests that are answered soon.
    private let client: HTTPClient
    /// For waits, each of which has a connection for long.
    private let longClient: HTTPClient
    /// For streams of events, each of which has a connection for long, too, and heartbeats when nothing else comes.
    private let streamClient: HTTPClient

    /// How many connections there are to one server, apart from those of waits and streams.
    private static let connections = 64
    /// How many waits and streams there are at one server.
    private static let longConnections = 8_192
    /// Shorter than servers keep idle connections, so that no request is sent on one that is being closed.
    private static let idleTime = TimeAmount.seconds(20)
    private static let connectTime = TimeAmount.milliseconds(500)

    /// Makes it.
    ///
    /// - Parameter longestSilence: How long nothing may come in a stream of events: the server that sends it may have lost its
    ///   machine, of which nobody is told.
    init(longestSilence: Duration) {
        client = Self.makeClient(Self.connections)
        longClient = Self.makeClient(Self.longConnections)
        streamClient = Self.makeClient(Self.longConnections, longestSilence: TimeAmount(longestSilence))
    }

    private static func makeClient(_ connections: Int, longestSilence: TimeAmount? = nil) -> HTTPClient {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.timeout.read = longestSilence
        configuration.timeout.connect = connectTime
        configuration.connectionPool.idleTimeout = idleTime
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        // Another server may answer for the device by then.
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.httpVersion = .http1Only
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }

    /// Sends a request.
    ///
    /// - Parameters:
    ///   - address: The address of the server, as a URL without a path.
    ///   - signature: The signature of the request.
    func send(
        _ request: PeerRequest,
        to address: String,
        signature: String
    ) async throws(PeerFailure) -> PeerAnswer {
        var outgoing = HTTPClientRequest(url: address + request.target)
        outgoing.method = HTTPMethod(rawValue: request.method.rawValue)
        for field in request.headers { outgoing.headers.add(name: field.name.rawName, value: field.value) }
        outgoing.headers.add(name: HTTPField.Name.fleetSignature.rawName, value: signature)
        if request.body.readableBytes > 0 { outgoing.body = .bytes(request.body) }
        let client = request.mayBeStream ? streamClient : request.staysOpen ? longClient : client
        do {
            let response = try await client.execute(outgoing, timeout: TimeAmount(request.timeout))
            var headers = HTTPFields()
            for (name, value) in response.headers {
                guard let name = HTTPField.Name(name), !name.isHopByHop else { continue }
                headers.append(HTTPField(name: name, value: value))
            }
            return PeerAnswer(
                status: HTTPResponse.Status(code: Int(response.status.code)),
                headers: headers,
                body: RequestBody(asyncSequence: response.body)
            )
        } catch {
            throw Self.failure(error)
        }
    }

    /// Whether something was sent before an error.
    private static func failure(_ error: any Error) -> PeerFailure {
        switch error {
        case is NIOConnectionError, ChannelError.connectTimeout: return .notSent("\(error)")
        // An address without a name is connected to by the system's call.
        case let error as IOError where error.errnoCode == ECONNREFUSED: return .notSent("\(error)")
        case let error as HTTPClientError where unsent.contains(error): return .notSent("\(error)")
        default: return .broken("\(error)")
        }
    }

    /// The errors of requests that have got no connection.
    private static let unsent: [HTTPClientError] = [
        .connectTimeout, .getConnectionFromPoolTimeout, .alreadyShutdown, .invalidURL, .emptyHost, .emptyScheme,
    ]

    /// Closes all connections. Nothing is sent after that.
    func close() async {
        try? await client.shutdown()
        try? await longClient.shutdown()
        try? await streamClient.shutdown()
    }
}
