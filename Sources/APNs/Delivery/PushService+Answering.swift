import DeviceHost
import DeviceTokens
import Foundation
import LifecycleKernel
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization
import WireFormat

extension PushService {
    /// Answers a request, once what it does is durable.
    ///
    /// - Parameters:
    ///   - refusal: What it is answered with without looking at it; nil for most.
    ///   - turn: Its place among the requests for its device; nil for one that is for none.
    func answer(
        _ request: PushRequest,
        refusal: PushRefusal? = nil,
        on connection: ProviderConnection,
        _ turn: PushConnection.Turn?
    ) async -> PushAnswer {
        defer { turn?.end() }
        let apnsID = request.givenID ?? UUID().uuidString.lowercased()
        var answer: PushAnswer
        do throws(PushRefusal) {
            if let refusal { throw refusal }
            answer = try await accept(request, apnsID, connection, turn)
        } catch {
            answer = PushAnswer(error, apnsID: apnsID)
            answer.resets = refusal != nil
        }
        metrics.count(answer)
        return answer
    }

    /// Checks a request in the order of APNs and delivers the push.
    ///
    /// - Throws: What is wrong first.
    private func accept(
        _ request: PushRequest,
        _ apnsID: String,
        _ connection: ProviderConnection,
        _ turn: PushConnection.Turn?
    ) async throws(PushRefusal) -> PushAnswer {
        let count = inProgress.add(1, ordering: .relaxed).newValue
        defer { inProgress.subtract(1, ordering: .relaxed) }
        guard isServing(), count <= settings.requestLimit else { throw PushRefusal(.serviceUnavailable) }
        var provider: AuthorizedProvider?
        let headers = try PushHeaders(request.headers) { header throws(PushRefusal) in
            provider = try authorization.authorize(header, on: connection)
        }
        guard provider?.topics?.contains(headers.topic.bundleID) ?? true else { throw PushRefusal(.topicDisallowed) }
        let owner = try await owner(of: headers)
        let push = Push(headers, try Self.payload(of: request, headers.topic.kind), apnsID)
        await turn?.begin()
        var outcome = try await carryOut(push, as: request, to: owner, turn, isPastFaults: false)
        var goesAway = false
        if case .fault(let fault) = outcome {
            // One that waits for a fault lets others pass.
            turn?.end()
            if let answer = await answer(to: fault, apnsID) { return answer }
            goesAway = fault.goAway
            outcome = try await carryOut(push, as: request, to: owner, turn, isPastFaults: true)
        }
        guard case .answered(var answer) = outcome else { throw PushRefusal(.internalServerError) }
        answer.goesAway = goesAway
        if answer.reason == nil { connection.accepted(from: provider) }
        return answer
    }

    /// What the pushes of a connection are in order for that a request is among; nil if no push can reach a device by its
    /// token.
    func recipient(of request: PushRequest) -> PushRecipient? {
        guard let token = request.token else { return nil }
        guard others == nil else { return .token(token) }
        guard case .live(let owner) = registry.tokens?.entry(token) else { return nil }
        return .device(owner.device)
    }

    /// The app that a token stands for, on a device of this server or another one.
    ///
    /// - Throws: `BadDeviceToken`, `DeviceTokenNotForTopic`, `Unregistered`; `ServiceUnavailable` if a server that may know the
    ///   token cannot be asked.
    private func owner(of headers: PushHeaders) async throws(PushRefusal) -> DeviceTokenIndex.Owner {
        let entry = registry.tokens?.entry(headers.token)
        guard let others, entry?.isLive != true else { return try Self.owner(of: headers, entry) }
        let finding = await others.find(headers.token) { [registry] in registry.tokens?.entry(headers.token) }
        switch finding {
        case .known(let entry): return try Self.owner(of: headers, entry)
        case .unknown: throw PushRefusal(.badDeviceToken)
        case .unavailable: throw PushRefusal(.serviceUnavailable)
        }
    }

    /// The app that a token stands for.
    ///
    /// - Throws: `BadDeviceToken`, `DeviceTokenNotForTopic`, `Unregistered`.
    static func owner(
        of headers: PushHeaders,
        _ entry: DeviceTokenIndex.Entry?
    ) throws(PushRefusal) -> DeviceTokenIndex.Owner {
        guard let entry else { throw PushRefusal(.badDeviceToken) }
        let kind = headers.topic.kind
        switch entry {
        case .live(let owner), .retired(let owner, _):
            guard owner.bundleID == headers.topic.bundleID, (owner.kind == .voip) == (kind == .voip) else {
                throw PushRefusal(.deviceTokenNotForTopic)
            }
            if case .retired(_, let date) = entry { throw PushRefusal(.unregistered, retiredAt: date) }
            return owner
        }
    }

    /// The payload: an object.
    ///
    /// - Throws: `PayloadEmpty`, `PayloadTooLarge`.
    static func payload(of request: PushRequest, _ kind: PushTopic.Kind) throws(PushRefusal) -> Value {
        guard request.bodyLength > 0 else { throw PushRefusal(.payloadEmpty) }
        guard request.bodyLength <= kind.payloadLimit else { throw PushRefusal(.payloadTooLarge) }
        // Apple names no reason for a body that is no object; APNSwift's test server has this one.
        guard let payload = try? JSONText.parse(request.body.readableBytesView), case .object = payload else {
            throw PushRefusal(.payloadEmpty)
        }
        return payload
    }

    /// Waits as a fault asks, but not while the server stops, and makes its answer; nil if it only delays.
    private func answer(to fault: Fault, _ apnsID: String) async -> PushAnswer? {
        if fault.delay > .zero {
            try? await cancelWhenGracefulShutdown { [wall] in try await wall.sleep(until: wall.now + fault.delay) }
        }
        guard let reason = fault.reason else { return nil }
        let retiredAt = reason.status == 410 ? wall.date : nil
        var answer = PushAnswer(PushRefusal(reason, retiredAt: retiredAt), apnsID: apnsID)
        answer.status = fault.status ?? reason.status
        answer.goesAway = fault.goAway
        return answer
    }
}
