import DeviceHost
import Explorations
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import Metrics
import NIOCore
import WireFormat

/// Takes each request to the server that owns its device: calls the handler here, or forwards the request, or holds it
/// until somebody answers for the device.
package struct PeerRouting: Sendable {
    /// The other servers.
    package let peers: any Peers
    let registry: DeviceRegistry
    let limits: HTTPServerSettings
    let held: HeldRequests
    let metrics: PeerMetrics
    /// The explorations of this server.
    let explorations: ExplorationService

    /// The routing of a server, of which there is one: all its listeners share the limit of requests that are held.
    ///
    /// - Parameters:
    ///   - peers: The other servers.
    ///   - registry: The devices of this server.
    ///   - settings: The limits of what is read.
    ///   - heldRequests: How many requests may wait at once for an owner of their device.
    ///   - metricsFactory: Where requests to other servers are counted and timed.
    ///   - explorations: The explorations of this server.
    package init(
        _ peers: any Peers,
        _ registry: DeviceRegistry,
        settings: HTTPServerSettings,
        heldRequests: Int = 2_000,
        metricsFactory: any MetricsFactory,
        explorations: ExplorationService
    ) {
        self.peers = peers
        self.registry = registry
        limits = settings
        held = HeldRequests(limit: heldRequests)
        metrics = PeerMetrics(factory: metricsFactory)
        self.explorations = explorations
    }

    /// What answers the requests of a route: its own handler, behind the routing where the route is about devices.
    func handler(of route: Route) -> Route.Handler {
        switch route.reach {
        case .local, .lines: route.handler
        case .device: { try await answer($0, $1, route) }
        case .wait: { try await wait($0, $1, route) }
        case .stream: { try await follow($0, $1, route) }
        case .creation: { try await create($0, $1, route) }
        case .copy: { try await copy($0, $1, route) }
        case .gather(let gathering): { try await gather($0, $1, route, gathering) }
        case .push: { try await find($0, $1, route) }
        case .exploration: { try await answerForExploration($0, $1, route) }
        case .newExploration: { try await beginExploration($0, $1, route) }
        case .explorations: { try await listExplorations($0, $1, route) }
        }
    }
}

// Requests about one device.
extension PeerRouting {
    /// Answers a request about the device that the path names.
    func answer(_ request: Request, _ context: APIRequestContext, _ route: Route) async throws -> Response {
        // What is no id is the id of no device, on each server.
        guard let target = target(of: context) else { return try await route.handler(request, context) }
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        return try await deliver(whole, context, route, to: target)
    }

    /// The owner of the device that the path names; nil if it names none.
    func target(of context: APIRequestContext) -> Target? {
        DeviceID(context.parameter("device")).map { .owner(peers.partition(of: $0)) }
    }

    /// Answers a request about something that the journal says is of a device: here, or at the owner of the device.
    private func find(_ request: Request, _ context: APIRequestContext, _ route: Route) async throws -> Response {
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        do {
            return try await route.handler(whole.request, context)
        } catch HostError.notOwner(let partition) where context.origin == .client {
            return try await deliver(whole, context, route, to: .owner(partition))
        }
    }

    /// Makes a device where it belongs.
    private func create(_ request: Request, _ context: APIRequestContext, _ route: Route) async throws -> Response {
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        let target = whole.body.namedDevice.map { Target.owner(peers.partition(of: $0)) }
        return try await deliver(whole, context, route, to: target ?? .anyOwner)
    }

    /// Makes a copy of a device where the copy belongs.
    private func copy(_ request: Request, _ context: APIRequestContext, _ route: Route) async throws -> Response {
        guard let source = target(of: context) else { return try await route.handler(request, context) }
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        let target = whole.body.namedDevice.map { Target.owner(peers.partition(of: $0)) }
        return try await deliver(whole, context, route, to: target ?? source)
    }

    /// Answers a request whose body is in memory.
    func deliver(
        _ whole: WholeRequest,
        _ context: APIRequestContext,
        _ route: Route,
        to target: Target
    ) async throws -> Response {
        let outgoing = forwarded(
            whole,
            timeout: route.patience,
            staysOpen: route.waits,
            mayBeStream: route.reach == .stream
        )
        return try await deliver(to: target, forwarding: context.origin == .peer ? nil : { outgoing }) {
            try await route.handler(whole.request, context)
        }
    }

    /// A client's request as another server gets it.
    func forwarded(
        _ whole: WholeRequest,
        timeout: Duration,
        staysOpen: Bool = false,
        mayBeStream: Bool = false
    ) -> PeerRequest {
        PeerRequest(
            whole.request.method,
            PeerTarget.text(of: whole.request.head.path ?? "/"),
            headers: whole.request.headers.forwarded,
            body: whole.body,
            timeout: timeout,
            staysOpen: staysOpen,
            mayBeStream: mayBeStream
        )
    }

    /// Gets a request answered: here, by another server, or by whoever owns the device next.
    ///
    /// - Parameters:
    ///   - target: Who can answer it.
    ///   - outgoing: The request to another server, made anew for each attempt; nil for what another server has sent, which is not
    ///     forwarded again.
    ///   - here: Answers the request here. Throws `notOwner` if it was not carried out.
    /// - Throws: What `here` throws; `owner-unavailable`, `outcome-unknown`, `not-owner`, `overloaded`.
    package func deliver(
        to target: Target,
        forwarding outgoing: (() -> PeerRequest)?,
        here: () async throws -> Response
    ) async throws -> Response {
        var hold = Hold(self)
        var isInDoubt = false
        var isFirst = true
        while true {
            let version = peers.ownership.version
            switch peers.verdict(for: target) {
            case .answer:
                do {
                    // The body that the first call has noted is not noted again.
                    let trace = isFirst ? RequestTrace.current : nil
                    isFirst = false
                    return try await RequestTrace.$current.withValue(trace) { try await here() }
                } catch HostError.notOwner {
                    if outgoing == nil { throw notOwner(target) }
                }
            case .forward, .unavailable:
                guard let outgoing else { throw notOwner(target) }
                guard case .forward(let member) = peers.verdict(for: target) else { break }
                let request = outgoing()
                if isFirst { RequestTrace.current?.note(request.body.readableBytesView) }
                isFirst = false
                switch try await attempt(request, to: member, for: target) {
                case .answered(let response): return response
                case .notDone: break
                case .inDoubt:
                    guard request.isRepeatable else { throw Problem.brokenOff }
                    isInDoubt = isInDoubt || (request.method == .post && !request.changesNothing)
                }
            case .wait: break
            }
            guard try await hold.look(after: version) else {
                throw outgoing == nil ? notOwner(target) : isInDoubt ? Problem.brokenOff : ownerUnavailable(target)
            }
        }
    }

    private func notOwner(_ target: Target) -> Problem {
        guard case .owner(let partition) = target else { return Problem(notOwnerOf: nil, epoch: nil) }
        let epoch = peers.ownership.own.first { $0.partition == partition }?.epoch
        return Problem(notOwnerOf: partition, epoch: epoch)
    }

    func ownerUnavailable(_ target: Target) -> Problem {
        switch target {
        case .owner(let partition): HostError.notOwner(partition).problem
        case .anyOwner:
            Problem(
                .ownerUnavailable,
                "No server that can be reached owns any devices now.",
                headers: [.retryAfter: "1"]
            )
        case .member: .notAllAsked
        }
    }
}

extension Route {
    /// How long another server's answer may take.
    var patience: Duration {
        // The longest wait for a callback, and as much as a server may take besides.
        waits ? .seconds(65) : isLong ? .seconds(60) : .seconds(10)
    }
}

extension ByteBuffer {
    /// The device that the body of a creation names; nil if it names none, or if it is not read as a body of that kind.
    var namedDevice: DeviceID? {
        guard let value = try? JSONText.parse(readableBytesView), case .string(let text)? = value["id"] else {
            return nil
        }
        return DeviceID(text)
    }
}

extension Problem {
    /// The server that the request was forwarded to does not own the device.
    init(notOwnerOf partition: Partition?, epoch: Int64?) {
        self.init(
            .notOwner,
            partition.map { "This server does not answer for the devices of partition \($0.number)." }
                ?? "This server does not answer for any devices.",
            state: epoch.map { String($0) }
        )
    }

    /// The connection to the owner broke off, and nobody knows whether the request was carried out.
    static var brokenOff: Problem {
        Problem(
            .outcomeUnknown,
            "Nobody knows whether this was done, because the connection to the device's server broke off. "
                + "With an Idempotency-Key it can be sent again and is done once.",
            headers: [.retryAfter: "1"]
        )
    }
}
