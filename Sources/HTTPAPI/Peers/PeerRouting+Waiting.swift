import DeviceHost
import Fleet
import HTTPTypes
import Hummingbird
import LifecycleKernel
import NIOCore
import WireFormat

// Waits go on at the next owner of the device, so that nothing between is missed.
extension PeerRouting {
    /// How much longer than a wait its answer may take.
    private static let waitMargin = Duration.seconds(5)

    /// Waits at the owner of the device that the path names, and at the next one with the time that is left.
    func wait(_ request: Request, _ context: APIRequestContext, _ route: Route) async throws -> Response {
        guard let target = target(of: context) else { return try await route.handler(request, context) }
        let whole = try await WholeRequest(request, upTo: limits.bodyLimit)
        // The handler has the words for what is wrong with a body.
        guard context.origin == .client, let wait = whole.body.waitRequest else {
            return try await deliver(whole, context, route, to: target)
        }
        let end = ContinuousClock.now + .milliseconds(wait.timeout)
        let begun =
            if let after = wait.after { SequenceNumber?.some(after) } else {
                try await presentSequence(of: target, whole.request, context)
            }
        func timed(_ fields: HTTPFields) -> HTTPFields {
            var fields = fields
            let left = max(.zero, end - .now)
            fields[.waitMilliseconds] = String(Int64(left / .milliseconds(1)))
            fields[.waitAfter] = begun.map { String($0) }
            return fields
        }
        return try await deliver(to: target) {
            let patience = max(.zero, end - .now) + Self.waitMargin
            var outgoing = forwarded(whole, timeout: patience, staysOpen: true)
            outgoing.headers = timed(outgoing.headers)
            outgoing.changesNothing = true
            return outgoing
        } here: {
            var head = whole.request.head
            head.headerFields = timed(head.headerFields)
            var context = context
            context.origin = .routing
            return try await route.handler(Request(head: head, body: RequestBody(buffer: whole.body)), context)
        }
    }

    /// The sequence of the last record of a device; nil if it is not known, for the wait to say why.
    private func presentSequence(
        of target: Target,
        _ request: Request,
        _ context: APIRequestContext
    ) async throws -> SequenceNumber? {
        let device = try context.device()
        var headers = HTTPFields()
        headers[.requestID] = request.header(.requestID)
        let outgoing = PeerRequest(.head, "/v1/devices/\(device)", headers: headers, timeout: .seconds(10))
        do {
            let answer = try await deliver(to: target) {
                outgoing
            } here: {
                let sequence = try await registry.device(device).sequence
                return Response(status: .ok, headers: [.eTag: EntityTag(sequence).header])
            }
            return answer.headers[.eTag].flatMap { EntityTag(header: $0)?.sequence }
        } catch HostError.unknownDevice {
            return nil
        }
    }
}

extension ByteBuffer {
    /// The wait that the body asks for; nil if it is not the body of one.
    fileprivate var waitRequest: WaitRequest? {
        guard let value = try? JSONText.parse(readableBytesView) else { return nil }
        return try? WaitRequest(value, at: "")
    }
}

extension WaitRequest {
    /// The wait as the routing of a fleet wants it: with the time that is left, from where the client has begun to wait.
    func routed(by request: Request, _ context: APIRequestContext) -> WaitRequest {
        guard context.origin != .client else { return self }
        var wait = self
        if let left = request.header(.waitMilliseconds).flatMap({ Int64($0) }) {
            wait.timeout = min(timeout, Milliseconds(max(0, left)))
        }
        if let after = request.header(.waitAfter).flatMap({ SequenceNumber($0) }) { wait.after = after }
        return wait
    }
}
