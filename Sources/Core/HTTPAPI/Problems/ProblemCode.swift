import HTTPTypes
import LifecycleKernel
import WireFormat

/// The stable names of everything that the interface can refuse. Each has a row in the table of problems.
///
/// The kernel's rejections are among them under the same names; a test says so.
public enum ProblemCode: String, CaseIterable, Sendable {
    // What was sent cannot be read.
    case malformedRequest = "malformed-request"
    case malformedHost = "malformed-host"
    case expectationFailed = "expectation-failed"
    case unsupportedTransferCoding = "unsupported-transfer-coding"
    case malformedBody = "malformed-body"
    case unsupportedMediaType = "unsupported-media-type"
    case notAcceptable = "not-acceptable"
    case tooLarge = "too-large"
    case tooComplex = "too-complex"
    // What was sent can be read, and is wrong.
    case unknownField = "unknown-field"
    case invalidValue = "invalid-value"
    case missingField = "missing-field"
    case unknownEvent = "unknown-event"
    case unknownAction = "unknown-action"
    case unknownRule = "unknown-rule"
    case notExplorable = "not-explorable"
    case idempotencyKeyReused = "idempotency-key-reused"
    // The requested resource does not exist.
    case unknownPath = "unknown-path"
    case methodNotAllowed = "method-not-allowed"
    case unknownDevice = "unknown-device"
    case unknownApp = "unknown-app"
    case unknownProcess = "unknown-process"
    case unknownScene = "unknown-scene"
    case unknownCallback = "unknown-callback"
    case unknownProfile = "unknown-profile"
    case unknownReport = "unknown-report"
    case unknownPush = "unknown-push"
    case unknownKey = "unknown-key"
    case unknownWebhook = "unknown-webhook"
    case unknownExploration = "unknown-exploration"
    case recordsEvicted = "records-evicted"
    // The request is not possible in the present state.
    case unknownPlay = "unknown-play"
    case deviceExists = "device-exists"
    case deviceLocked = "device-locked"
    case deviceSetAside = "device-set-aside"
    case notPossibleNow = "not-possible-now"
    case processNotRunning = "process-not-running"
    case processSuspended = "process-suspended"
    case multipleScenesNotSupported = "multiple-scenes-not-supported"
    case limitReached = "limit-reached"
    case tooManyDevices = "too-many-devices"
    case answerNotKept = "answer-not-kept"
    case preconditionFailed = "precondition-failed"
    // Authorization, and the state of the service.
    case unauthorized
    case readOnlyToken = "read-only-token"
    case crossSite = "cross-site"
    case hostNotAllowed = "host-not-allowed"
    case overloaded
    case storeUnavailable = "store-unavailable"
    case outcomeUnknown = "outcome-unknown"
    case notReady = "not-ready"
    case clientClosedRequest = "client-closed-request"
    case internalError = "internal"

    /// The name of a kernel's rejection in the interface.
    init(_ code: Rejection.Code) {
        self = ProblemCode(rawValue: code.rawValue) ?? .internalError
    }

    /// The HTTP status that goes with it.
    public var status: HTTPResponse.Status { row.status }

    /// What it means, in a few words that never change.
    public var title: String { row.title.english }

    /// Where the code is explained: a reference relative to the service, and the `type` of its problem documents.
    var page: String { "/problems/" + rawValue }
}
