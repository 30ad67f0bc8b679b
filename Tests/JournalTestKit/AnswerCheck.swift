import DeviceHost
import LifecycleKernel
import TestKit

/// A journal keeps the answers of the newest requests with idempotency keys.
package struct AnswerCheck {
    private let findings = Findings()

    /// Makes the check.
    package init() {}

    /// Runs the check.
    ///
    /// - Returns: What is wrong.
    package func run(in place: any JournalPlace) async throws -> [String] {
        var settings = JournalPlaceSettings()
        settings.answersKept = 10
        let print = RequestFingerprint(method: "POST", path: "/", body: [])
        let answer = StoredAnswer(status: 200, fields: [.init(name: "ETag", value: "\"1\"")], body: [1, 255])
        let journal = try await place.open(settings)
        try await withHost(journal) { [findings] registry in
            _ = try await registry.create(.manual("a"))
            for key in 1...200 {
                let recipe = AnswerRecipe<InputOutcome>(key: "\(key)", fingerprint: print) { _ in answer }
                _ = try await registry.apply(launchNotes, to: id("a"), answer: recipe)
            }
            let kept = try await journal.answers(of: 1...1).value[1] ?? []
            findings.expect(kept.count >= 10 && kept.count < 80)
            findings.expect(
                kept.last == KeyedAnswer(key: "200", fingerprint: print, answer: answer, givenAt: .manualStart)
            )
        }
        return findings.all
    }
}
