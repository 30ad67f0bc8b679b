import DeviceHost
import Explorations
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

// An exploration is in the memory of one server, and ends with it. The others ask who has it.
extension PeerRouting {
    /// Which server has something.
    enum Holder: Hashable, Sendable {
        case member(Int64)
        /// Every other server was asked, and none has it.
        case nowhere
    }

    /// How long a server may take to say whether it has an exploration.
    private static let askingPatience = Duration.seconds(10)

    /// The other server that has an exploration.
    ///
    /// - Throws: `owner-unavailable` while one that may have it cannot be asked; `overloaded`; `CancellationError`.
    func holder(of exploration: String) async throws -> Holder {
        let request = PeerRequest(
            .get,
            InternalRoutes.prefix + InternalRoutes.explorations + "/\(exploration)",
            timeout: Self.askingPatience
        )
        return try await ask(request) {
            $0.status == .ok
        } conclude: { answers, ownership in
            if let found = answers.first(where: { $0.value.status == .ok }) { return .member(found.key) }
            for member in ownership.members {
                guard await answers[member]?.problemCode == .unknownExploration else { return nil }
            }
            return ownership.partitionCount > 0 ? .nowhere : nil
        }
    }

    /// Answers a request about the exploration that the path names.
    func answerForExploration(
        _ request: Request,
        _ context: APIRequestContext,
        _ route: Route
    ) async throws -> Response {
        let id = context.exploration
        // What is no id is the id of no exploration, on each server.
        guard context.origin == .client, DeviceID(id) != nil, !explorations.has(id) else {
            return try await route.handler(request, context)
        }
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        let outgoing = forwarded(
            whole,
            timeout: route.patience,
            staysOpen: route.waits,
            mayBeStream: route.method == .get
        )
        var hold = Hold(self)
        var isFirst = true
        while true {
            let version = peers.ownership.version
            guard case .member(let member) = try await holder(of: id) else {
                return try await route.handler(whole.request, context)
            }
            if isFirst { RequestTrace.current?.note(outgoing.body.readableBytesView) }
            isFirst = false
            switch try await attempt(outgoing, to: member, for: .member(member)) {
            case .answered(let response): return response.isEventStream ? relay(response, to: request) : response
            case .notDone: break
            case .inDoubt: guard outgoing.isRepeatable else { throw Problem.brokenOff }
            }
            guard try await hold.look(after: version) else { throw Problem.notAllAsked }
        }
    }

    /// A stream of another server, which ends soon after the client has disconnected.
    private func relay(_ stream: Response, to request: Request) -> Response {
        var relayed = stream
        relayed.body = ResponseBody { writer in
            let relay = EventRelay(writer)
            // As RecordStream does for a stream of this server.
            try await request.body.consumeWithInboundCloseHandler { body in
                for try await _ in body {}
                relay.begin(isOfPeer: false)
                try await stream.body.write(relay)
            } onInboundClosed: { [disconnection = relay.disconnection] in
                disconnection.note()
            }
            try await writer.finish(nil)
        }
        return relayed
    }

    /// Begins an exploration: one that begins with a device at the owner of that, any other one here.
    func beginExploration(_ request: Request, _ context: APIRequestContext, _ route: Route) async throws -> Response {
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        guard let device = whole.body.startingDevice else { return try await route.handler(whole.request, context) }
        return try await deliver(whole, context, route, to: .owner(peers.partition(of: device)))
    }

    /// Lists the explorations of all servers in one order, page by page.
    func listExplorations(_ request: Request, _ context: APIRequestContext, _ route: Route) async throws -> Response {
        // This server checks the request before others are asked.
        let own = try await route.handler(request, context)
        guard context.origin == .client else { return own }
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        return try await ask(forwarded(whole, timeout: route.patience)) {
            $0.isRefusal
        } conclude: { answers, ownership in
            if let refusal = answers.values.first(where: \.isRefusal) { return refusal }
            guard ownership.partitionCount > 0 else { return nil }
            var pages: [Value] = [try await route.handler(whole.request, context).document ?? .null]
            for member in ownership.members {
                guard let answer = answers[member], answer.status == .ok, let page = await answer.document else {
                    return nil
                }
                pages.append(page)
            }
            return .json(document: ExplorationPages(pages).page(limit: request.pageLimit))
        }
    }
}

/// The pages of the list of explorations that servers have answered with.
struct ExplorationPages {
    private let pages: [Value]

    private static let name = "explorations"

    init(_ pages: [Value]) { self.pages = pages }

    /// One page of them, in the order of the ids.
    func page(limit: Int) -> Value {
        // Nothing is known of what comes after the page of a server that has more.
        let end = pages.compactMap { $0["next"]?.text.flatMap(PageCursor.key(of:)) }.min()
        var found: [(id: String, element: Value)] = []
        for element in pages.flatMap({ $0[Self.name]?.elements ?? [] }) {
            guard let id = element["id"]?.text, end.map({ id <= $0 }) ?? true else { continue }
            found.append((id, element))
        }
        found.sort { $0.id < $1.id }
        let page = found.prefix(limit)
        let last = found.count > limit ? page.last?.id : end
        return .object([
            Value.Member(Self.name, .array(page.map(\.element))),
            Value.Member("next", last.map { .string(PageCursor.text(of: $0)) } ?? .null),
        ])
    }
}

extension Response {
    /// Whether the request is refused, as every server would.
    fileprivate var isRefusal: Bool { (400..<500).contains(status.code) }
}

extension ByteBuffer {
    /// The device that the exploration in the body begins with; nil if it names none, or if the body is not read as one.
    fileprivate var startingDevice: DeviceID? {
        guard let value = try? JSONText.parse(readableBytesView), let text = value["from"]?["device"]?.text else {
            return nil
        }
        return DeviceID(text)
    }
}
