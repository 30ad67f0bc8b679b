import DeviceHost
import HTTPAPI
import HTTPTypes
import LifecycleKernel
import Testing
import WireFormat

@testable import WebDriver

@Suite("Errors of WebDriver") struct DriverErrorTests {
    @Test("Every error has a status of 400 or above: clients look for errors nowhere else")
    func statuses() {
        for kind in DriverError.Kind.allCases { #expect(kind.status.code >= 400) }
    }

    @Test("Every problem of the interface is one", arguments: ProblemCode.core) func problems(code: ProblemCode) {
        let error = DriverError(Problem(code, "because"))
        let expected: DriverError.Kind =
            switch code.rawValue {
            case "unknown-device": .invalidSessionID
            case "unknown-path": .unknownCommand
            case "method-not-allowed": .unknownMethod
            case "malformed-request", "malformed-body", "too-large", "too-complex", "invalid-value", "missing-field":
                .invalidArgument
            case let name where name.hasPrefix("unknown-"): .invalidArgument
            case "not-possible-now", "device-locked", "process-suspended", "process-not-running",
                "multiple-scenes-not-supported":
                .invalidElementState
            default: .unknownError
            }
        #expect(error.kind == expected)
        #expect(error.message == "\(code.rawValue): because")
        #expect(error.data?["code"] == .string(code.rawValue))
    }

    @Test("An error of the host is its problem") func host() throws {
        let id = try #require(DeviceID("nobody"))
        #expect(DriverError(describing: HostError.unknownDevice(id)).kind == .invalidSessionID)
        #expect(DriverError(describing: HostError.overloaded("busy")).kind == .unknownError)
        #expect(DriverError(describing: Rejection(.deviceLocked, "locked")).kind == .invalidElementState)
    }

    @Test("Where the mistake is stands in a sentence of its own") func field() {
        let error = DriverError(describing: Rejection(.unknownApp, "nobody opens it", field: "url"))
        #expect(error.message == "unknown-app: nobody opens it. Field: url.")
    }

    @Test("An error from inside is told without its details") func inside() {
        struct Secret: Error {}
        let error = DriverError(describing: Secret())
        #expect(error.kind == .unknownError)
        #expect(!error.message.contains("Secret"))
        #expect(error.data == nil)
    }
}
