import DeviceHost
import Foundation
import HTTPAPI
import LifecycleKernel
import Logging

extension PushService {
    /// Applies a push to a device, as any other input, and remembers it.
    ///
    /// - Parameter turn: Ends when the push has reached the device: those behind it need not wait until it is durable.
    /// - Returns: The answer, once the input is durable, or refused.
    func deliver(_ push: Push, to owner: DeviceTokenIndex.Owner, _ turn: PushConnection.Turn?) async -> PushAnswer {
        let date = wall.date
        let lifetime = push.lifetime(from: date)
        let outcome: InputOutcome
        do throws(HostError) {
            outcome = try await registry.changing { () async throws(HostError) in
                let held = try await registry.begin(to: owner.device) { .event(push.event(lifetime, at: $0)) }
                turn?.end()
                return held
            }
        } catch {
            return PushAnswer(refusal(error, push, at: date), apnsID: push.apnsID)
        }
        let uniqueID = UUID().uuidString.lowercased()
        for record in outcome.records {
            guard var receipt = PushReceipt(record, on: owner.device) else { continue }
            receipt.uniqueID = uniqueID
            receipt.token = push.headers.token.text
            receipt.topic = push.headers.topic.text
            receipt.priority = push.headers.priority
            receipt.collapseID = push.headers.collapseID
            receipt.receivedAt = date
            await history.keep(receipt)
            break
        }
        return .accepted(push.apnsID, uniqueID: uniqueID)
    }

    /// What a client hears if the host refuses a push.
    private func refusal(_ error: HostError, _ push: Push, at date: Instant) -> PushRefusal {
        let detail = "\(error.problem.detail)"
        switch error {
        case .unknownDevice: return PushRefusal(.unregistered, detail, retiredAt: date)
        case .rejected(let rejection, _):
            if rejection.code == .unknownApp { return PushRefusal(.unregistered, detail, retiredAt: date) }
            // The rule about payloads is stricter than APNs.
            if rejection.code == .invalidValue { return PushRefusal(.payloadTooLarge, detail) }
            // The process holds as much as it may of what it was woken for.
            if rejection.code == .limitReached { return PushRefusal(.tooManyRequests, detail) }
        case .overloaded, .storeUnavailable, .storeUnreadable, .outcomeUnknown, .deviceSetAside, .limitReached,
            .tooManyDevices:
            return PushRefusal(.serviceUnavailable, detail)
        case .deviceExists, .tooComplex, .recordsEvicted, .stateEvicted, .idempotencyKeyReused, .answerNotKept,
            .preconditionFailed:
            break
        }
        logger.error("a push was refused", metadata: ["apnsID": "\(push.apnsID)", "error": "\(error.code)"])
        return PushRefusal(.internalServerError, detail)
    }
}
