import HTTPAPI
import HTTPTypes
import LifecycleKernel
import WireFormat

/// Why a command failed, as WebDriver says it.
struct DriverError: Error, Hashable, Sendable {
    /// What is wrong; its text and status are the protocol's.
    var kind: Kind
    /// A sentence for people.
    var message: String
    /// What else is known: the problem document of the interface where one is behind the error.
    var data: Value?

    /// The errors of WebDriver, and those that Appium adds.
    enum Kind: String, CaseIterable, Sendable {
        case invalidArgument = "invalid argument"
        case invalidElementState = "invalid element state"
        case elementNotInteractable = "element not interactable"
        case invalidSelector = "invalid selector"
        case invalidSessionID = "invalid session id"
        case unknownCommand = "unknown command"
        case noSuchElement = "no such element"
        case noSuchAlert = "no such alert"
        case staleElementReference = "stale element reference"
        case unknownMethod = "unknown method"
        case timeout
        case sessionNotCreated = "session not created"
        case unsupportedOperation = "unsupported operation"
        case unknownError = "unknown error"

        /// The HTTP status. Clients look for errors only where it is 400 or above.
        var status: HTTPResponse.Status {
            switch self {
            case .invalidArgument, .invalidElementState, .elementNotInteractable, .invalidSelector: .badRequest
            case .invalidSessionID, .unknownCommand, .noSuchElement, .noSuchAlert, .staleElementReference: .notFound
            case .unknownMethod: .methodNotAllowed
            case .timeout: .requestTimeout
            case .sessionNotCreated, .unsupportedOperation, .unknownError: .internalServerError
            }
        }
    }

    /// Makes an error.
    init(_ kind: Kind, _ message: String, data: Value? = nil) {
        self.kind = kind
        self.message = message
        self.data = data
    }

    /// The error that a problem of the interface is.
    init(_ problem: Problem) {
        self.init(Kind(problem.code), problem.message, data: problem.value)
    }

    /// The error that a client is told for what was thrown; nil for what only the log may tell.
    init?(_ error: any Error) {
        if let error = error as? DriverError {
            self = error
        } else if let problem = Problem(describing: error) {
            self.init(problem)
        } else {
            return nil
        }
    }

    /// The error that is told to a client whatever was thrown.
    init(describing error: any Error) { self = DriverError(error) ?? .unexpected }

    /// The error of a command that failed for a reason that clients are not told.
    static let unexpected = DriverError(
        .unknownError,
        "The command could not be carried out. The server's log says why."
    )

    /// The same error of another kind.
    func with(_ kind: Kind) -> DriverError { DriverError(kind, message, data: data) }
}

extension Problem {
    /// How many bytes of what would be accepted a message has at most.
    private static let acceptedLimit = 600

    /// All that the problem says in one text: clients of Selenium show nothing else of it.
    fileprivate var message: String {
        let text = "\(code.rawValue): \(detail)"
        var more: [String] = []
        if let field, !text.contains(field) { more.append("Field: \(field).") }
        if let index { more.append("Index: \(index).") }
        if let state { more.append("State: \(state).") }
        if !accepted.isEmpty {
            let names = accepted.joined(separator: ", ")
            let shown = names.prefix(bytes: Self.acceptedLimit)
            more.append("Accepted: \(shown)\(shown.utf8.count < names.utf8.count ? ", ..." : ".")")
        }
        guard !more.isEmpty else { return text }
        let end = text.last == "." || text.last == "?" ? "" : "."
        return text + end + " " + more.joined(separator: " ")
    }
}

extension DriverError.Kind {
    /// The error that a problem code is.
    init(_ code: ProblemCode) {
        switch code {
        case .malformedRequest, .malformedBody, .tooLarge, .tooComplex, .unknownField, .invalidValue, .missingField,
            .unknownEvent, .unknownAction, .unknownRule, .unknownApp, .unknownProcess, .unknownScene, .unknownCallback,
            .unknownProfile, .unknownReport, .unknownPush:
            self = .invalidArgument
        case .deviceLocked, .notPossibleNow, .processNotRunning, .processSuspended, .multipleScenesNotSupported:
            self = .invalidElementState
        // Commands are about the device of a session, and a session ends with its device.
        case .unknownDevice: self = .invalidSessionID
        case .unknownPath: self = .unknownCommand
        case .methodNotAllowed: self = .unknownMethod
        default: self = .unknownError
        }
    }
}
