import DeviceHost
import Foundation
import LifecycleKernel
import NIOCore
import NIOHPACK
import WireFormat

/// A push that one server has checked, for the one that hosts its device.
struct HandedPush: Hashable, Sendable {
    /// The header block, without the provider token.
    var headers: [[String]]
    /// The body.
    var body: [UInt8]
    var apnsID: String
    var device: DeviceID
    /// Whether a fault was looked for, and the push is to be accepted.
    var isPastFaults: Bool

    init(_ request: PushRequest, apnsID: String, on device: DeviceID, isPastFaults: Bool) {
        headers = request.headers.filter { $0.name != "authorization" }.map { [$0.name, $0.value] }
        body = Array(request.body.readableBytesView)
        self.apnsID = apnsID
        self.device = device
        self.isPastFaults = isPastFaults
    }

    /// The request that it was.
    var request: PushRequest {
        var request = PushRequest(headers: HPACKHeaders(headers.map { ($0[0], $0[1]) }))
        request.body = ByteBuffer(bytes: body)
        request.bodyLength = body.count
        return request
    }

    /// As one server sends it to another.
    var document: Value {
        .object([
            Value.Member("headers", .array(headers.map { .array($0.map { .string($0) }) })),
            Value.Member("body", .string(Data(body).base64EncodedString())),
            Value.Member("apnsID", .string(apnsID)), Value.Member("device", .string(device.description)),
            Value.Member("isPastFaults", .bool(isPastFaults)),
        ])
    }

    /// Reads `document`; nil for anything else.
    init?(_ document: Value) {
        let pairs = document["headers"]?.elements.map { $0.elements.compactMap(\.text) } ?? []
        guard pairs.allSatisfy({ $0.count == 2 }), let apnsID = document["apnsID"]?.text, apnsID.isUUID,
            let body = document["body"]?.text.flatMap({ Data(base64Encoded: $0) }),
            let device = document["device"]?.text.flatMap(DeviceID.init(_:))
        else { return nil }
        headers = pairs
        self.body = Array(body)
        self.apnsID = apnsID
        self.device = device
        isPastFaults = document["isPastFaults"] == .bool(true)
    }
}

/// What becomes of a push at the server that hosts its device.
enum PushOutcome: Sendable {
    /// It was delivered or refused.
    case answered(PushAnswer)
    /// It gets a fault, and was not delivered.
    case fault(Fault)

    /// As one server sends it to another.
    var document: Value {
        switch self {
        case .answered(let answer): .object([Value.Member("answer", answer.document)])
        case .fault(let fault): .object([Value.Member("fault", (try? JSONText.parse(JSONText.write(fault))) ?? .null)])
        }
    }

    /// Reads `document`; nil for anything else.
    init?(_ document: Value) {
        if let answer = document["answer"].flatMap(PushAnswer.init(_:)) {
            self = .answered(answer)
        } else if let value = document["fault"], let fault = try? Fault(value) {
            self = .fault(fault)
        } else {
            return nil
        }
    }
}

extension PushAnswer {
    /// As one server sends it to another.
    fileprivate var document: Value {
        var members = [
            Value.Member("status", .integer(Int64(status))), Value.Member("apnsID", .string(apnsID)),
        ]
        if let reason { members.append(Value.Member("reason", .string(reason.rawValue))) }
        if let uniqueID { members.append(Value.Member("uniqueID", .string(uniqueID))) }
        if let retiredAt { members.append(Value.Member("retiredAt", .integer(retiredAt.milliseconds))) }
        return .object(members)
    }

    /// Reads `document`; nil for anything else.
    fileprivate init?(_ document: Value) {
        guard case .integer(let status)? = document["status"], (200...599).contains(status),
            let apnsID = document["apnsID"]?.text, apnsID.isUUID
        else { return nil }
        let reason = document["reason"]?.text.flatMap(Reason.init(rawValue:))
        // A refusal has a reason, and nothing else has.
        guard (status == 200) == (reason == nil) else { return nil }
        self.init(
            status: Int(clamping: status),
            reason: reason,
            apnsID: apnsID,
            uniqueID: document["uniqueID"]?.text
        )
        if case .integer(let date)? = document["retiredAt"] { retiredAt = Instant(milliseconds: date) }
    }
}
