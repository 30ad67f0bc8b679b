import DeviceHost
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

// Lists of all devices come from every owner.
extension PeerRouting {
    /// Answers a request about all devices: each partition is answered for once, by its owner.
    ///
    /// A list is of no one instant.
    ///
    /// - Throws: What the handler throws; `owner-unavailable` if a partition has no owner for too long.
    func gather(
        _ request: Request,
        _ context: APIRequestContext,
        _ route: Route,
        _ gathering: Reach.Gathering
    ) async throws -> Response {
        guard context.origin == .client else { return try await ownPart(request, context, route) }
        if let device = request.queryDevice {
            let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
            return try await deliver(whole, context, route, to: .owner(peers.partition(of: device)))
        }
        let (request, isPartial) = request.withoutPartial()
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        var hold = Hold(self)
        // What was deleted before an owner was missing counts, too.
        var before: [Value] = []
        while true {
            let ownership = peers.ownership
            let parts: GatheredParts
            switch try await self.parts(whole, context, route, ownership) {
            case .refused(let response): return response
            case .parts(let found): parts = found
            }
            if isPartial || parts.isComplete(ownership.partitionCount) {
                let unavailable = isPartial ? ownership.partitionCount - parts.named.count : nil
                let document =
                    switch gathering {
                    case .pages(let name): parts.page(name, limit: request.pageLimit, of: peers)
                    case .sum: GatheredParts.sum(before + parts.documents)
                    }
                return .json(document: document.adding(unavailable))
            }
            if route.method == .delete { before += parts.documents }
            guard try await hold.look(after: ownership.version) else {
                throw Problem(
                    .ownerUnavailable,
                    "Not all devices have a server that answers for them now.",
                    headers: [.retryAfter: "1"]
                )
            }
        }
    }

    /// The part of this server, with the partitions that it has owned all the while.
    private func ownPart(
        _ request: Request,
        _ context: APIRequestContext,
        _ route: Route
    ) async throws -> Response {
        let before = Set(peers.ownership.own)
        var response = try await route.handler(request, context)
        let claims = peers.ownership.own.filter(before.contains)
        response.headers[.partitions] = claims.headerText
        return response
    }

    private enum Gathered {
        case parts(GatheredParts)
        /// A server has refused the request, as each would.
        case refused(Response)
    }

    private func parts(
        _ whole: WholeRequest,
        _ context: APIRequestContext,
        _ route: Route,
        _ ownership: Ownership
    ) async throws -> Gathered {
        var parts = GatheredParts()
        // This server checks the request before others are asked.
        await parts.add(try await ownPart(whole.request, context, route))
        let outgoing = forwarded(whole, timeout: route.patience)
        for response in try await answers(to: outgoing, of: Array(ownership.others.keys)).values {
            if (400..<500).contains(response.status.code) { return .refused(response) }
            if response.status == .ok { await parts.add(response) }
        }
        return .parts(parts)
    }
}

extension [Claim] {
    /// The partitions with their epochs, as a header names them.
    var headerText: String { map { "\($0.partition.number):\($0.epoch)" }.joined(separator: ",") }
}

extension Request {
    /// The device that the query asks for; nil if it names none.
    fileprivate var queryDevice: DeviceID? {
        guard var query = try? QueryReader(self) else { return nil }
        return try? query.deviceID("device")
    }

    /// How many elements a page has at most.
    var pageLimit: Int {
        guard var query = try? QueryReader(self) else { return 0 }
        return (try? query.limit()) ?? 0
    }

    /// The request for owners, and whether the client takes an answer in which some are missing.
    fileprivate func withoutPartial() -> (Request, isPartial: Bool) {
        guard let path = head.path, let mark = path.firstIndex(of: "?") else { return (self, false) }
        let pairs = path[path.index(after: mark)...].split(separator: "&")
        let others = pairs.filter { $0 != "partial=true" }
        guard others.count < pairs.count else { return (self, false) }
        var head = head
        head.path = path[..<mark] + (others.isEmpty ? "" : "?" + others.joined(separator: "&"))
        return (Request(head: head, body: body), true)
    }
}

extension Value {
    /// The document with how many partitions it does not tell of, where the client has asked for it.
    fileprivate func adding(_ unavailable: Int?) -> Value {
        guard let unavailable, case .object(let members) = self else { return self }
        return .object(members + [Member("unavailable", .integer(Int64(unavailable)))])
    }
}
