import Foundation
import HTTPTypes
import LifecycleKernel
import TestKit
import Testing
import WireFormat

@testable import HTTPAPI
@testable import OpenAPIGenerator

@Suite("Problem codes")
struct ProblemCodeTests {
    @Test("Every rejection of the kernel has a name of its own in the interface", arguments: Rejection.Code.allCases)
    func rejectionsHaveNames(code: Rejection.Code) {
        #expect(ProblemCode(code).rawValue == code.rawValue)
    }

    @Test("Codes are kebab-case and stand for failures", arguments: OpenAPIDocument.problems)
    func codesAreKebabCase(code: ProblemCode) {
        #expect(code.rawValue.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 })
        #expect((400...599).contains(code.status.code))
        #expect(!code.title.english.isEmpty)
    }

    @Test("No two codes have the same title")
    func titlesDiffer() {
        let problems = OpenAPIDocument.problems
        #expect(Set(problems.map(\.title.english)).count == problems.count)
    }

    @Test("Each problem is listed: by the core, or by its feature") func listed() throws {
        let root = repository.appending(path: "Sources")
        let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)?.compactMap { $0 as? URL }
        let made = try (files ?? []).filter { $0.pathExtension == "swift" }.flatMap { file in
            try String(contentsOf: file, encoding: .utf8).matches(of: /= ProblemCode\(\s*"([a-z-]+)"/)
                .map { String($0.1) }
        }
        #expect(made.sorted() == OpenAPIDocument.problems.map(\.rawValue).sorted())
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
