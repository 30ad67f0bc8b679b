import DeviceHost
import Foundation
import LifecycleKernel
import Logging

extension PushService {
    /// Carries a push out at the server that hosts its device.
    ///
    /// - Parameters:
    ///   - request: What the push was read from.
    ///   - turn: As in `deliver`.
    ///   - isPastFaults: Whether it is delivered whatever faults there are.
    /// - Throws: What refuses it here; `ServiceUnavailable` if nobody hosts the device now, or nobody knows what became of it.
    func carryOut(
        _ push: Push,
        as request: PushRequest,
        to owner: DeviceTokenIndex.Owner,
        _ turn: PushConnection.Turn?,
        isPastFaults: Bool
    ) async throws(PushRefusal) -> PushOutcome {
        guard let others else {
            do throws(HostError) {
                return try await carryOut(push, to: owner, turn, isPastFaults: isPastFaults)
            } catch {
                throw refusal(error, push, at: wall.date)
            }
        }
        let handed = HandedPush(request, apnsID: push.apnsID, on: owner.device, isPastFaults: isPastFaults)
        let document = await others.hand(handed.document, on: owner.device) { () async throws(HostError) in
            try await carryOut(push, to: owner, turn, isPastFaults: isPastFaults).document
        }
        guard let outcome = document.flatMap(PushOutcome.init(_:)) else { throw PushRefusal(.serviceUnavailable) }
        return outcome
    }

    /// Carries a push out that another server has checked.
    ///
    /// - Parameter document: The push, as `OtherPushServices.hand` gets it.
    /// - Returns: What became of it; nil if this is no push.
    /// - Throws: `notOwner` if this server does not host its device.
    package func carryOut(handed document: Value) async throws(HostError) -> Value? {
        guard let handed = HandedPush(document) else { return nil }
        let push: Push
        let owner: DeviceTokenIndex.Owner
        let entry = try registry.whileHosting(handed.device) {
            handed.request.token.flatMap { registry.tokens?.entry($0) }
        }
        do throws(PushRefusal) {
            let headers = try PushHeaders(handed.request.headers) { _ throws(PushRefusal) in }
            // A token that its own server does not know any more was retired elsewhere.
            guard entry != nil else { throw PushRefusal(.unregistered, retiredAt: wall.date) }
            owner = try Self.owner(of: headers, entry)
            push = Push(headers, try Self.payload(of: handed.request, headers.topic.kind), handed.apnsID)
        } catch {
            return PushOutcome.answered(PushAnswer(error, apnsID: handed.apnsID)).document
        }
        return try await carryOut(push, to: owner, nil, isPastFaults: handed.isPastFaults).document
    }

    /// The device of a push that another server has checked; nil if this is no push.
    package static func device(ofHanded document: Value) -> DeviceID? { HandedPush(document)?.device }

    /// Carries a push out on a device of this server.
    ///
    /// - Throws: `notOwner` if this server does not host the device, and nothing was done.
    private func carryOut(
        _ push: Push,
        to owner: DeviceTokenIndex.Owner,
        _ turn: PushConnection.Turn?,
        isPastFaults: Bool
    ) async throws(HostError) -> PushOutcome {
        let date = wall.date
        do {
            if !isPastFaults {
                try rate.count(push.headers.token)
                if let fault = try await takeFault(for: push.headers, on: owner.device) { return .fault(fault) }
            }
            return .answered(try await deliver(push, to: owner, turn, at: date))
        } catch let refusal as PushRefusal {
            return .answered(PushAnswer(refusal, apnsID: push.apnsID))
        } catch HostError.notOwner(let partition) {
            throw .notOwner(partition)
        } catch let error as HostError {
            return .answered(PushAnswer(refusal(error, push, at: date), apnsID: push.apnsID))
        } catch {
            return .answered(PushAnswer(PushRefusal(.internalServerError), apnsID: push.apnsID))
        }
    }

    /// Applies a push to a device, as any other input, and remembers it.
    ///
    /// - Parameters:
    ///   - turn: Ends when the push has reached the device: those behind it need not wait until it is durable.
    ///   - date: When it came.
    /// - Returns: The answer, once the input is durable.
    private func deliver(
        _ push: Push,
        to owner: DeviceTokenIndex.Owner,
        _ turn: PushConnection.Turn?,
        at date: Instant
    ) async throws(HostError) -> PushAnswer {
        let lifetime = push.lifetime(from: date)
        let held = try await registry.begin(to: owner.device) { .event(push.event(lifetime, at: $0)) }
        turn?.end()
        let outcome = try await held.whenDurable()
        let uniqueID = UUID().uuidString.lowercased()
        for record in outcome.records {
            guard var receipt = PushReceipt(record, on: owner.device) else { continue }
            receipt.uniqueID = uniqueID
            receipt.token = push.headers.token.text
            receipt.topic = push.headers.topic.text
            receipt.priority = push.headers.priority
            receipt.collapseID = push.headers.collapseID
            receipt.receivedAt = date
            await keep(receipt, push)
            break
        }
        return .accepted(push.apnsID, uniqueID: uniqueID)
    }

    /// Remembers a push. It has been delivered, so its answer does not wait until the journal has written that, too: the next
    /// commit has it. Only where other servers look for it in the journal, it is there before the answer.
    private func keep(_ receipt: PushReceipt, _ push: Push) async {
        do throws(HostError) {
            let kept = try registry.keep(log.add(receipt))
            if registry.tenure != nil { try await kept.whenDurable() }
        } catch {
            let about: Logger.Metadata = ["apnsID": "\(push.apnsID)", "error": "\(error.code)"]
            logger.error("an accepted push will not be found after a start", metadata: about)
        }
    }

    /// What a client hears if the host refuses a push.
    private func refusal(_ error: HostError, _ push: Push, at date: Instant) -> PushRefusal {
        switch error {
        case .unknownDevice: return PushRefusal(.unregistered, retiredAt: date)
        case .rejected(let rejection, _):
            if rejection.code == .unknownApp { return PushRefusal(.unregistered, retiredAt: date) }
            // The rule about payloads is stricter than APNs.
            if rejection.code == .invalidValue { return PushRefusal(.payloadTooLarge) }
            // The process holds as much as it may of what it was woken for.
            if rejection.code == .limitReached { return PushRefusal(.tooManyRequests) }
        case .overloaded, .journalUnavailable, .journalUnreadable, .outcomeUnknown, .deviceSetAside, .limitReached,
            .notOwner, .tooManyDevices:
            return PushRefusal(.serviceUnavailable)
        case .deviceExists, .tooComplex, .recordsEvicted, .stateEvicted, .idempotencyKeyReused, .answerNotKept,
            .preconditionFailed:
            break
        }
        logger.error("a push was refused", metadata: ["apnsID": "\(push.apnsID)", "error": "\(error.code)"])
        return PushRefusal(.internalServerError)
    }
}
