import LifecycleKernel
import WireFormat

/// Why the host refused a request.
public enum HostError: Error, Hashable, Sendable {
    /// The input or the settings were refused; `index` is the index of the input when there were several.
    case rejected(Rejection, index: Int?)
    /// There is no device with this id.
    case unknownDevice(DeviceID)
    /// There is a device with this id already.
    case deviceExists(DeviceID)
    /// The host has as many devices as it may have.
    case tooManyDevices(limit: Int)
    /// Something on a device has reached its limit: what it is, and how many of it there may be.
    case limitReached(what: Sentence, limit: Int)
    /// A request has too many of something: what it is, and how many of it there may be.
    case tooComplex(what: Sentence, limit: Int)
    /// The requested records are no longer kept; `oldest` is the sequence of the oldest kept record.
    case recordsEvicted(oldest: SequenceNumber)
    /// The requested state is no longer kept; `oldest` is the sequence of the oldest state that can be restored.
    case stateEvicted(oldest: SequenceNumber)
    /// The device could not be recovered and is set aside, with the reason.
    case deviceSetAside(DeviceID, String)
    /// The store cannot be written, so nothing can be changed, with the reason.
    case storeUnavailable(String)
    /// The store, which alone has the requested data, cannot be read, with the reason.
    case storeUnreadable(String)
    /// The connection to the store was lost, and nobody knows whether the change was written, with the reason.
    case outcomeUnknown(String)
    /// The idempotency key was used for another request.
    case idempotencyKeyReused(String)
    /// The request with the idempotency key was carried out, but its answer was too large to be kept.
    case answerNotKept(String)
    /// The device has moved on from the sequence that was expected.
    case preconditionFailed(expected: SequenceNumber, sequence: SequenceNumber)
    /// The host cannot serve the request now; the same request may succeed later. With the reason.
    case overloaded(Sentence)

    /// A stable name of what is wrong, in kebab-case, for programs to switch on.
    public var code: String {
        switch self {
        case .rejected(let rejection, _): rejection.code.rawValue
        case .unknownDevice: "unknown-device"
        case .deviceExists: "device-exists"
        case .tooManyDevices: "too-many-devices"
        case .limitReached: "limit-reached"
        case .tooComplex: "too-complex"
        case .recordsEvicted, .stateEvicted: "records-evicted"
        case .deviceSetAside: "device-set-aside"
        case .storeUnavailable, .storeUnreadable: "store-unavailable"
        case .outcomeUnknown: "outcome-unknown"
        case .idempotencyKeyReused: "idempotency-key-reused"
        case .answerNotKept: "answer-not-kept"
        case .preconditionFailed: "precondition-failed"
        case .overloaded: "overloaded"
        }
    }

    /// What is wrong, for people.
    public var detail: Sentence {
        switch self {
        case .rejected(let rejection, _): rejection.detail
        case .unknownDevice(let id): "There is no device \(id, as: "device")."
        case .deviceExists(let id): "There is a device \(id, as: "device") already."
        case .tooManyDevices(let limit):
            "This server has \(limit, as: "limit") devices, which is its limit."
        case .limitReached(let what, let limit), .tooComplex(let what, let limit):
            "There may be at most \(limit, as: "limit") \(what, as: "what")."
        case .recordsEvicted(let oldest): "The oldest record that is still kept is \(oldest, as: "oldest")."
        case .stateEvicted(let oldest):
            "The oldest state that is still kept is the one at the sequence \(oldest, as: "oldest")."
        case .deviceSetAside(let id, let reason):
            """
            The server could not recover the device \(id, as: "device") and has set it aside: \(reason, as: "reason"). The \
            device can only be deleted.
            """
        case .storeUnavailable(let reason):
            "Nothing can be changed, because the server cannot write to its store: \(reason, as: "reason")."
        case .storeUnreadable(let reason): "The server cannot read its store: \(reason, as: "reason")."
        case .outcomeUnknown(let reason):
            """
            The connection to the store was lost, and it is not known whether the change was made: \(reason, as: "reason").
            """
        case .idempotencyKeyReused(let key): "The idempotency key \(key, as: "key") was used for a different request."
        case .answerNotKept(let key):
            """
            The request with the idempotency key \(key, as: "key") was carried out, but its answer was too large to keep. \
            The device's timeline shows what it did.
            """
        case .preconditionFailed(let expected, let sequence):
            "The device is at sequence \(sequence, as: "sequence"), not at \(expected, as: "expected")."
        case .overloaded(let reason): reason
        }
    }
}
