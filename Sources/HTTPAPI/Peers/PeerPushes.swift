import APNs
import DeviceHost
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import Logging
import NIOCore
import WireFormat

/// Takes pushes to the server that hosts their device, whichever of a fleet they came to.
package struct PeerPushes: OtherPushServices {
    private let routing: PeerRouting
    private let logger: Logger

    /// How long another server may take.
    private static let patience = Duration.seconds(10)

    /// Makes it.
    package init(_ routing: PeerRouting, logger: Logger) {
        self.routing = routing
        self.logger = logger
    }

    /// Looks a device token up. That nobody knows it is certain only when each partition has an owner who says so.
    package func find(
        _ token: DeviceTokenKey,
        here: @Sendable () -> DeviceTokenIndex.Entry?
    ) async -> TokenFinding {
        let request = PeerRequest(
            .get,
            InternalRoutes.prefix + InternalRoutes.tokens + "/\(token.text)",
            timeout: Self.patience
        )
        let finding = try? await routing.ask(request) {
            await $0.tokenEntry?.isLive ?? false
        } conclude: { answers, ownership -> TokenFinding? in
            var entries = [here()].compactMap(\.self)
            var parts = GatheredParts()
            // What it has owned all the while.
            let own = routing.peers.ownership.own
            parts.add(.null, ownership.own.filter(own.contains))
            for answer in answers.values where answer.status == .ok {
                await parts.add(answer)
                if let entry = await answer.tokenEntry { entries.append(entry) }
            }
            if let live = entries.first(where: \.isLive) { return .known(live) }
            guard parts.isComplete(ownership.partitionCount) else { return nil }
            // A server that has ended may have retired it.
            if let kept = try await routing.registry.retiredToken(token, logger: logger) { entries.append(kept) }
            let newest = entries.max { ($0.retiredAt?.milliseconds ?? 0) < ($1.retiredAt?.milliseconds ?? 0) }
            return newest.map(TokenFinding.known) ?? .unknown
        }
        return finding ?? .unavailable
    }

    /// Has the server that hosts a device carry a push out.
    package func hand(
        _ push: Value,
        on device: DeviceID,
        here: () async throws(HostError) -> Value
    ) async -> Value? {
        let target = Target.owner(routing.peers.partition(of: device))
        let outgoing = PeerRequest(
            .post,
            InternalRoutes.prefix + InternalRoutes.pushes,
            headers: [.contentType: MediaType.json],
            body: ByteBuffer(bytes: JSONText.write(push)),
            timeout: Self.patience
        )
        let answer = try? await routing.deliver(to: target) {
            outgoing
        } here: {
            .json(document: try await here())
        }
        guard let answer, answer.status == .ok else { return nil }
        return await answer.document
    }
}

extension Response {
    /// What another server knows of a device token; nil if it knows nothing.
    fileprivate var tokenEntry: DeviceTokenIndex.Entry? {
        get async { await document.flatMap(DeviceTokenIndex.Entry.init(_:)) }
    }
}

extension InternalRoutes {
    /// What is known of device tokens.
    static let tokens = "/tokens"
    /// Pushes that another server has checked.
    static let pushes = "/pushes"

    /// What is asked for the pushes that came to other servers.
    func pushRoutes(_ routing: PeerRouting) -> [Route] {
        [
            Route.forPeers(.get, Self.tokens + "/{token}", readToken),
            Route.forPeers(.post, Self.pushes, isLong: true) { request, _ in try await carryOut(request, routing) },
        ]
    }

    /// Says what this server knows of a token, and which partitions it has owned while it looked.
    @Sendable private func readToken(_ request: Request, _ context: APIRequestContext) throws -> Response {
        let before = dependencies.registry.ownedClaims
        let entry = DeviceTokenKey(hexadecimal: context.parameter("token"))
            .flatMap { dependencies.registry.tokens?.entry($0) }
        let after = dependencies.registry.ownedClaims
        var response = Response.json(document: entry?.document ?? .object([]))
        response.headers[.partitions] = before.filter(after.contains).headerText
        return response
    }

    /// Carries a push out on a device of this server.
    private func carryOut(_ request: Request, _ routing: PeerRouting) async throws -> Response {
        let whole = try await WholeRequest(request, upTo: settings.bodyLimit)
        guard let document = try? JSONText.parse(whole.body.readableBytesView),
            let device = PushService.device(ofHanded: document)
        else { throw Problem(.malformedBody, "The body is no push.") }
        let target = Target.owner(routing.peers.partition(of: device))
        return try await routing.deliver(to: target, forwarding: nil) {
            .json(document: try await dependencies.pushes.carryOut(handed: document) ?? .null)
        }
    }
}
