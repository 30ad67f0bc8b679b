import HTTPTypes
import LifecycleKernel

/// The stable names of everything that the interface can refuse, with the status and the title of each.
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
    public var title: String { row.title }

    private var row: (status: HTTPResponse.Status, title: String) {
        switch self {
        case .malformedRequest: (.badRequest, "The request is not HTTP")
        case .clientClosedRequest: (.clientClosedRequest, "The client has closed the connection")
        case .expectationFailed: (.expectationFailed, "The server does not do what Expect asks for")
        case .unsupportedTransferCoding: (.notImplemented, "The body has a transfer coding that is not read here")
        case .malformedHost: (.badRequest, "The request does not say which server it is for")
        case .malformedBody: (.badRequest, "The body cannot be read")
        case .unsupportedMediaType: (.unsupportedMediaType, "The body has a media type that is not read here")
        case .notAcceptable: (.notAcceptable, "The answer does not come in this media type")
        case .tooLarge: (.contentTooLarge, "The body is too large")
        case .tooComplex: (.unprocessableContent, "The request has too many parts")
        case .unknownField: (.unprocessableContent, "A field is not known")
        case .invalidValue: (.unprocessableContent, "A value is not accepted")
        case .missingField: (.unprocessableContent, "A field is missing")
        case .unknownEvent: (.unprocessableContent, "There is no such event")
        case .unknownAction: (.unprocessableContent, "There is no such action")
        case .unknownRule: (.unprocessableContent, "There is no such rule")
        case .notExplorable: (.unprocessableContent, "There is nothing to explore")
        case .idempotencyKeyReused: (.unprocessableContent, "The idempotency key belongs to another request")
        case .unknownPath: (.notFound, "There is nothing at this path")
        case .methodNotAllowed: (.methodNotAllowed, "The path does not take this method")
        case .unknownDevice: (.notFound, "There is no such device")
        case .unknownApp: (.notFound, "There is no such app on the device")
        case .unknownProcess: (.notFound, "There is no such process on the device")
        case .unknownScene: (.notFound, "There is no such scene")
        case .unknownCallback: (.notFound, "There is no such callback in flight")
        case .unknownProfile: (.notFound, "There is no such rule profile")
        case .unknownReport: (.notFound, "There is no such report of the app")
        case .unknownPush: (.notFound, "There is no such push")
        case .unknownKey: (.notFound, "There is no such key of a provider")
        case .unknownWebhook: (.notFound, "There is no such webhook")
        case .unknownExploration: (.notFound, "There is no such exploration, or it has no such failure")
        case .recordsEvicted: (.gone, "The records are no longer kept")
        case .unknownPlay: (.conflict, "The play is not the one that waits for its report")
        case .deviceExists: (.conflict, "A device of this id exists")
        case .deviceLocked: (.conflict, "The device is locked")
        case .deviceSetAside: (.conflict, "The device could not be recovered")
        case .notPossibleNow: (.conflict, "This makes no sense in the present state")
        case .processNotRunning: (.conflict, "The app has no process")
        case .processSuspended: (.conflict, "The process is suspended")
        case .multipleScenesNotSupported: (.conflict, "The app does not support several scenes")
        case .limitReached: (.conflict, "There are as many of these already as there may be")
        case .tooManyDevices: (.insufficientStorage, "The server has as many devices as it may have")
        case .answerNotKept: (.conflict, "The first answer was too large to be kept")
        case .preconditionFailed: (.preconditionFailed, "The resource is not as it was expected to be")
        case .unauthorized: (.unauthorized, "A valid token is needed")
        case .readOnlyToken: (.forbidden, "The token may only read")
        case .crossSite: (.forbidden, "A page of another site may not do this")
        case .hostNotAllowed: (.misdirectedRequest, "The server does not have this name")
        case .overloaded: (.serviceUnavailable, "The service has too much to do")
        case .storeUnavailable: (.serviceUnavailable, "The store cannot be used")
        case .outcomeUnknown: (.serviceUnavailable, "It is not known whether the change was made")
        case .notReady: (.serviceUnavailable, "The service is not ready")
        case .internalError: (.internalServerError, "Something went wrong inside the service")
        }
    }
}

extension HTTPResponse.Status {
    /// 499, as nginx has it: the client has closed the connection before it was answered. Nobody reads it.
    static var clientClosedRequest: Self { .init(code: 499, reasonPhrase: "Client Closed Request") }
    /// 507: the service has no room for another one.
    static var insufficientStorage: Self { .init(code: 507, reasonPhrase: "Insufficient Storage") }
}
