import LifecycleKernel
import Testing
import WireFormat

@testable import HTTPAPI

@Suite("Problem codes")
struct ProblemCodeTests {
    @Test("Every rejection of the kernel has a name of its own in the interface", arguments: Rejection.Code.allCases)
    func rejectionsHaveNames(code: Rejection.Code) {
        #expect(ProblemCode(code).rawValue == code.rawValue)
    }

    @Test("A problem document has the members of RFC 9457 and what helps to mend the request")
    func documentHasItsMembers() {
        let problem = Problem(
            .invalidValue,
            "seconds must be positive.",
            field: "seconds",
            state: "suspended",
            accepted: ["1"],
            index: 2
        )
        let expected: Value = [
            "type": "/problems/invalid-value", "title": "A value is not accepted", "status": 422,
            "detail": "seconds must be positive.", "code": "invalid-value", "field": "seconds", "state": "suspended",
            "accepted": ["1"], "index": 2,
        ]
        #expect(problem.value == expected)
    }

    @Test("A problem document leaves out what it has nothing to say about")
    func documentIsShort() {
        let members = Problem(.unknownPath, "There is nothing at this path.").value
        for name in ["field", "state", "accepted", "index"] { #expect(members[name] == nil) }
    }
}
