import DeviceHost
import Fleet
import HTTPAPI
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import WireFormat

/// Takes each request of a dialect to the server that owns its device, where several servers share the devices.
struct CommandRouting: Sendable {
    let runner: CommandRunner
    let routing: PeerRouting

    /// What people call this server.
    var serverName: String { routing.peers.name }

    /// How long the answer to a request may take that does not wait for anything.
    private static let patience = Duration.seconds(65)
    /// How much longer than the longest wait the answer to a request may take that waits.
    private static let waitMargin = Duration.seconds(60)

    /// Where a request is answered.
    private enum Destination {
        /// At the server that it came to: each would give the same answer.
        case here
        /// At the server that has the device.
        case owner(Target)
        /// At every server, and the answers become one list.
        case everywhere
    }

    /// Answers a request of a client.
    ///
    /// - Parameter id: The id of the request.
    /// - Throws: `owner-unavailable`, `outcome-unknown`, `overloaded`; what another server has refused the request with.
    func answer(_ request: DriverRequest, id: String, _ logger: Logger) async throws -> Response {
        switch destination(of: request) {
        case .here: return try await runner.answer(request, logger).response
        case .everywhere: return try await list(request, outgoing(request, id: id), logger)
        case .owner(let target):
            let response: Response
            do {
                response = try await routing.deliver(to: target) {
                    outgoing(request, id: id)
                } here: {
                    try await runner.answer(request, logger).response
                }
            } catch let problem as Problem where problem.code == .outcomeUnknown {
                throw Problem(problem.code, Self.unknownOutcome, headers: problem.headers)
            }
            // Anything else is an answer in the form of the dialect.
            if let problem = await response.problem { throw problem }
            return response
        }
    }

    private static let unknownOutcome =
        "Nobody knows whether this was done, because the connection to the device's server broke off. "
        + "A POST with an X-Idempotency-Key can be sent again and is done once."

    /// Answers a request that another server has forwarded.
    ///
    /// - Throws: `not-owner` if nothing was done, because this server does not answer for the device.
    func answer(forwarded request: DriverRequest, _ logger: Logger) async throws -> Response {
        guard case .owner(let target) = destination(of: request) else {
            return try await runner.answer(request, logger).response
        }
        return try await routing.deliver(to: target, forwarding: nil) {
            try await runner.answer(request, logger).response
        }
    }

    private func outgoing(_ request: DriverRequest, id: String) -> PeerRequest {
        let waits = request.waits
        return request.forwarded.request(
            id: id,
            timeout: waits ? DeviceDriver.longestWait + Self.waitMargin : Self.patience,
            staysOpen: waits
        )
    }

    // MARK: Where

    private func destination(of request: DriverRequest) -> Destination {
        guard runner.core.readiness != .starting else { return .here }
        switch request.dialect {
        case .wda: return request.needsAgentDevice ? owner(of: request.path.agentDevice) : .here
        case .appium:
            guard let match = try? request.match.get() else { return .here }
            if let session = match.parameters["session"] { return owner(of: DeviceID(session)) }
            switch match.route.path {
            case DriverRoute.newSession: return destination(ofNewSession: request)
            case DriverRoute.allSessions: return .everywhere
            default: return .here
            }
        }
    }

    /// The owner of a device, or of a session, whose id is in the partition of its device. What is no id is the id of none, on
    /// each server.
    private func owner(of id: DeviceID?) -> Destination {
        id.map { .owner(.owner(routing.peers.partition(of: $0))) } ?? .here
    }

    /// Where a session of Appium is opened: at the owner of the device that it names.
    ///
    /// A session with a device of its own is opened at any server that owns something; under a key always at the same, so that
    /// the key is found again.
    private func destination(ofNewSession request: DriverRequest) -> Destination {
        guard let arguments = try? request.arguments.get(), let capabilities = try? Capabilities(arguments),
            let session = try? SessionRequest(capabilities)
        else { return .here }
        switch session.device {
        case .named(let udid, _): return owner(of: DeviceID(udid.lowercased()))
        case .own:
            let count = routing.peers.ownership.partitionCount
            guard let key = request.key, count > 0 else { return .owner(.anyOwner) }
            return .owner(.owner(Partition.of(key, among: count)))
        }
    }

    // MARK: Lists

    /// The sessions of all servers, in the order in which they were opened.
    private func list(_ request: DriverRequest, _ outgoing: PeerRequest, _ logger: Logger) async throws -> Response {
        let own = try await runner.answer(request, logger)
        guard own.status == .ok else { return own.response }
        var sessions = try JSONText.parse(own.body)["value"]?.elements ?? []
        for answer in try await routing.answersOfOthers(to: outgoing) {
            let body = CollectedBody()
            try await answer.body.write(body)
            sessions += try JSONText.parse(body.bytes)["value"]?.elements ?? []
        }
        sessions.sort { $0.age < $1.age }
        return runner.answer(.success(.value(.array(sessions))), request.path, own.command).response
    }
}

extension Value {
    /// By which sessions are ordered: when they were opened, and their ids.
    fileprivate var age: (Int64, String) {
        let created: Int64 = if case .integer(let created)? = self["created"] { created } else { 0 }
        return (created, self["id"]?.text ?? "")
    }
}
