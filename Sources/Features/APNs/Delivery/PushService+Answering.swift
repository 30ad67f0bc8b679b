import DeviceHost
import DeviceTokens
import Foundation
import HTTPAPI
import LifecycleKernel
import Logging
import NIOCore
import NIOHPACK
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
        guard isServing() else {
            throw PushRefusal(.serviceUnavailable, "The server cannot change devices now: see /readyz.")
        }
        guard count <= settings.requestLimit else {
            throw PushRefusal(
                .serviceUnavailable,
                "The server is answering \(count) requests, more than --max-requests allows."
            )
        }
        await authorization.lookForKey(of: request.headers.first(name: "authorization"))
        var provider: AuthorizedProvider?
        let headers = try PushHeaders(request.headers) { header throws(PushRefusal) in
            provider = try authorization.authorize(header, on: connection)
            return provider?.standardTopic
        }
        try provider?.check(headers.topic)
        let owner = try await owner(of: headers)
        do throws(PushRefusal) {
            let payload = try Self.payload(of: request, headers.topic.kind)
            await turn?.begin()
            try rate.count(headers.token)
            let fault = try await fault(for: headers, on: owner.device)
            // One that waits for a fault lets others pass.
            if fault != nil { turn?.end() }
            var answer: PushAnswer
            if let fault, let refused = await self.answer(to: fault, apnsID) {
                answer = refused
            } else {
                answer = await deliver(Push(headers, payload, apnsID), to: owner, turn)
                answer.goesAway = fault?.goAway ?? false
            }
            answer.device = owner.device
            if answer.reason == nil { connection.accepted(from: provider) }
            return answer
        } catch {
            var refusal = error
            refusal.device = owner.device
            throw refusal
        }
    }

    /// The device whose token a request is for; nil if no push can reach one by it.
    func device(of request: PushRequest) async -> DeviceID? {
        guard let token = request.token, case .live(let owner)? = try? await registry.entry(of: token) else {
            return nil
        }
        return owner.device
    }

    /// The app that a token stands for.
    ///
    /// - Throws: `BadDeviceToken`, `DeviceTokenNotForTopic`, `Unregistered`; `ServiceUnavailable` if the database does not say.
    private func owner(of headers: PushHeaders) async throws(PushRefusal) -> DeviceTokenIndex.Owner {
        let known: DeviceTokenIndex.Entry?
        do throws(HostError) {
            known = try await registry.entry(of: headers.token)
        } catch {
            throw .databaseIsAway
        }
        guard let entry = known else { throw PushRefusal.unknownToken }
        let kind = headers.topic.kind
        switch entry {
        case .live(let owner), .retired(let owner, _):
            guard owner.bundleID == headers.topic.bundleID, (owner.kind == .voip) == (kind == .voip) else {
                let suffix = owner.kind == .voip ? PushTopic.Suffix.voip.rawValue : ""
                throw PushRefusal(
                    .deviceTokenNotForTopic,
                    "The device token is that of \(owner.bundleID)\(suffix), and the topic is \(headers.topic.text)."
                )
            }
            if case .retired(_, let date) = entry {
                var refusal = PushRefusal(
                    .unregistered,
                    "The device token was that of \(owner.bundleID), which was uninstalled, or its device deleted.",
                    retiredAt: date
                )
                refusal.device = owner.device
                throw refusal
            }
            return owner
        }
    }

    /// The fault that a push gets.
    ///
    /// - Throws: `ServiceUnavailable` if the database does not say.
    private func fault(for headers: PushHeaders, on device: DeviceID) async throws(PushRefusal) -> Fault? {
        do {
            return try await faults.take(for: headers, on: device)
        } catch {
            throw .databaseIsAway
        }
    }

    /// The payload: an object.
    ///
    /// - Throws: `PayloadEmpty`, `PayloadTooLarge`.
    private static func payload(of request: PushRequest, _ kind: PushTopic.Kind) throws(PushRefusal) -> Value {
        guard request.bodyLength > 0 else { throw PushRefusal(.payloadEmpty, "The request has no body.") }
        guard request.bodyLength <= kind.payloadLimit else {
            throw PushRefusal(
                .payloadTooLarge,
                "The body has \(request.bodyLength) bytes, and may have \(kind.payloadLimit)."
            )
        }
        // Apple names no reason for a body that is no object; APNSwift's test server has this one.
        guard let payload = try? JSONText.parse(request.body.readableBytesView), case .object = payload else {
            throw PushRefusal(.payloadEmpty, "The body is not a JSON object.")
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
        var answer = PushAnswer(
            PushRefusal(reason, "A fault of /v1/apns/faults asks for this answer.", retiredAt: retiredAt),
            apnsID: apnsID
        )
        answer.status = fault.status ?? reason.status
        answer.goesAway = fault.goAway
        return answer
    }
}

extension PushRefusal {
    /// The database does not answer.
    fileprivate static let databaseIsAway = PushRefusal(
        .serviceUnavailable,
        "The database that servers share does not answer."
    )
}
