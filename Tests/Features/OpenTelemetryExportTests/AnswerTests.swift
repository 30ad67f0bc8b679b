import DeviceHost
import LifecycleKernel
import Testing

@testable import OpenTelemetryExport

/// What answers of a receiver mean.
@Suite("An answer of a receiver") struct AnswerTests {
    static let answers: [(ExportAnswer, retries: Bool)] = [
        (.none(reason: "Connection refused"), true), (.status(429), true), (.status(502), true), (.status(503), true),
        (.status(504), true), (.status(500), false), (.status(501), false), (.status(400), false),
        (.status(401), false), (.status(404), false), (.status(413), false), (.status(301), false),
        (.status(307), false),
    ]

    @Test("Some answers have the same batch sent again, others give it up", arguments: answers)
    func retry(answer: ExportAnswer, retries: Bool) {
        #expect(answer.meaning == (retries ? .retry : .refused))
    }

    static let asked: [(String, Duration?)] = [
        ("0", .zero), ("5", .seconds(5)), ("86400", .seconds(86_400)), ("soon", nil), ("-5", nil),
        ("Thu, 01 Jan 2026 00:00:07 GMT", .seconds(7)), ("Wed, 31 Dec 2025 00:00:07 GMT", .zero), ("", nil),
    ]

    @Test("A receiver may ask to be left alone", arguments: asked)
    func retryAfter(text: String, delay: Duration?) {
        #expect(ExportAnswer.status(429, retryAfter: text).retryAfter(at: .manualStart) == delay)
    }

    @Test("The queue has the limits that are documented")
    func limits() {
        let limits = RetryLimits.export
        #expect(limits.count == 20_000 && limits.batch == 512 && limits.batchDelay == .seconds(1))
        #expect(limits.backoff == Backoff([1, 2, 4, 8, 16, 30].map { .seconds($0) }))
        #expect(limits.age == .seconds(300) && limits.longestRequest == .seconds(30) && limits.keepsOrder)
    }

    static let partial: [(String, Int)] = [
        ("", 0), ("{}", 0), ("no JSON", 0), (#"{"partialSuccess": {}}"#, 0),
        (#"{"partialSuccess": {"rejectedSpans": "2", "errorMessage": "x"}}"#, 2),
        (#"{"partialSuccess": {"rejectedLogRecords": 1}}"#, 1), (#"{"partialSuccess": {"rejectedSpans": "900"}}"#, 900),
        (#"{"partialSuccess": {"rejectedSpans": "-1"}}"#, 0),
        (#"{"partialSuccess": {"rejectedSpans": "9999999999999999999999"}}"#, 0), (#"{"partialSuccess": []}"#, 0),
    ]

    @Test("What a receiver rejects of a batch is counted", arguments: partial)
    func partialSuccess(body: String, rejected: Int) {
        let meaning = ExportAnswer.status(200, body: Array(body.utf8)).meaning
        guard case .accepted(rejected, _) = meaning else { return #expect(Bool(false), "\(meaning)") }
    }
}
