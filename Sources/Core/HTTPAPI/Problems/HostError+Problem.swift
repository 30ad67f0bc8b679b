import DeviceHost
import HTTPTypes
import Hummingbird
import LifecycleKernel
import WireFormat

extension HostError: ProblemConvertible {
    /// The problem document.
    package var problem: Problem {
        switch self {
        case .rejected(let rejection, let index): Problem(rejection, index: index)
        case .unknownDevice: Problem(.unknownDevice, detail)
        case .deviceExists: Problem(.deviceExists, detail, field: "id")
        case .tooManyDevices: Problem(.tooManyDevices, detail)
        case .limitReached: Problem(.limitReached, detail)
        case .tooComplex: Problem(.tooComplex, detail)
        case .recordsEvicted(let oldest):
            // The first sequence after which everything is still there.
            Problem(.recordsEvicted, detail, field: "after", accepted: [String(oldest - 1)])
        case .stateEvicted(let oldest): Problem(.recordsEvicted, detail, field: "at", accepted: [String(oldest)])
        case .deviceSetAside: Problem(.deviceSetAside, detail)
        case .storeUnavailable, .storeUnreadable: Problem(.storeUnavailable, detail, headers: [.retryAfter: "1"])
        case .outcomeUnknown: Problem(.outcomeUnknown, detail, headers: [.retryAfter: "1"])
        case .idempotencyKeyReused:
            Problem(.idempotencyKeyReused, detail, field: HTTPField.Name.idempotencyKey.rawName)
        case .answerNotKept: Problem(.answerNotKept, detail, field: HTTPField.Name.idempotencyKey.rawName)
        case .preconditionFailed(_, let sequence):
            Problem(
                .preconditionFailed,
                detail,
                field: "If-Match",
                accepted: [EntityTag(sequence).header],
                headers: [.eTag: EntityTag(sequence).header]
            )
        case .overloaded: Problem(.overloaded, detail, headers: [.retryAfter: "1"])
        }
    }
}

extension APIRequestContext {
    /// The device that the path names.
    ///
    /// - Throws: `unknown-device` for a text that is not a device id.
    package func device() throws(Problem) -> DeviceID {
        let text = parameter("device")
        guard let id = DeviceID(text) else { throw .unknownDevice(text) }
        return id
    }
}

extension QueryReader {
    /// The device that a parameter names, if it is given.
    ///
    /// - Throws: `unknown-device` for a text that is not a device id.
    package mutating func deviceID(_ name: String) throws(Problem) -> DeviceID? {
        guard let text = try string(name) else { return nil }
        guard let id = DeviceID(text) else { throw .unknownDevice(text) }
        return id
    }
}

extension Problem {
    /// There is no device of this id, which may be any text.
    package static func unknownDevice(_ text: String) -> Problem {
        Problem(.unknownDevice, "There is no device \"\(text.shortened, as: "device")\".")
    }
}
