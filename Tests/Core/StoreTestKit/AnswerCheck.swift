import DeviceHost
import LifecycleKernel
import TestKit

/// A durable store keeps the answers of the newest requests with idempotency keys, each with the change that it
/// answers.
package struct AnswerCheck {
    private let findings = Findings()

    /// Makes the check.
    package init() {}

    /// Runs the check.
    ///
    /// - Returns: What is wrong.
    package func run(in place: any StorePlace) async throws -> [String] {
        var settings = StorePlaceSettings()
        settings.answersKept = 10
        let print = RequestFingerprint(method: "POST", path: "/", body: [])
        let answer = StoredAnswer(status: 200, fields: [.init(name: "ETag", value: "\"1\"")], body: [1, 255])
        let store = try await place.open(settings)
        try await withHost(store) { [findings] registry in
            _ = try await registry.create(.manual("a"))
            for key in 1...200 {
                _ = try await registry.once("\(key)", print, in: .device(id("a"))) { claim in
                    try await registry.begin(launchNotes, to: id("a"), under: claim).map { _ in answer }
                }
            }
            let kept = try await store.answers(of: 1...1).value[1] ?? []
            findings.expect(kept.count >= 10 && kept.count < 80)
            findings.expect(
                kept.last == KeyedAnswer(key: "200", fingerprint: print, answer: answer, givenAt: .manualStart)
            )
        }
        // After a restart a request that is repeated gets its answer, and is not carried out; nor does it for another
        // device.
        let fork = StoredAnswer(status: 201, body: [2])
        let sequence = try await withHost(try await place.open(settings)) { registry in
            _ = try await registry.once("fork", print, in: .creation) { claim in
                try await registry.beginFork(of: id("a"), as: id("b"), at: nil, under: claim).map { _ in fork }
            }
            return try await registry.device(id("a")).sequence
        }
        try await withHost(try await place.open(settings)) { [findings] registry in
            let other = StoredAnswer(status: 500, body: [])
            func repeated(_ key: String, in scope: IdempotencyScope) async throws -> StoredAnswer {
                try await registry.once(key, print, in: scope) { _ in Held(other) }
            }
            findings.expect(try await repeated("200", in: .device(id("a"))) == answer)
            findings.expect(try await repeated("fork", in: .creation) == fork)
            findings.expect(try await registry.device(id("a")).sequence == sequence)
            findings.expect(try await repeated("200", in: .device(id("b"))) == other)
            try await registry.delete(id("a"))
            _ = try await registry.create(.manual("a"))
            findings.expect(try await repeated("200", in: .device(id("a"))) == other)
        }
        return findings.all
    }
}
