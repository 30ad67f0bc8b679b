import Testing

@testable import LifecycleKernel

@Suite("Verdicts")
struct VerdictTests {
    @Test("A verdict with a reason says in words what it means", arguments: Verdict.Reason.allCases)
    func explanation(reason: Verdict.Reason) throws {
        let verdict = Verdict(subject: .transfer, decision: .refused, reason: reason)
        let detail = try #require(verdict.detail)
        #expect(detail.contains(" ") && detail != reason.rawValue)
        #expect(verdict == Verdict(subject: .transfer, decision: .refused, reason: reason, detail: detail))
    }

    @Test("What is special about a verdict comes before what its reason means")
    func ownDetail() {
        let verdict = Verdict(subject: .push, decision: .dropped, reason: .malformed, detail: "the priority is 10")
        #expect(verdict.detail == "the priority is 10")
    }

    @Test("A verdict without a reason needs no words")
    func withoutReason() { #expect(Verdict(subject: .push, decision: .delivered).detail == nil) }
}
