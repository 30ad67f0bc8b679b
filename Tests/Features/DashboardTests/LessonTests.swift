import Dashboard
import Foundation
import HTTPTestKit
import HTTPTypes
import LifecycleKernel
import Testing

/// A lesson with one of its profiles, as a scenario.
struct LessonScenario: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The scenario as JSON.
    let text: String

    /// Every lesson with each of its profiles.
    static let all: [LessonScenario] = {
        let lessons = Dashboard([]).files.first { $0.path == "/dashboard/lessons.json" }
        let read = try? JSONSerialization.jsonObject(with: Data(lessons?.bytes ?? []))
        return (read as? [[String: Any]] ?? []).flatMap { lesson in
            (lesson["profiles"] as? [String] ?? []).compactMap { LessonScenario(lesson, profile: $0) }
        }
    }()

    private init?(_ lesson: [String: Any], profile: String) {
        guard let id = lesson["id"] as? String, var device = lesson["device"] as? [String: Any],
            let steps = lesson["steps"] as? [[String: Any]]
        else { return nil }
        device["rules"] = profile
        let name = "\(id), \(profile)"
        let scenario: [String: Any] = [
            "scenario": name, "device": device, "apps": lesson["apps"] ?? [],
            "steps": steps.map { step in
                let input = step.filter { ["send", "act", "advance"].contains($0.key) }
                let checks = (step["expect"] as? [String: Any])?[profile] as? [String: Any] ?? [:]
                return input.merging(checks) { input, _ in input }
            },
        ]
        guard let data = try? JSONSerialization.data(withJSONObject: scenario) else { return nil }
        testDescription = name
        text = String(decoding: data, as: UTF8.self)
    }
}

@Suite("The lessons")
struct LessonTests {
    @Test("Every step of a lesson causes what the lesson says", arguments: LessonScenario.all)
    func steps(of lesson: LessonScenario) async throws {
        try await APIClient.run(features: [DashboardFeature.self]) { api in
            let answer = try await api.post("/v1/scenarios/run", lesson.text)
            #expect(answer["passed"] == .bool(true), "\(answer.text)")
        }
    }

    @Test("The path of the lessons leads to them")
    func path() async throws {
        try await APIClient.run(features: [DashboardFeature.self]) { api in
            let answer = try await api.get("/learn")
            #expect(answer.status == 302)
            #expect(answer.headers[.location] == "/#/learn")
        }
    }
}
