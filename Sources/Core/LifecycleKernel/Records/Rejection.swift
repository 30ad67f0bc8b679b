/// Why an input is refused. A refused input has no effect.
public struct Rejection: Error, Hashable, Sendable {
    /// A stable name of what is wrong, in kebab-case, for programs to switch on.
    public enum Code: String, CaseIterable, Sendable {
        case malformedBody = "malformed-body"
        case unknownField = "unknown-field"
        case invalidValue = "invalid-value"
        case missingField = "missing-field"
        case unknownEvent = "unknown-event"
        case unknownAction = "unknown-action"
        case unknownApp = "unknown-app"
        case unknownCallback = "unknown-callback"
        case unknownProcess = "unknown-process"
        case unknownScene = "unknown-scene"
        case unknownRule = "unknown-rule"
        case deviceLocked = "device-locked"
        case notPossibleNow = "not-possible-now"
        case processNotRunning = "process-not-running"
        case processSuspended = "process-suspended"
        case multipleScenesNotSupported = "multiple-scenes-not-supported"
        case limitReached = "limit-reached"
        case tooComplex = "too-complex"
    }

    /// The stable name.
    public var code: Code
    /// A sentence for people: what is wrong and what would have been right.
    public var detail: Sentence
    /// The path of the field that is wrong, such as `apps[0].infoPlist.UIBackgroundModes`.
    public var field: String?
    /// The state in which the app or device was, such as `suspended`.
    public var state: String?
    /// What would have been accepted instead.
    public var accepted: [String]
    /// The events that would have been accepted instead, if the event is not possible now.
    package var acceptedEvents: [Event]
    /// What the field must be, if its own value is wrong or missing.
    package var expected: Expectation?

    package init(
        _ code: Code,
        _ detail: Sentence,
        then next: Sentence? = nil,
        field: String? = nil,
        state: String? = nil,
        accepted: [String] = [],
        acceptedEvents: [Event] = [],
        expected: Expectation? = nil
    ) {
        self.code = code
        self.detail = detail.followed(by: next)
        self.field = field
        self.state = state
        self.accepted = accepted
        self.acceptedEvents = acceptedEvents
        self.expected = expected
    }
}
