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
        guard context.origin == .client else { return try await route.handler(request, context) }
        if let device = request.queryDevice {
            let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
            return try await deliver(whole, context, route, to: .owner(peers.partition(of: device)))
        }
        let isPartial = request.method != .delete && request.takesPart
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
                return .json(document: document.saying(unavailable))
            }
            if route.method == .delete { before += parts.documents }
            guard try await hold.look(after: ownership.version) else {
                guard route.method != .delete else { throw Problem.partlyDeleted }
                throw Problem(
                    .ownerUnavailable,
                    "Not all devices have a server that answers for them now.",
                    headers: [.retryAfter: "1"]
                )
            }
        }
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
        await parts.add(try await route.handler(whole.request, context))
        var outgoing = forwarded(whole, timeout: route.patience)
        if outgoing.method == .head { outgoing.method = .get }
        for attempt in try await attempts(outgoing, at: Array(ownership.others.keys)).values {
            switch attempt {
            case .answered(let response) where response.status == .ok: await parts.add(response)
            case .answered(let response) where (400..<500).contains(response.status.code): return .refused(response)
            // It may have deleted some, and nobody knows how many.
            case .answered, .inDoubt: guard route.method != .delete else { throw Problem.partlyDeleted }
            case .notDone: break
            }
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

    /// Whether the client takes an answer in which some devices are missing. The handler has the words for what is neither true
    /// nor false.
    fileprivate var takesPart: Bool {
        guard var query = try? QueryReader(self) else { return false }
        return (try? query.bool(QueryReader.partial)) ?? false
    }
}

extension Value {
    /// The document with how many partitions it does not tell of, where the client has asked for it.
    fileprivate func saying(_ unavailable: Int?) -> Value {
        guard let unavailable, case .object(let members) = self else { return self }
        // Each owner has said that nothing is missing of its own.
        let others = members.filter { $0.name != "unavailable" }
        return .object(others + [Member("unavailable", .integer(Int64(unavailable)))])
    }
}

extension Problem {
    /// Some servers have not said how many devices they have deleted, if any.
    fileprivate static var partlyDeleted: Problem {
        Problem(
            .outcomeUnknown,
            "Some of the devices may have been deleted, because not every server has answered. Send it again to delete the rest.",
            headers: [.retryAfter: "1"]
        )
    }
}
